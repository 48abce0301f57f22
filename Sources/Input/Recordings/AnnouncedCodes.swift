internal import InputEvents

/// Detects events with unannounced codes, and timestamps that go backwards.
///
/// Such events are delivered; later stages ignore events with unannounced codes.
struct AnnouncedCodes {
    private static let types = 32
    private static let codes = 768
    /// Whether an event needs no warning, because its code was announced or already reported. Index: type × `codes` +
    /// code.
    private var isKnownCode: ContiguousArray<Bool>
    private var unknownCodes: Set<UInt32> = []
    private var time = Int64.min
    private var didRunBackwards = false

    init(_ description: DeviceDescription) {
        isKnownCode = ContiguousArray(repeating: false, count: Self.types * Self.codes)
        // Descriptions do not list SYN codes. If the description lists no codes, all codes count as known.
        for code in 0..<Self.codes { isKnownCode[code] = true }
        for (type, codes) in description.codes where type.rawValue < Self.types {
            for code in codes where code < Self.codes {
                isKnownCode[Int(type.rawValue) * Self.codes + Int(code)] = true
            }
        }
        if description.codes.isEmpty { for index in isKnownCode.indices { isKnownCode[index] = true } }
    }

    /// Returns the anomaly of an event; nil for a regular event and for an anomaly that was already reported.
    @inline(__always)
    mutating func anomaly(of event: RawEvent) -> Anomaly? {
        let (type, code) = (Int(event.type.rawValue), Int(event.code))
        let isKnown = type < Self.types && code < Self.codes && isKnownCode[type &* Self.codes &+ code]
        if isKnown, event.time >= time {
            time = event.time
            return nil
        }
        return slowAnomaly(of: event)
    }

    enum Anomaly {
        case neverAnnounced
        case backInTime
    }

    private mutating func slowAnomaly(of event: RawEvent) -> Anomaly? {
        let isBack = event.time < time
        time = event.time
        if isBack, !didRunBackwards {
            didRunBackwards = true
            return .backInTime
        }
        let (type, code) = (Int(event.type.rawValue), Int(event.code))
        if type < Self.types, code < Self.codes {
            if isKnownCode[type * Self.codes + code] { return nil }
            isKnownCode[type * Self.codes + code] = true
            return .neverAnnounced
        }
        guard unknownCodes.count < 100 else { return nil }
        return unknownCodes.insert(UInt32(type) << 16 | UInt32(code)).inserted ? .neverAnnounced : nil
    }
}

extension AnnouncedCodes.Anomaly {
    /// Returns the warning text, without the position in the file.
    func message(about event: RawEvent) -> String {
        let (type, code) = (DescriptionRules.hex(event.type.rawValue), DescriptionRules.hex(event.code))
        return switch self {
        case .backInTime: "the time is earlier than the time of the previous event"
        case .neverAnnounced: "the device does not announce type 0x\(type), code 0x\(code) of this event"
        }
    }
}
