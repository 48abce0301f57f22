internal import InputEvents
internal import InputHub
internal import JSON

/// `input:` conditions that match one of the connected panels only.
struct PanelSign: Equatable {
    /// Keys and values of the conditions.
    let members: [JSONValue.Member]

    /// Prefers the name, if it is unique. For panels of one kind, uses the serial number, or else the physical path
    /// (L6), or else the smallest combination. Nil if no condition distinguishes the panel.
    init?(of panel: DeviceDescription, among others: [DeviceDescription]) {
        let name = panel.name.isEmpty ? nil : PanelMatch.literally(panel.name)
        let serial = (panel.udev["ID_SERIAL_SHORT"] ?? panel.unique).flatMap {
            $0.isEmpty ? nil : PanelMatch.literally($0)
        }
        let path = panel.udev["ID_PATH"].flatMap { $0.isEmpty ? nil : PanelMatch.literally($0) }
        let candidates = [
            PanelMatch(name: name), PanelMatch(serial: serial), PanelMatch(path: path),
            PanelMatch(name: name, serial: serial), PanelMatch(name: name, path: path),
            PanelMatch(serial: serial, path: path), PanelMatch(name: name, serial: serial, path: path),
        ]
        let sign = candidates.first { match in
            match != PanelMatch() && match.matches(panel) && !others.contains { match.matches($0) }
        }
        guard let sign else { return nil }
        let values = [("name", sign.name), ("serial", sign.serial), ("path", sign.path)]
        members = values.compactMap { key, value in value.map { .init(key, .text($0)) } }
    }
}
