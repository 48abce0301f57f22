public import HandlerEvents
public import JSON

extension HandlerEvent {
    /// Writes the JSON members of an event without the surrounding braces. Omits members that the event's family does
    /// not have.
    ///
    /// The member `stream` identifies a touch, gesture or press: all its events have the same value. The values of open
    /// touches, gestures and presses differ.
    public func write(to bytes: inout JSONBytes, for binding: Binding) {
        bytes.append(raw: "\"event\":")
        bytes.append(event.rawValue)
        bytes.append(raw: ",\"time\":")
        bytes.append(time)
        if event.flow != .single {
            bytes.append(raw: ",\"stream\":")
            bytes.append("\(binding.group).\(stream)")
        }
        for (placeholder, value) in binding.fields(self) where placeholder.isOwn {
            bytes.append(raw: ",")
            bytes.append(placeholder.rawValue)
            bytes.append(raw: ":")
            bytes.append(value)
        }
    }
}

extension Placeholder {
    /// Whether `write` writes the placeholder's value as a member. `event` and `time` are written separately; `plugin`
    /// and `host` are equal for all events.
    fileprivate var isOwn: Bool { ![.event, .time, .plugin, .host].contains(self) }
}
