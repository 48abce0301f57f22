/// Counts the events of devices that a getevent recording does not describe.
struct UndescribedDevices {
    /// Line of the first event, and number of events, of each device; the key is the path of the device node.
    private var devices: [String: (line: Int, count: Int)] = [:]
    /// Paths of devices that need no further warning.
    private var excused: Set<String> = []
    /// Line of the first event, and number of events, of the devices that exceed the limit of `devices`; nil if there
    /// are none.
    private var others: (line: Int, count: Int)?

    /// Suppresses the message about a device.
    mutating func excuse(_ path: String) {
        if excused.count < DescriptionRules.deviceLimit { excused.insert(path) }
    }

    mutating func addEvent(of path: String, at line: Int) {
        guard !excused.contains(path) else { return }
        if devices[path] != nil || devices.count < DescriptionRules.deviceLimit {
            devices[path, default: (line, 0)].count += 1
        } else {
            others = (others?.line ?? line, (others?.count ?? 0) + 1)
        }
    }

    /// The line of the first ignored event of each device, and a message with the number of its events.
    var messages: [(line: Int, text: String)] {
        let remedy = "record with 'getevent -lt -v127', which describes all devices"
        var all = devices.map { path, device in
            let text = "\(Self.events(device.count)) of '\(path)' \(device.count == 1 ? "is" : "are") ignored"
            return (line: device.line, text: "\(text), because the file does not describe this device; \(remedy)")
        }
        if let others {
            all.append(
                (others.line, "\(Self.events(others.count)) of further undescribed devices are ignored; \(remedy)")
            )
        }
        return all.sorted { ($0.line, $0.text) < ($1.line, $1.text) }
    }

    private static func events(_ count: Int) -> String { count == 1 ? "1 event" : "\(count) events" }
}
