internal import DeviceNodes
internal import Evdev
internal import Glibc
internal import InputEvents

/// Checks the machine: devices, permissions and other programs.
enum MachineFacts {
    /// Reports the number of connected touchscreens. `deniedCount` is the number of input devices that this user may not
    /// open.
    static func panels(_ count: Int, deniedCount: Int = 0) -> DoctorFinding {
        guard count == 0 else { return DoctorFinding(.panels, .ok, "\(count) connected") }
        guard deniedCount == 0 else {
            let text = "no touchscreen was found, but this user may not open \(deniedCount) of the input devices"
            return DoctorFinding(.panels, .problem, text, remedy: permissionRemedy)
        }
        guard Glibc.access("/dev/input", F_OK) == 0 else {
            let remedy = "start udev, or pass /dev/input to the container"
            return DoctorFinding(.panels, .problem, "/dev/input does not exist", remedy: remedy)
        }
        let remedy = "check the cable and the power of the panel, 'dmesg', and 'touchbridge devices --all'"
        return DoctorFinding(.panels, .problem, "no touchscreen was found", remedy: remedy)
    }

    /// Checks whether the plugin `uinput` can create devices. `path` is the device node of the uinput driver.
    static func uinput(_ path: String = "/dev/uinput") -> DoctorFinding {
        guard Glibc.access(path, F_OK) == 0 else {
            let remedy = "load the module with 'modprobe uinput'; only the plugin 'uinput' needs it"
            return DoctorFinding(.uinput, .warning, "\(path) does not exist", remedy: remedy)
        }
        guard Glibc.access(path, W_OK) == 0 else {
            let remedy = "add the user to the group touchbridge; only the plugin 'uinput' needs it"
            return DoctorFinding(.uinput, .warning, "this user may not write to \(path)", remedy: remedy)
        }
        return DoctorFinding(.uinput, .ok, "\(path) can be written")
    }

    /// Describes why a device node could not be opened.
    static func access(failed error: EvdevError) -> DoctorFinding {
        switch error.code {
        case .permissionDenied:
            return DoctorFinding(.access, .problem, "this user may not open the node", remedy: permissionRemedy)
        case .gone:
            let remedy = "connect the panel, and run 'touchbridge doctor' again"
            return DoctorFinding(.access, .problem, "the node does not exist", remedy: remedy)
        default:
            return DoctorFinding(.access, .problem, error.message, remedy: "read the kernel's messages in 'dmesg'")
        }
    }

    private static let permissionRemedy =
        "add the user to the node's group (usually: usermod -aG input USER, then log in again), or run touchbridge as root"

    static let disconnection = DoctorFinding(
        .access,
        .problem,
        "the panel was disconnected during the measurement",
        remedy: "check the cable and the power of the panel, and read the kernel's messages in 'dmesg'"
    )

    /// Checks the udev properties of a device that was opened successfully.
    static func udev(_ device: DeviceDescription) -> DoctorFinding {
        guard device.udev["ID_INPUT"] != nil else {
            let remedy = "check that udev is running, and read 'udevadm info' of the node"
            return DoctorFinding(.udev, .warning, "udev has not classified the device", remedy: remedy)
        }
        guard device.udev["ID_INPUT_TOUCHSCREEN"] == "1" else {
            let text = "udev does not set ID_INPUT_TOUCHSCREEN"
            return DoctorFinding(.udev, .warning, text, remedy: "set ENV{ID_INPUT_TOUCHSCREEN}=\"1\" in a udev rule")
        }
        let isHidden = ["1", "true"].contains(device.udev["LIBINPUT_IGNORE_DEVICE"])
        let hidden = isHidden ? "; LIBINPUT_IGNORE_DEVICE hides it from compositors" : ""
        return DoctorFinding(.udev, .ok, "ID_INPUT_TOUCHSCREEN is set\(hidden)")
    }

    /// Tests whether another process has grabbed the device: `reader` grabs the device briefly.
    static func grab(_ reader: DeviceReader) -> (finding: DoctorFinding, isBusy: Bool) {
        let holders = NodeHolder.holders(of: reader.path)
        let names = holders.map(\.description).joined(separator: ", ")
        guard !reader.isTouched else {
            let remedy = "lift all fingers; if no finger touches the panel, run 'touchbridge doctor --measure'"
            return (DoctorFinding(.grab, .untested, "the panel reports a touch", remedy: remedy), false)
        }
        do throws(EvdevError) {
            try reader.grab()
            try reader.ungrab()
        } catch {
            guard error.code == .busy else { return (access(failed: error), false) }
            let open = names.isEmpty ? "a process that is hidden from this user" : names
            let text = "grabbed; the node is open in \(open)"
            if holders.contains(where: { $0.name == "touchbridge" }) { return (DoctorFinding(.grab, .ok, text), true) }
            let remedy = "stop the process that grabbed the panel; other programs receive no touches"
            return (DoctorFinding(.grab, .problem, text, remedy: remedy), true)
        }
        let text = names.isEmpty ? "no other program reads the panel" : "not grabbed; also read by \(names)"
        return (DoctorFinding(.grab, .ok, text), false)
    }

    /// Finding that replaces the measured report rate if another process has grabbed the panel.
    static let grabbedMeasurement = DoctorFinding(
        .reportRate,
        .untested,
        "another process has grabbed the panel, so its events cannot be measured",
        remedy: "stop that process, for instance with 'systemctl stop touchbridge', and measure again"
    )
}
