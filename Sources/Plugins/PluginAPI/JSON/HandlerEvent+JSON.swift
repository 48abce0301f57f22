public import HandlerEvents
public import JSON

extension HandlerEvent {
    /// Writes the members of the object that stands for this in JSON, without its braces: what its kind of event has.
    ///
    /// `stream` is the same text from the beginning of a touch, gesture or press to its end, and no other's meanwhile.
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
    /// Whether it says something that is not the same for everything the plugin gets, or said already.
    fileprivate var isOwn: Bool { ![.event, .time, .plugin, .host].contains(self) }
}
