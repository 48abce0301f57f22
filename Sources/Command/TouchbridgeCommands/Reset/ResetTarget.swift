internal import Glibc
internal import Platform

/// Parent device of a touchscreen: a USB interface, a device on another bus, or a HID device. The touchscreen is reset
/// by unbinding this device from its driver and binding it again.
///
/// The program that requests a reset provides only the name of an input device. All paths are read from the kernel's
/// links in /sys.
struct ResetTarget {
    /// Resolved path of the device below /sys/devices.
    let path: String
    /// Resolved path of the driver below /sys/bus.
    private let driverPath: String

    /// Name of the device on its bus, such as `1-2:1.0`.
    var device: String { Self.name(of: path) }
    var driver: String { Self.name(of: driverPath) }

    /// Buses whose devices can be reset. On USB, only interfaces are reset, not whole devices.
    private static let buses: Set = ["usb", "i2c", "spi", "serio", "hid"]

    /// Finds the device to reset for an input device such as `input27`. `sysfs` is the mount point of sysfs.
    init(of input: String, sysfs: String = "/sys") throws(ResetFailure) {
        guard input.hasPrefix("input"), (6...15).contains(input.utf8.count),
            input.utf8.dropFirst(5).allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        else { throw "'\(input.excerpt())' is not an input device; write a name such as input27" }
        guard let start = Self.resolve("\(sysfs)/class/input/\(input)") else {
            throw "there is no input device '\(input)'; it may have been removed"
        }
        guard start.hasPrefix("\(sysfs)/devices/"), Self.name(of: start) == input else {
            throw "'\(input)' is not a device below \(sysfs)/devices"
        }
        guard Capabilities(of: start).isTouchscreen else {
            throw "'\(input)' is not a touchscreen; 'touchbridge devices' lists the touchscreens"
        }
        guard let (path, bus) = Self.target(above: start, sysfs) else {
            let buses = Self.buses.sorted().joined(separator: ", ")
            throw "'\(input)' is on no bus whose drivers can be unbound; supported buses: \(buses)"
        }
        guard let driver = Self.resolve("\(path)/driver"),
            driver == "\(sysfs)/bus/\(bus)/drivers/\(Self.name(of: driver))"
        else { throw "'\(Self.name(of: path))' has no driver that could be unbound" }
        (self.path, driverPath) = (path, driver)
    }

    /// Returns the nearest ancestor on one of the `buses`, and the name of its bus; nil if there is none. The parent of
    /// a HID device is preferred to the HID device, because unbinding the parent also resets the transport.
    private static func target(above start: String, _ sysfs: String) -> (path: String, bus: String)? {
        var found: (path: String, bus: String)?
        var path = start[...]
        while let slash = path.lastIndex(of: "/"), path[..<slash].utf8.count > sysfs.utf8.count + "/devices".utf8.count
        {
            path = path[..<slash]
            guard let link = resolve("\(path)/subsystem") else { continue }
            let bus = name(of: link)
            guard link == "\(sysfs)/bus/\(bus)", buses.contains(bus), found == nil || bus != "hid",
                bus != "usb" || access("\(path)/bInterfaceNumber", F_OK) == 0
            else { break }
            found = (String(path), bus)
            if bus != "hid" { break }
        }
        return found
    }

    /// Unbinds the device from its driver and binds it again.
    func reset() throws(ResetFailure) {
        try write(to: "unbind", orThrow: "\(driver) did not release \(device)")
        for attempt in 1... {
            do throws(ResetFailure) {
                return try write(to: "bind", orThrow: "\(driver) did not bind \(device) again; replug the touchscreen")
            } catch {
                // Retries, because a device that has just lost power may not respond yet.
                guard attempt < Self.attempts else { throw error }
                usleep(500_000)
            }
        }
    }

    /// Maximum number of attempts to bind the device to its driver, 0.5 s apart.
    private static let attempts = 5

    private func write(to attribute: String, orThrow problem: String) throws(ResetFailure) {
        let file = open("\(driverPath)/\(attribute)", O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard file >= 0 else { throw "\(problem): \(String(cString: strerror(errno)))" }
        defer { close(file) }
        let bytes = Array(device.utf8)
        guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
            throw "\(problem): \(String(cString: strerror(errno)))"
        }
    }

    /// Resolves all links of a path; nil if the path does not exist.
    private static func resolve(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}

/// Codes that an input device announces in sysfs.
private struct Capabilities {
    private let folder: String

    init(of folder: String) { self.folder = folder }

    /// Whether the device is a touchscreen according to udev's rules. A device with a pen counts only if it also
    /// reports contacts on a screen.
    var isTouchscreen: Bool {
        let contacts = has(0x35, in: "capabilities/abs") && has(0x36, in: "capabilities/abs")
        guard contacts || has(0, in: "capabilities/abs") && has(1, in: "capabilities/abs") else { return false }
        let (isDirect, isPen) = (has(1, in: "properties"), has(0x140, in: "capabilities/key"))
        if isPen { return isDirect && contacts }
        return isDirect || has(0x14a, in: "capabilities/key") && !has(0x145, in: "capabilities/key")
    }

    /// Returns whether the bit of a code is set in a file of hexadecimal words, the most significant word
    /// first.
    private func has(_ code: Int, in file: String) -> Bool {
        guard let file = fopen("\(folder)/\(file)", "re") else { return false }
        defer { fclose(file) }
        let line = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
            fgets(buffer.baseAddress!, 1024, file).map { String(cString: $0) } ?? ""
        }
        let words = line.split { $0 == " " || $0 == "\n" }
        let index = words.count - 1 - code / UInt.bitWidth
        guard words.indices.contains(index), let word = UInt(words[index], radix: 16) else { return false }
        return word >> UInt(code % UInt.bitWidth) & 1 == 1
    }
}
