internal import DeviceNodes
internal import Evdev
internal import Glibc
internal import InputEvents

/// Checks the machine: devices, permissions and other programs.
enum MachineFacts {
    static func panels(_ count: Int) -> DoctorFinding {
        guard count == 0 else { return DoctorFinding(.panels, .ok, "\(count) connected") }
        guard Glibc.access("/dev/input", F_OK) == 0 else {
            let remedy = "start udev, or pass /dev/input to the container"
            return DoctorFinding(.panels, .problem, "/dev/input does not exist", remedy: remedy)
        }
        let remedy = "check the cable and the power of the panel, 'dmesg', and 'touchbridge devices --all'"
        return DoctorFinding(.panels, .problem, "no touchscreen was found", remedy: remedy)
    }

    /// Whether the plugin `uinput` can create devices. `path` is the node of the kernel's driver.
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

    /// Describes why a node could not be opened.
    static func access(failed error: EvdevError) -> DoctorFinding {
        DoctorFinding(.access, .problem, error.message, remedy: nil)
    }

    /// Checks udev's properties of a device that could be opened.
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

    /// Tests whether another process has grabbed the device. `reader` holds the device for a moment only.
    static func grab(_ reader: DeviceReader) -> DoctorFinding {
        let holders = NodeHolder.holders(of: reader.path)
        let names = holders.map(\.description).joined(separator: ", ")
        guard !reader.isTouched else {
            return DoctorFinding(.grab, .untested, "the panel is touched", remedy: "lift all fingers")
        }
        do throws(EvdevError) {
            try reader.grab()
            try reader.ungrab()
        } catch {
            let isService = holders.contains { $0.name == "touchbridge" }
            let holder = names.isEmpty ? "another process" : names
            if error.code == .busy, isService {
                return DoctorFinding(.grab, .ok, "grabbed; the node is open in \(holder)")
            }
            return DoctorFinding(.grab, .problem, "\(error.message)")
        }
        return DoctorFinding(
            .grab,
            .ok,
            names.isEmpty ? "no other program reads the panel" : "not grabbed; also read by \(names)"
        )
    }
}
