internal import InputEvents

/// Detects events with codes that a device did not announce, and timestamps that go backwards.
///
/// Such events are delivered all the same; later stages ignore them.
struct AnnouncedCodes {
    private static let types = 32
    private static let codes = 768
    /// Codes without a warning: announced ones, and those already reported.
    private var known: ContiguousArray<Bool>
    private var strange: Set<UInt32> = []
    private var time = Int64.min
    private var hasTurnedBack = false

    init(_ description: DeviceDescription) {
        known = ContiguousArray(repeating: false, count: Self.types * Self.codes)
        // Marks are never announced. A device without any description has nothing to compare with.
        for code in 0..<Self.codes { known[code] = true }
        for (type, codes) in description.codes where type.rawValue < Self.types {
            for code in codes where code < Self.codes { known[Int(type.rawValue) * Self.codes + Int(code)] = true }
        }
        if description.codes.isEmpty { for place in known.indices { known[place] = true } }
    }

    /// Returns what is unexpected about an event; nil for most events.
    @inline(__always)
    mutating func oddity(of event: RawEvent) -> Oddity? {
        let (type, code) = (Int(event.type.rawValue), Int(event.code))
        let isKnown = type < Self.types && code < Self.codes && known[type &* Self.codes &+ code]
        if isKnown, event.time >= time {
            time = event.time
            return nil
        }
        return slowOddity(of: event)
    }

    enum Oddity {
        case neverAnnounced
        case backInTime
    }

    private mutating func slowOddity(of event: RawEvent) -> Oddity? {
        let isBack = event.time < time
        time = event.time
        if isBack, !hasTurnedBack {
            hasTurnedBack = true
            return .backInTime
        }
        let (type, code) = (Int(event.type.rawValue), Int(event.code))
        if type < Self.types, code < Self.codes {
            if known[type * Self.codes + code] { return nil }
            known[type * Self.codes + code] = true
            return .neverAnnounced
        }
        guard strange.count < 100 else { return nil }
        return strange.insert(UInt32(type) << 16 | UInt32(code)).inserted ? .neverAnnounced : nil
    }
}

extension AnnouncedCodes.Oddity {
    /// Returns the text of the warning.
    func message(about event: RawEvent) -> String {
        let (type, code) = (DescriptionRules.hex(event.type.rawValue), DescriptionRules.hex(event.code))
        return switch self {
        case .backInTime: "the time goes backwards here"
        case .neverAnnounced: "an event of type 0x\(type), code 0x\(code), which the device never announced"
        }
    }
}
