internal import InputEvents

/// Limits of the kernel for the descriptions of devices.
enum DescriptionRules {
    static let highestType: UInt16 = 0x1f
    static let highestProperty: UInt16 = 0x3f
    static let highestAxis: UInt16 = 0x3f

    /// Returns the highest code of a type, rounded up to rows of eight bytes because the kernel may add codes.
    static func highestCode(of type: EventType) -> UInt16 {
        switch type {
        case .key: 0x2ff
        case .forceFeedback: 0x7f
        default: 0x3f
        }
    }

    /// Returns the physical location of a recorded device. The location of our own virtual devices is dropped: a
    /// replay would ignore the device, although only reading a live one is a feedback loop (U5).
    static func recorded(physical: String?) -> String? { DeviceKind.isOurs(physical: physical) ? nil : physical }

    /// Returns why a description cannot be written; nil if it can.
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
