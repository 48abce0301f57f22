internal import InputEvents

/// Parser of the device descriptions that `getevent -p`, `-i` or `-v` prints before the events.
struct GeteventDescription {
    private(set) var devices: [DeviceDescription] = []
    /// Index of each device, by the path of its device node.
    private(set) var indices: [String: Int] = [:]
    private var current: Int?
    private var section = Section.head
    /// Event type of the codes in the current section; nil before the first type of the section.
    private var type: EventType?

    private enum Section { case head, events, properties, report }

    /// Prefixes of messages that getevent writes to standard error.
    private static let messages = ["could not ", "Can't ", "remote device", "remove device "]

    /// An error in a line; the caller adds the line number and the fix.
    struct Fault: Error {
        var message: String
        var isImpossible = false
    }

    /// Returns whether a line is a message of getevent, which describes no device.
    static func isMessage(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        messages.contains { line.starts(with: $0.utf8) }
    }

    /// Returns whether a recording can begin with this line.
    static func begins(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        line.starts(with: "add device ".utf8) || line.starts(with: "could not ".utf8)
    }

    /// Parses a line. Returns the name of an unknown property or code, which is ignored; nil if there is none.
    mutating func parse(_ line: UnsafeBufferPointer<UInt8>, _ labels: inout GeteventLabels) throws(Fault) -> String? {
        if line.starts(with: "add device ".utf8) {
            try begin(String(decoding: line, as: UTF8.self))
            return nil
        }
        if Self.isMessage(line) { return nil }
        let indent = line.prefix { $0 == 0x20 }.count
        guard let current, indent >= 2 || section == .report else { throw Fault(message: Self.malformed) }
        let text = String(decoding: line.dropFirst(indent), as: UTF8.self)
        if section == .report { return nil }
        if indent == 2 {
            try parse(head: text, of: current)
            return nil
        }
        switch section {
        case .events: return try parse(codes: text, of: current, &labels)
        case .properties: return try parse(property: text, of: current, labels)
        case .head, .report: throw Fault(message: Self.malformed)
        }
    }

    private static let malformed = "the line is not in getevent's format"

    private mutating func begin(_ text: String) throws(Fault) {
        guard let colon = text.firstIndex(of: ":"), let slash = text[colon...].firstIndex(of: "/") else {
            throw Fault(message: "'add device' is not followed by a number and a path")
        }
        let path = String(text[slash...])
        section = .head
        if let index = indices[path] {
            current = index
            return
        }
        guard devices.count < DescriptionRules.deviceLimit else {
            throw Fault(message: "the file has more than \(DescriptionRules.deviceLimit) devices", isImpossible: true)
        }
        current = devices.count
        indices[path] = devices.count
        devices.append(DeviceDescription(name: ""))
    }

    private mutating func parse(head text: String, of index: Int) throws(Fault) {
        let key = text.prefix { $0 != ":" && $0 != " " }
        let value = text.dropFirst(key.count).drop { $0 == ":" || $0 == " " }
        section = .head
        switch key {
        case "name": devices[index].name = try Self.quoted(value)
        case "location":
            let location = try Self.quoted(value)
            devices[index].physical = location.isEmpty ? nil : DescriptionRules.recorded(physical: location)
        case "id":
            let id = try Self.quoted(value)
            devices[index].unique = id.isEmpty ? nil : id
        case "bus": devices[index].identity.bus = try Self.number(value)
        case "vendor": devices[index].identity.vendor = try Self.number(value)
        case "product": devices[index].identity.product = try Self.number(value)
        // getevent prints the driver's version under the same key, but with a colon: `version: 1.0.1`.
        case "version": if !text.utf8.contains(0x3a) { devices[index].identity.version = try Self.number(value) }
        case "events": (section, type) = (.events, nil)
        case "input": section = .properties
        // The lines of a HID report descriptor have no fixed format and are skipped.
        case "HID": section = .report
        default: throw Fault(message: Self.malformed)
        }
    }

    /// Parses `KEY (0001): BTN_TOUCH …`, or a following line with more codes. Returns an unknown code's name, or nil.
    private mutating func parse(
        codes text: String,
        of index: Int,
        _ labels: inout GeteventLabels
    ) throws(Fault) -> String? {
        var rest = text[...]
        if let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
            guard let number = labels.type(String(rest[open..<close].dropFirst())),
                number <= DescriptionRules.highestType, rest[close...].hasPrefix("):")
            else { throw Fault(message: "the event type is not four hexadecimal digits up to 001f") }
            let new = EventType(rawValue: number)
            type = new
            rest = rest[close...].dropFirst(2)
            devices[index].codes[new, default: []].formUnion([])
        }
        guard let type else { throw Fault(message: "no event type precedes the codes") }
        let words = rest.split(separator: " ")
        if type == .absolute, let colon = words.firstIndex(of: ":") {
            guard colon == 1, let code = labels.code(Self.code(words[0]), of: type.rawValue) else {
                throw Fault(message: "a range does not follow an axis")
            }
            try add(code, of: type, to: index)
            devices[index].axes[Axis(rawValue: code)] = try Self.range(rest)
            return nil
        }
        var unknown: String?
        for word in words {
            // getevent marks a pressed key with `*`, with or without a space before the mark.
            guard word != "*" else { continue }
            guard let code = labels.code(Self.code(word), of: type.rawValue) else {
                guard GeteventLabels.isLabel(Self.code(word)) else { throw Fault(message: Self.malformed) }
                unknown = String(word)
                continue
            }
            try add(code, of: type, to: index)
        }
        return unknown
    }

    private mutating func add(_ code: UInt16, of type: EventType, to index: Int) throws(Fault) {
        guard code <= DescriptionRules.highestCode(of: type) else {
            let names =
                "event type 0x\(DescriptionRules.hex(type.rawValue)) has no code 0x\(DescriptionRules.hex(code))"
            throw Fault(message: names, isImpossible: true)
        }
        devices[index].codes[type, default: []].insert(code)
    }

    private mutating func parse(
        property text: String,
        of index: Int,
        _ labels: GeteventLabels
    ) throws(Fault) -> String? {
        if text.hasPrefix("<") { return nil }
        let word = String(text.prefix { $0 != " " })
        guard let property = labels.property(word) else {
            guard GeteventLabels.isLabel(word) else { throw Fault(message: Self.malformed) }
            return word
        }
        guard property <= DescriptionRules.highestProperty else {
            throw Fault(message: "input property \(property) does not exist", isImpossible: true)
        }
        devices[index].properties.insert(DeviceProperty(rawValue: property))
        return nil
    }

    /// Parses `ABS_X : value 0, min 0, max 799, fuzz 0, flat 0, resolution 0`.
    private static func range(_ text: Substring) throws(Fault) -> AxisRange {
        var range = AxisRange(minimum: 0, maximum: 0)
        var found = 0
        for part in text.drop(while: { $0 != ":" }).dropFirst().split(separator: ",") {
            let words = part.split(separator: " ")
            guard words.count == 2, let number = Int32(words[1]) else { throw Fault(message: unreadable) }
            switch words[0] {
            case "value": continue
            case "min": range.minimum = number
            case "max": range.maximum = number
            case "fuzz": range.fuzz = number
            case "flat": range.flat = number
            case "resolution": range.resolution = number
            default: throw Fault(message: unreadable)
            }
            found += 1
        }
        guard found >= 2 else { throw Fault(message: unreadable) }
        return range
    }

    private static let unreadable = "the axis's range is not 'value N, min N, max N, fuzz N, flat N, resolution N'"

    private static func code(_ word: Substring) -> String { String(word.last == "*" ? word.dropLast() : word) }

    private static func quoted(_ text: Substring) throws(Fault) -> String {
        guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else {
            throw Fault(message: "the value is not in quotation marks")
        }
        return String(text.dropFirst().dropLast())
    }

    private static func number(_ text: Substring) throws(Fault) -> UInt16 {
        guard let number = UInt16(text, radix: 16) else {
            throw Fault(message: "the value is not a hexadecimal number up to ffff")
        }
        return number
    }
}
