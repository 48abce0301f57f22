internal import Contacts
internal import Geometry
internal import InputEvents
internal import InputHub

/// Checks the description of a device: what the kernel and udev announce about the panel.
enum PanelFacts {
    /// Sizes in millimetres that a real panel may have.
    private static let plausibleSizes = 20.0...4000
    /// Largest plausible value of an axis's `fuzz` (`struct input_absinfo`), as a fraction of the axis's range.
    private static let largestFuzz = 0.01

    /// Returns whether the device is examined: a touchscreen, or a device that a layout can accept as a touchscreen.
    static func isExamined(_ device: DeviceDescription) -> Bool {
        DeviceKind(of: device) == .touchscreen || device.isAcceptable
    }

    static func findings(_ device: DeviceDescription) -> [DoctorFinding] {
        [kind(device)] + [calibration(device)].compactMap(\.self)
            + [direct(device), size(device), fuzz(device)]
            .compactMap(\.self) + [contacts(device), pressure(device), contactSize(device)]
    }

    private static func kind(_ device: DeviceDescription) -> DoctorFinding {
        guard case .ignored(let reason) = DeviceKind(of: device) else {
            return DoctorFinding(.kind, .ok, "the device is a touchscreen")
        }
        let remedy = "if it is a touchscreen, add to its screen: \(device.acceptance)"
        return DoctorFinding(.kind, .problem, "the device is ignored: \(reason)", remedy: remedy)
    }

    private static func calibration(_ device: DeviceDescription) -> DoctorFinding? {
        guard let text = device.udev["LIBINPUT_CALIBRATION_MATRIX"] else { return nil }
        guard let matrix = Calibration(text) else {
            return DoctorFinding(
                .calibration,
                .problem,
                "udev's LIBINPUT_CALIBRATION_MATRIX is not a list of six numbers: '\(text)'",
                remedy: "correct the udev rule; 'touchbridge calibrate --udev' prints a rule"
            )
        }
        let determinant = matrix.a * matrix.e - matrix.b * matrix.d
        guard determinant.magnitude > 1e-9 else {
            return DoctorFinding(
                .calibration,
                .problem,
                "udev's LIBINPUT_CALIBRATION_MATRIX maps the whole panel to a line: '\(text)'",
                remedy: "correct the udev rule; 'touchbridge calibrate --udev' prints a rule"
            )
        }
        return DoctorFinding(.calibration, .ok, "udev sets the matrix \(text)")
    }

    private static func direct(_ device: DeviceDescription) -> DoctorFinding? {
        guard !device.properties.contains(.direct) else { return nil }
        return DoctorFinding(
            .direct,
            .warning,
            "the driver does not set INPUT_PROP_DIRECT, so other programs may treat the panel as a touchpad",
            remedy: "set ENV{ID_INPUT_TOUCHSCREEN}=\"1\" in a udev rule"
        )
    }

    private static func size(_ device: DeviceDescription) -> DoctorFinding {
        let axes = device.axes[.contactX] == nil ? ("00", "01") : ("35", "36")
        let remedy =
            "set the resolution in units per millimetre, N, with the udev hwdb entries 'EVDEV_ABS_\(axes.0)=::N' and "
            + "'EVDEV_ABS_\(axes.1)=::N'"
        guard let size = PanelGrid(device)?.size else {
            return DoctorFinding(.size, .warning, "the panel does not report its size in millimetres", remedy: remedy)
        }
        let text = "\(size.width.decimal(0)) by \(size.height.decimal(0)) mm"
        guard plausibleSizes.contains(size.width), plausibleSizes.contains(size.height) else {
            return DoctorFinding(.size, .warning, "the reported size is not plausible: \(text)", remedy: remedy)
        }
        return DoctorFinding(.size, .ok, text)
    }

    private static func fuzz(_ device: DeviceDescription) -> DoctorFinding? {
        guard let grid = PanelGrid(device) else { return nil }
        let large = [grid.x, grid.y].filter { axis in
            Double(axis.fuzz) > largestFuzz * (Double(axis.maximum) - Double(axis.minimum))
        }
        guard let axis = large.first else { return nil }
        let units = Int64(axis.maximum) - Int64(axis.minimum)
        return DoctorFinding(
            .fuzz,
            .warning,
            "the kernel smooths movements shorter than \(axis.fuzz) units, and the axis has \(units) units",
            remedy: "set a lower fuzz with udev hwdb entries such as 'EVDEV_ABS_35=:::N'"
        )
    }

    private static func contacts(_ device: DeviceDescription) -> DoctorFinding {
        do throws(PanelRejection) {
            return switch try PanelProtocol(of: device) {
            case .slots(let count): DoctorFinding(.contacts, .ok, "the panel announces \(count) slots (protocol B)")
            case .anonymous: DoctorFinding(.contacts, .ok, "several contacts, tracked by position (protocol A)")
            case .single: DoctorFinding(.contacts, .ok, "one contact; the panel or its driver reports no multitouch")
            }
        } catch {
            return DoctorFinding(.contacts, .problem, "\(error)", remedy: "update the kernel, or replace the panel")
        }
    }

    private static func pressure(_ device: DeviceDescription) -> DoctorFinding {
        let has = device.has(.contactPressure) || device.has(.pressure)
        return DoctorFinding(
            .pressure,
            .ok,
            has ? "announced" : "not announced; 'minimumPressure' has no effect, and {{force}} is constant"
        )
    }

    private static func contactSize(_ device: DeviceDescription) -> DoctorFinding {
        DoctorFinding(.contactSize, .ok, device.has(.touchMajor) ? "announced" : "not announced")
    }
}
