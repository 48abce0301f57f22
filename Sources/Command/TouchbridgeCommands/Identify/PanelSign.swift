internal import InputEvents
internal import InputHub
internal import JSON

/// What tells one panel from the others that are there, as a layout's `input:` has it.
struct PanelSign: Equatable {
    /// The keys with their values.
    let members: [JSONValue.Member]

    /// A name where one panel alone has it; of panels of one kind the serial number, or else the place where it is
    /// plugged in (L6), and where none of them is enough the fewest together. Nil when nothing tells it from the others.
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
