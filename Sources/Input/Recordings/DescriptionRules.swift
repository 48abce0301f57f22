internal import InputEvents

/// Limits for device descriptions; most are limits of the kernel.
enum DescriptionRules {
    /// Limit recording-devices (limits.md, Recordings and dumps): maximum number of devices of a recording. If
    /// exceeded: an error that contains `split the file` is reported.
    static let deviceLimit = 64
    static let highestType: UInt16 = 0x1f
    static let highestProperty: UInt16 = 0x3f
    static let highestAxis: UInt16 = 0x3f

    /// Returns the highest accepted code of an event type. The number of codes is rounded up to a multiple of 64,
    /// because the kernel may add codes.
    static func highestCode(of type: EventType) -> UInt16 {
        switch type {
        case .key: 0x2ff
        case .forceFeedback: 0x7f
        default: 0x3f
        }
    }

    /// Returns the physical location to use for a recorded device; nil for the location of one of Touchbridge's own
    /// virtual devices. Without this exception, a replay would ignore the device, because Touchbridge ignores its own
    /// live devices to avoid a feedback loop (U5).
    static func recorded(physical: String?) -> String? { DeviceKind.isOurs(physical: physical) ? nil : physical }

    /// Returns the reason why a description cannot be written; nil if it can be written.
    static func objection(to description: DeviceDescription) -> String? {
        if description.name.isEmpty { return "the device has no name" }
        for (type, codes) in description.codes {
            if type.rawValue > highestType { return "event type 0x\(hex(type.rawValue)) does not exist" }
            if let code = codes.max(), code > highestCode(of: type) {
                return "event type 0x\(hex(type.rawValue)) has no code 0x\(hex(code))"
            }
        }
        if let axis = description.axes.keys.first(where: { $0.rawValue > highestAxis }) {
            return "axis 0x\(hex(axis.rawValue)) does not exist"
        }
        if let property = description.properties.first(where: { $0.rawValue > highestProperty }) {
            return "input property \(property.rawValue) does not exist"
        }
        return nil
    }

    static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 2 - digits.count)) + digits
    }
}
