internal import InputEvents
internal import JSON

/// What tells one panel from the others that are there, as a layout's `input:` has it.
struct PanelSign: Equatable {
    let key: String
    let value: String

    /// A name where one panel alone has it; of panels of one kind the serial number, or else the place where it is
    /// plugged in (L6). Nil when nothing tells it from the others.
    init?(of panel: DeviceDescription, among others: [DeviceDescription]) {
        let candidates: [(key: String, value: (DeviceDescription) -> String?)] = [
            ("name", { $0.name }),
            ("serial", { $0.udev["ID_SERIAL_SHORT"] ?? $0.unique }),
            ("path", { $0.udev["ID_PATH"] }),
        ]
        for candidate in candidates {
            guard let own = candidate.value(panel), !own.isEmpty else { continue }
            guard !others.contains(where: { candidate.value($0) == own }) else { continue }
            (key, value) = (candidate.key, Self.literally(own))
            return
        }
        return nil
    }

    /// The text as a pattern that fits nothing else.
    private static func literally(_ text: String) -> String {
        var result = ""
        for character in text {
            if "*?[\\".contains(character) { result.append("\\") }
            result.append(character)
        }
        return result
    }
}
