public import InputEvents

/// A whole recording as libinput record writes it, piece by piece, for who has all of it already.
public struct RecordText {
    private var text = TextBytes()

    static let traceKey = "touchbridge-trace:"

    public init() {}

    /// What was written since the last call.
    public mutating func take() -> [UInt8] {
        defer { text.clear() }
        return text.bytes
    }

    /// How much waits to be taken.
    public var count: Int { text.bytes.count }

    /// Begins a recording of so many devices; each is described and has its events before the next one.
    public mutating func begin(deviceCount: Int, _ origin: RecordingOrigin) {
        text.append("# written by Touchbridge's flight recorder in the format of libinput record\nversion: 1\n")
        text.append("ndevices: \(deviceCount)\nlibinput:\n  version: \"1.22.1\"\nsystem:\n  os: \"linux\"\n")
        text.append("\(RecordingOrigin.key):\n  version: \(text.quoted(origin.version))\n")
        text.append("  reason: \(text.quoted(origin.reason))\n  made: \(text.quoted(origin.made))\n")
        text.append("  time: \(origin.time)\n  seconds: \(origin.seconds)\n")
        text.append(origin.layout.isEmpty ? "  layout: []\n" : "  layout:\n")
        for file in origin.layout {
            text.append("  - path: \(text.quoted(file.path))\n    sha256: \(text.quoted(file.digest))\n")
        }
        text.append("devices:\n")
    }

    /// A device up to its first event; nil when no reader could make it again.
    public static func description(of device: DeviceDescription) -> [UInt8]? {
        guard DescriptionRules.objection(to: device) == nil else { return nil }
        var text = TextBytes()
        text.append(record: device)
        return text.bytes
    }

    /// Adds a device that was described before.
    public mutating func add(description: [UInt8]) { text.bytes += description }

    /// Adds a report with its mark at the end.
    public mutating func add(report events: some Sequence<RawEvent>) {
        text.append("    - evdev:\n")
        for event in events { text.append(record: event) }
    }

    /// Begins the lines of a trace, behind all devices.
    public mutating func beginTrace() {
        text.append(Self.traceKey)
        text.append(" |\n")
    }

    /// Adds a line of JSON, with everything in it escaped that YAML or a terminal could take for something else.
    public mutating func add(traceLine line: [UInt8]) {
        text.append("  ")
        for scalar in String(decoding: line, as: UTF8.self).unicodeScalars where scalar.value != 0x0a {
            if (0x20..<0x7f).contains(scalar.value) {
                text.bytes.append(UInt8(scalar.value))
            } else {
                // Beyond ASCII is nothing but texts in quotes.
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    text.append("\\u")
                    text.append(hex: unit, width: 4)
                }
            }
        }
        text.append("\n")
    }
}
