public import InputEvents

/// Formats a recording in `libinput record`'s format. The caller adds the devices one after another, each with all its
/// events, so all events must be available.
public struct RecordText {
    private var text = TextBytes()

    static let traceKey = "touchbridge-trace:"

    public init() {}

    /// Returns and removes the text written since the last call.
    public mutating func take() -> [UInt8] {
        defer { text.clear() }
        return text.bytes
    }

    /// Number of bytes that `take()` would return.
    public var count: Int { text.bytes.count }

    /// Begins a recording. For each device in turn, the caller then adds the description and all events.
    public mutating func begin(deviceCount: Int, _ origin: RecordingOrigin) {
        text.append("# written by Touchbridge in the format of libinput record\nversion: 1\n")
        text.append("ndevices: \(deviceCount)\nlibinput:\n  version: \"1.22.1\"\nsystem:\n  os: \"linux\"\n")
        text.append(origin)
        text.append("devices:\n")
    }

    /// Returns the text that precedes the first event of a device; nil if the device description is invalid.
    public static func description(of device: DeviceDescription) -> [UInt8]? {
        guard DescriptionRules.objection(to: device) == nil else { return nil }
        var text = TextBytes()
        text.append(record: device)
        return text.bytes
    }

    /// Returns the name of the device in the text that `description(of:)` returned; nil for any other text.
    public static func name(in description: [UInt8]) -> String? {
        let key = "      name: \""
        let lines = String(decoding: description, as: UTF8.self).split(separator: "\n", maxSplits: 3)
        guard let line = lines.first(where: { $0.hasPrefix(key) }), line.hasSuffix("\"") else { return nil }
        var (name, rest) = ("", line.dropFirst(key.count).dropLast())
        while let character = rest.popFirst() {
            guard character == "\\" else {
                name.append(character)
                continue
            }
            guard let escaped = rest.popFirst() else { break }
            guard escaped == "U" else {
                name.append(escaped)
                continue
            }
            let digits = rest.prefix(8)
            rest = rest.dropFirst(8)
            if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) {
                name.unicodeScalars.append(scalar)
            }
        }
        return name
    }

    /// Adds the text of a device that `description(of:)` returned.
    public mutating func add(description: [UInt8]) { text.bytes += description }

    /// Adds the events of a frame, including the final SYN_REPORT.
    public mutating func add(report events: some Sequence<RawEvent>) {
        text.append("    - evdev:\n")
        for event in events { text.append(record: event) }
    }

    /// Begins the trace of a flight-recorder dump: lines of JSON after all devices.
    public mutating func beginTrace() {
        text.append(Self.traceKey)
        text.append(" |\n")
    }

    /// Adds a line of JSON to the trace. Escapes all characters except printable ASCII, because YAML or a terminal may
    /// interpret them.
    public mutating func add(traceLine line: [UInt8]) {
        text.append("  ")
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars where scalar.value != 0x0a {
            if (0x20..<0x7f).contains(scalar.value) {
                text.bytes.append(UInt8(scalar.value))
            } else {
                // Characters other than printable ASCII occur only in JSON strings, in which an escape is valid.
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    text.append("\\u")
                    text.append(hex: unit, width: 4)
                }
            }
        }
        text.append("\n")
    }
}

extension TextBytes {
    mutating func append(_ origin: RecordingOrigin) {
        append("\(RecordingOrigin.key):\n  version: \(quoted(origin.version))\n")
        append("  reason: \(quoted(origin.reason))\n  made: \(quoted(origin.made))\n")
        append("  time: \(origin.time)\n  seconds: \(origin.seconds)\n")
        if origin.omittedNames > 0 { append("  omittedNames: \(origin.omittedNames)\n") }
        append(origin.layout.isEmpty ? "  layout: []\n" : "  layout:\n")
        for file in origin.layout {
            append("  - path: \(quoted(file.path))\n    sha256: \(quoted(file.digest))\n")
        }
    }
}
