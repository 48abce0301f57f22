public import HandlerEvents
public import JSON

extension HandlerEvent {
    /// Writes the JSON members of an event, without braces; members that its family lacks are omitted.
    ///
    /// `stream` is unique among open streams and constant from the beginning of a touch, gesture or press to its end.
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
    /// Whether the field varies between events and is not written otherwise.
    fileprivate var isOwn: Bool { ![.event, .time, .plugin, .host].contains(self) }
}
