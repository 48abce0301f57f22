import Foundation
import TestTraits
import Testing

@testable import TouchbridgeCommands

/// Tests the command `reset`: the device that it unbinds, and its rate limits. A temporary folder replaces sysfs.
struct ResetTests {
    private let scratch: Scratch
    /// Canonical path, without symbolic links, of the temporary folder that replaces sysfs.
    private let sysfs: String

    private static let interface = "devices/pci0000:00/usb1/1-2/1-2:1.0"
    private static let hid = "\(interface)/0003:222A:0001.0003"

    /// Creates the sysfs entries of a USB touchscreen.
    init() throws {
        scratch = try Scratch()
        guard let real = realpath(scratch.folder.path, nil) else { throw CocoaError(.fileNoSuchFile) }
        sysfs = String(cString: real)
        free(real)
        try make("\(Self.hid)/input/input27")
        try capabilities(of: "\(Self.hid)/input/input27")
        for bus in ["usb", "hid", "i2c", "pci"] { try make("bus/\(bus)/drivers") }
        try device("devices/pci0000:00/usb1/1-2", on: "usb", driver: "usb")
        try device(Self.interface, on: "usb", driver: "usbhid")
        try write("\(Self.interface)/bInterfaceNumber", "00\n")
        try device(Self.hid, on: "hid", driver: "hid-multitouch")
        try make("class/input")
        try link("class/input/input27", to: "\(Self.hid)/input/input27")
    }

    private func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: "\(sysfs)/\(folder)", withIntermediateDirectories: true)
    }

    private func write(_ file: String, _ text: String) throws {
        try text.write(toFile: "\(sysfs)/\(file)", atomically: false, encoding: .utf8)
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(sysfs)/\(name)",
            withDestinationPath: "\(sysfs)/\(target)"
        )
    }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(sysfs)/\(name)") }

    /// Creates the sysfs entries of a device on a bus, bound to a driver.
    private func device(_ path: String, on bus: String, driver: String) throws {
        try make(path)
        try make("bus/\(bus)/drivers/\(driver)")
        for attribute in ["bind", "unbind"] { try write("bus/\(bus)/drivers/\(driver)/\(attribute)", "") }
        try link("\(path)/subsystem", to: "bus/\(bus)")
        try link("\(path)/driver", to: "bus/\(bus)/drivers/\(driver)")
    }

    /// Writes the capabilities and properties of an input device; by default, those of a multitouch screen.
    private func capabilities(
        of path: String,
        properties: String = "2",
        key: String = "400 0 0 0 0 0",
        abs: String = "260800000000003"
    ) throws {
        try make("\(path)/capabilities")
        try write("\(path)/properties", "\(properties)\n")
        try write("\(path)/capabilities/key", "\(key)\n")
        try write("\(path)/capabilities/abs", "\(abs)\n")
    }

    private func target(_ name: String = "input27") throws -> ResetTarget { try ResetTarget(of: name, sysfs: sysfs) }

    private func refusal(_ name: String = "input27") -> String {
        do {
            _ = try target(name)
            return "none"
        } catch { return "\(error)" }
    }

    @Test func `the USB interface of a touchscreen is unbound and bound`() throws {
        let target = try target()
        #expect(target.path == "\(sysfs)/\(Self.interface)" && target.device == "1-2:1.0" && target.driver == "usbhid")
        try target.reset()
        for attribute in ["bind", "unbind"] {
            let written = try String(contentsOfFile: "\(sysfs)/bus/usb/drivers/usbhid/\(attribute)", encoding: .utf8)
            #expect(written == "1-2:1.0")
        }
        #expect(try String(contentsOfFile: "\(sysfs)/bus/hid/drivers/hid-multitouch/unbind", encoding: .utf8) == "")
    }

    @Test func `a HID device without a known parent is reset itself`() throws {
        try remove("\(Self.interface)/subsystem")
        try remove("devices/pci0000:00/usb1/1-2/subsystem")
        #expect(try target().device == "0003:222A:0001.0003" && target().driver == "hid-multitouch")
    }

    @Test func `a whole USB device is never reset`() throws {
        try remove("\(Self.interface)/bInterfaceNumber")
        #expect(try target().device == "0003:222A:0001.0003")
    }

    @Test(
        arguments: [
            "", "input", "inputx", "input27/", "input-1", "../input27", "input27/../input27", "event5", "/sys",
            "input27\0",
            "input 27", "input２７", "input12345678901234567890",
        ]
    )
    func `any other text than the name of an input device is refused`(_ name: String) {
        #expect(refusal(name).contains("is not an input device; write a name such as input27"))
    }

    @Test func `links that lead elsewhere are refused`() throws {
        #expect(refusal("input28") == "there is no input device 'input28'; it may have been removed")
        // The first link points to another device, the second one outside sysfs.
        try link("class/input/input28", to: "\(Self.hid)/input/input27")
        #expect(refusal("input28").hasPrefix("'input28' is not a device below "))
        let outside = try Scratch()
        try FileManager.default.createDirectory(at: outside.url("input29"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            atPath: "\(sysfs)/class/input/input29",
            withDestinationPath: outside.path("input29")
        )
        #expect(refusal("input29").hasPrefix("'input29' is not a device below "))
        // A driver outside the bus's `drivers` folder.
        try remove("\(Self.interface)/driver")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sysfs)/\(Self.interface)/driver",
            withDestinationPath: outside.folder.path
        )
        #expect(refusal() == "'1-2:1.0' has no driver that could be unbound")
        try remove("\(Self.interface)/driver")
        #expect(refusal() == "'1-2:1.0' has no driver that could be unbound")
        // The attributes of the driver must not be links.
        try link("\(Self.interface)/driver", to: "bus/usb/drivers/usbhid")
        try remove("bus/usb/drivers/usbhid/unbind")
        try link("bus/usb/drivers/usbhid/unbind", to: "bus/hid/drivers/hid-multitouch/unbind")
        #expect(throws: ResetFailure.self) { try target().reset() }
        #expect(try String(contentsOfFile: "\(sysfs)/bus/hid/drivers/hid-multitouch/unbind", encoding: .utf8) == "")
    }

    @Test func `only touchscreens are reset`() throws {
        let input = "\(Self.hid)/input/input27"
        let kinds: [(properties: String, key: String, abs: String, isTouchscreen: Bool)] = [
            ("2", "0", "3", true), ("0", "400 0 0 0 0 0", "3", true),
            // In order: a mouse, a touchpad, a keyboard, a pen display, and a device with a generic button (BTN_0).
            ("0", "70000 0 0 0 0", "0", false), ("1", "420 0 0 0 0 0", "260800000000003", false),
            ("0", "fffffffffffffffe", "0", false), ("2", "401 0 0 0 0 0", "3", false), ("0", "1 0 0 0 0", "3", false),
            // A touchscreen whose node also reports a pen.
            ("2", "401 0 0 0 0 0", "260800000000003", true),
        ]
        for kind in kinds {
            try capabilities(of: input, properties: kind.properties, key: kind.key, abs: kind.abs)
            let reason = "'input27' is not a touchscreen; 'touchbridge devices' lists the touchscreens"
            #expect(refusal() == (kind.isTouchscreen ? "none" : reason), "\(kind)")
        }
    }

    @Test func `a device that a driver does not bind again is reported`() throws {
        try remove("bus/usb/drivers/usbhid/bind")
        let failure = #expect(throws: ResetFailure.self) { try target().reset() }
        #expect(failure?.description.hasPrefix("usbhid did not bind 1-2:1.0 again; replug the touchscreen: ") == true)
    }

    @Test(.atLimit("reset-interval", "resets"), .pastLimit("reset-interval", "resets"))
    func `a touchscreen is reset once a minute, and all together 10 times an hour`() throws {
        let folder = scratch.path("run")
        func add(_ device: String, _ time: Int) throws { try ResetLog(in: folder).add(device, at: time) }
        try add("a", 1000)
        let tooEarly = ResetFailure("the touchscreen was reset less than 60 s ago; try again later")
        #expect(throws: tooEarly) { try add("a", 1059) }
        try add("b", 1059)
        try add("a", 1060)
        for number in 3..<10 { try add("c\(number)", 1100) }
        let tooMany = ResetFailure("touchscreens were reset 10 times in the last hour; try again later")
        #expect(throws: tooMany) { try add("d", 4599) }
        try add("d", 4600)
        #expect(throws: tooMany) { try add("e", 4601) }
        var status = stat()
        #expect(lstat("\(folder)/resets", &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func `a log that others can replace is refused`() throws {
        try FileManager.default.createDirectory(at: scratch.url("run"), withIntermediateDirectories: false)
        chmod(scratch.path("run"), 0o777)
        #expect(throws: ResetFailure.self) { _ = try ResetLog(in: scratch.path("run")) }
        chmod(scratch.path("run"), 0o700)
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path("run/resets"),
            withDestinationPath: scratch.path("other")
        )
        #expect(throws: ResetFailure.self) { _ = try ResetLog(in: scratch.path("run")) }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("other")))
    }

    @Test(.atLimit("reset-name-bytes"), .pastLimit("reset-name-bytes"))
    func `the answer to a request is one line`() throws {
        for (name, reason) in [
            ("input987654321", "there is no input device 'input987654321'; it may have been removed"),
            (String(repeating: "7", count: 32), "write a name such as input27"),
            (String(repeating: "7", count: 100_000), "write a name such as input27"), ("a\u{1b}b", "write a name"),
        ] {
            try scratch.write("request", Data("\(name)\n".utf8))
            let command = "'\(Command.binary.path)' reset - <'\(scratch.path("request"))'"
            let outcome = try Command.run(["-c", command], of: URL(filePath: "/bin/sh"), in: scratch)
            #expect(outcome.status == 1)
            #expect(outcome.output.hasPrefix("error ") && outcome.output.contains(reason), "\(outcome.output)")
            #expect(outcome.output.split(separator: "\n").count == 1 && outcome.output.utf8.count < 200)
        }
    }

    @Test func `a missing device is named`() throws {
        let outcome = try Command.run("reset", "input987654321")
        #expect(outcome.status == 1)
        #expect(outcome.complaints.contains("input987654321: there is no input device 'input987654321'"))
        #expect(try Command.run("reset").status == 2)
    }
}
