internal import InputEvents
internal import InputHub
internal import JSON

/// `input:` conditions that match exactly one of the connected panels.
struct PanelSign: Equatable {
    /// Keys and values of the conditions.
    let members: [JSONValue.Member]

    /// Chooses the first unique property of name, serial number and physical path (L6). If none is unique, chooses the
    /// smallest unique combination. Returns nil if no combination distinguishes the panel.
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
