public import Contacts
internal import Geometry
public import InputHub
internal import JSON
internal import Platform
internal import Schema
internal import YAML

/// Determines which panel is mapped to a screen, and the panel's orientation and filters.
public struct InputLayout: Sendable {
    public var match = PanelMatch()
    /// Whether a device that is not a touchscreen, such as a mouse, is used as a touchscreen.
    public var accept = false
    public var grab = Grab.auto
    /// Orientation and calibration of the panel, without the frame of the screen. A missing calibration is read from
    /// udev.
    public var mapping = PanelMapping(screen: .zero)
    /// Filters of the panel, without the dead zones of the screen.
    public var filters = PanelFilters()

    /// When a device is grabbed (EVIOCGRAB). No other program receives the events of a grabbed device.
    public enum Grab: String, Sendable { case auto, always, never }

    public init() {}
}

extension Setting where Value == InputLayout {
    static var input: Setting {
        Setting.table(InputLayout.table).then { input, node, reading in
            let isNamed = [input.match.name, input.match.serial, input.match.path].contains { $0 != nil }
            guard input.accept, !isNamed, input.match.vendor == nil || input.match.product == nil else { return }
            reading.error(
                "'accept: true' without another condition accepts any mouse as a touchscreen; "
                    + "identify the device by 'name', 'path', 'serial', or 'vendor' and 'product'",
                .unsafeValue,
                at: node["accept"] ?? node
            )
        }
    }
}

extension InputLayout {
    static let table = Table<InputLayout>(
        "Input",
        "The panel of a screen, and its orientation. A panel must match all given properties.",
        of: InputLayout()
    ) {
        Key("name", .name, \.match.name, "The device's name; `*` matches any text.")
        Key("vendor", .deviceNumber, \.match.vendor, "The vendor id.")
        Key("product", .deviceNumber, \.match.product, "The product id.")
        Key("serial", .name, \.match.serial, "The serial number; `*` matches any text.")
        Key(
            "path",
            .port,
            \.match.path,
            "The device's port, as printed by `touchbridge devices`; `*` matches any text."
        )
        Key(
            "accept",
            .boolean,
            \.accept,
            "Whether the device is used as a touchscreen even if `touchbridge devices` classifies it as a mouse or tablet. Default: false."
        )
        Key(
            "rotation",
            .quarterTurn,
            \.mapping.rotation,
            "Clockwise rotation of the mounted panel in degrees. Default: 0."
        )
        Key("flipX", .boolean, \.mapping.flipsX, "Whether left and right are swapped. Default: false.")
        Key("flipY", .boolean, \.mapping.flipsY, "Whether top and bottom are swapped. Default: false.")
        Key("swapAxes", .boolean, \.mapping.swapsAxes, "Whether the x and y axes are swapped. Default: false.")
        Key(
            "calibration",
            .calibration,
            \.mapping.calibration,
            "The calibration matrix, in the form of udev's LIBINPUT_CALIBRATION_MATRIX. Default: udev's matrix."
        )
        Key(
            "grab",
            .grab,
            \.grab,
            "Whether Touchbridge takes exclusive access to the panel (EVIOCGRAB). With `true`, Touchbridge takes exclusive access when the panel is opened. With `auto`, Touchbridge waits until no finger is down. Default: auto."
        )
        Key(
            "filters",
            PanelFilters.table,
            partOf: \.filters,
            "Filters of contacts. Default: only `outOfRange: clamp`."
        )
        PanelFilters.keysOfInput.map { $0.of(\.filters) }
    }
}

extension Setting where Value == String {
    /// Accepts the port of a panel in the form of udev's `ID_PATH`; rejects a path below `/dev`.
    fileprivate static var port: Setting {
        .name.then { path, node, reading in
            guard path.hasPrefix("/dev/") else { return }
            func remedy() -> String {
                let folder = "/dev/input/by-path/"
                guard path.hasPrefix(folder), let end = path.utf8Range(of: "-event") else {
                    return
                        "write the path that 'touchbridge devices' prints, or use 'name', 'vendor' or 'serial' instead"
                }
                return "write \(path[..<end.lowerBound].dropFirst(folder.count))"
            }
            reading.error("'path' must be the port of the panel, not a device file; \(remedy())", .wrongValue, at: node)
        }
    }
}

extension Setting where Value == InputLayout.Grab {
    fileprivate static var grab: Setting {
        Setting(expected: "true, false or auto", schema: ["enum": [true, false, "auto"]], fix: Fixes.boolean) {
            scalar in
            if scalar.text == "auto" { return .auto }
            return scalar.boolean.map { $0 ? .always : .never }
        }
    }
}
