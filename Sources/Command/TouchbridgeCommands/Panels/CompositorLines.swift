internal import Contacts
internal import InputEvents
internal import JSON

/// Settings for compositors that read a panel directly, without Touchbridge. The settings calibrate the panel and map
/// it to a screen.
struct CompositorLines {
    let panel: DeviceDescription
    /// Conditions of the layout's `input:` that match only this panel; nil if there are none.
    let sign: PanelSign?
    /// Matrix of the panel; nil if the panel needs none.
    let matrix: Calibration?

    /// Placeholder for the name of the screen's connector, which the panel does not report. The placeholder occurs
    /// nowhere else in the lines, so a script can replace it.
    static let output = "CONNECTOR"

    /// Comment lines for the end of a layout.
    var comments: [String] {
        [
            "# Settings for compositors that read '\(panel.name)' directly; replace \(Self.output) with the connector",
            "# of the screen, such as HDMI-A-1:",
            "# udev (weston, cage and all programs with libinput): \(udevRule(mapsOutput: true))",
        ] + swayLines.map { "# sway, in its config: \($0)" } + labwcLines.map { "# labwc, in rc.xml: \($0)" }
    }

    /// Returns a udev rule that sets the matrix for libinput.
    ///
    /// With `mapsOutput`, the rule also sets the connector to which weston and cage map the panel. cage has no other
    /// setting for this mapping.
    func udevRule(mapsOutput: Bool) -> String {
        var conditions = ["ACTION!=\"remove\"", "SUBSYSTEM==\"input\"", "KERNEL==\"event*\""]
        conditions.append("ATTRS{name}==\"\(Self.pattern(panel.name))\"")
        let keys = sign?.members.map(\.key) ?? []
        for (key, property) in [("serial", "ID_SERIAL_SHORT"), ("path", "ID_PATH")] where keys.contains(key) {
            guard let value = panel.udev[property] else { continue }
            conditions.append("ENV{\(property)}==\"\(Self.pattern(value))\"")
        }
        var settings: [String] = []
        if let matrix { settings.append("ENV{LIBINPUT_CALIBRATION_MATRIX}=\"\(matrix.text)\"") }
        if mapsOutput { settings.append("ENV{WL_OUTPUT}=\"\(Self.output)\"") }
        return (conditions + settings).joined(separator: ", ")
    }

    /// Replaces the special characters of udev's patterns and strings with `?`, which matches any character.
    private static func pattern(_ text: String) -> String {
        String(text.map { "*?[]|\"\\".contains($0) || $0.isNewline ? "?" : $0 })
    }

    private var swayLines: [String] {
        // sway trims the name, and replaces each byte that is a space or unprintable.
        var bytes = panel.name.utf8.drop { $0 == 0x20 }[...]
        while bytes.last == 0x20 { bytes.removeLast() }
        let name = String(decoding: bytes.map { (0x21...0x7e).contains($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self)
        let identifier = "\(panel.identity.vendor):\(panel.identity.product):\(name)"
        let quoted = String(identifier.map { $0 == "\"" ? "?" : $0 })
        var lines = ["input \"\(quoted)\" map_to_output \(Self.output)"]
        if let matrix { lines.append("input \"\(quoted)\" calibration_matrix \(matrix.text)") }
        return lines
    }

    private var labwcLines: [String] {
        let name = Self.xml(panel.name)
        var lines = ["<touch deviceName=\"\(name)\" mapToOutput=\"\(Self.output)\"/>"]
        if let matrix {
            let setting = "<calibrationMatrix>\(matrix.text)</calibrationMatrix>"
            lines.append("<libinput><device category=\"\(name)\">\(setting)</device></libinput>")
        }
        return lines
    }

    private static func xml(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
