public import JSON
public import Occurrences

extension Occurrence {
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
        for placeholder in Placeholder.allCases where placeholder.isOwn(of: event.family) {
            if let number = placeholder.number(in: self) {
                bytes.append(raw: ",")
                bytes.append(placeholder.rawValue)
                bytes.append(raw: ":")
                bytes.append(number)
            } else {
                let text = binding.text(for: placeholder, in: self)
                guard !text.isEmpty else { continue }
                bytes.append(raw: ",")
                bytes.append(placeholder.rawValue)
                bytes.append(raw: ":")
                bytes.append(text)
            }
        }
    }
}

extension Placeholder {
    /// Whether it says something of an event of a family that is not the same for everything the plugin gets.
    fileprivate func isOwn(of family: EventName.Family) -> Bool {
        switch self {
        case .event, .time, .plugin, .host: false
        default: isKnown(of: family)
        }
    }
}
