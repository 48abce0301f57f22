public import InputEvents

/// Writes a recording of one device in evemu-record's format, which evemu-play can play.
///
/// Comments in the file contain data that evemu's format cannot represent: udev's properties, the physical location,
/// the unique id and the date. The current values of the axes are not stored.
public final class EvemuWriter: RecordingWriter {
    private let file: OutputFile
    private var frame = FrameInProgress()
    private var text = TextBytes()

    /// Creates the file and writes the description; an existing file is replaced only if `replaces` is true.
    public init(path: String, device: DeviceDescription, _ origin: RecordingOrigin? = nil, replaces: Bool = false)
        throws(RecordingError)
    {
        try RecordingError.check(device, path)
        file = try OutputFile(path: path, replaces: replaces)
        text.append(evemu: device)
        if let origin {
            text.append(comment: .made, origin.made)
            text.append(comment: .time, "\(origin.time)")
        }
        do throws(RecordingError) {
            try file.append(text.bytes)
        } catch {
            file.remove()
            throw error
        }
    }

    public var path: String { file.path }

    /// Adds an event of device 0; a frame is written when its SYN_REPORT arrives.
    public func write(_ recorded: RecordedEvent) throws(RecordingError) {
        precondition(recorded.device == 0, "an evemu file has one device")
        try RecordingError.check(recorded.event, path)
        guard frame.take(recorded.event) else { return }
        text.clear()
        for event in frame.events { text.append(evemu: event) }
        frame.clear()
        try file.append(text.bytes)
    }

    /// Closes the file; an incomplete frame is dropped.
    public func finish() throws(RecordingError) { try file.finish() }
}

extension TextBytes {
    mutating func append(evemu event: RawEvent) {
        append("E: ")
        append(event.time / 1_000_000)
        append(".")
        append(event.time % 1_000_000, width: 6)
        append(" ")
        append(hex: event.type.rawValue, width: 4)
        append(" ")
        append(hex: event.code, width: 4)
        append(" ")
        append(Int64(event.value), width: 4)
        append("\n")
    }

    mutating func append(evemu device: DeviceDescription) {
        append("# EVEMU 1.3\n# Written by Touchbridge\nN: ")
        // Replaces control characters, because a line break in the name would end the line.
        append(oneLine: device.name)
        append("\nI:")
        for number in [device.identity.bus, device.identity.vendor, device.identity.product, device.identity.version] {
            append(" ")
            append(hex: number, width: 4)
        }
        append("\n")
        appendRows("P:", Set(device.properties.map(\.rawValue)), count: 1)
        let types = Set(device.codes.keys.map(\.rawValue)).union([0])
        appendRows("B: 00", types, count: 1)
        for type in types.union(Self.customaryTypes).sorted() where type != 0 {
            let codes = device.codes[EventType(rawValue: type)] ?? []
            guard !codes.isEmpty || Self.customaryTypes.contains(type) else { continue }
            let rows = (Int(DescriptionRules.highestCode(of: EventType(rawValue: type))) + 1) / 64
            appendRows("B: \(DescriptionRules.hex(type))", codes, count: rows)
        }
        for (axis, range) in device.axes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            append("A: \(DescriptionRules.hex(axis.rawValue)) \(range.minimum) \(range.maximum)")
            append(" \(range.fuzz) \(range.flat) \(range.resolution)\n")
        }
        if let physical = device.physical { append(comment: .physical, physical) }
        if let unique = device.unique { append(comment: .unique, unique) }
        for (name, value) in device.udev.sorted(by: { $0.key < $1.key }) { append(comment: .udev, "\(name)=\(value)") }
    }

    /// Event types for which evemu writes rows even if the device has no codes of the type.
    private static let customaryTypes: Set<UInt16> = [1, 2, 3, 4, 5, 0x11, 0x12, 0x14, 0x15]

    /// Writes bits in rows of eight bytes.
    private mutating func appendRows(_ head: String, _ bits: Set<UInt16>, count: Int) {
        for row in 0..<count {
            append(head)
            for byte in 0..<8 {
                var value: UInt16 = 0
                for bit in 0..<8 where bits.contains(UInt16(row * 64 + byte * 8 + bit)) { value |= 1 << UInt16(bit) }
                append(" ")
                append(hex: value, width: 2)
            }
            append("\n")
        }
    }
}
