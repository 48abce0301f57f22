internal import CInput
internal import InputEvents

/// Labels of Android's getevent: the kernel's names of types, codes, properties and values, truncated to 20
/// characters.
struct GeteventLabels {
    private static let length = 20
    private static let types: [String: UInt16] = [
        "EV_SYN": 0x00, "EV_KEY": 0x01, "EV_REL": 0x02, "EV_ABS": 0x03, "EV_MSC": 0x04, "EV_SW": 0x05, "EV_LED": 0x11,
        "EV_SND": 0x12, "EV_REP": 0x14, "EV_FF": 0x15, "EV_PWR": 0x16, "EV_FF_STATUS": 0x17,
    ]
    /// Names of button groups. getevent prints the name of the group for its first button.
    private static let groups: [String: UInt16] = [
        "BTN_MISC": 0x100, "BTN_MOUSE": 0x110, "BTN_JOYSTICK": 0x120, "BTN_GAMEPAD": 0x130, "BTN_DIGI": 0x140,
        "BTN_WHEEL": 0x150, "BTN_TRIGGER_HAPPY": 0x2c0,
    ]
    private static let properties: [String: UInt16] = [
        "INPUT_PROP_POINTER": 0, "INPUT_PROP_DIRECT": 1, "INPUT_PROP_BUTTONPAD": 2, "INPUT_PROP_SEMI_MT": 3,
        "INPUT_PROP_TOPBUTTONPAD": 4, "INPUT_PROP_POINTING_STICK": 5, "INPUT_PROP_ACCELEROMETER": 6,
    ]
    private static let values: [String: Int32] = [
        "UP": 0, "DOWN": 1, "REPEAT": 2, "MT_TOOL_FINGER": 0, "MT_TOOL_PEN": 1, "MT_TOOL_PALM": 2, "MT_TOOL_DIAL": 10,
    ]

    /// Codes by name, for each type that has occurred.
    private var codes: [UInt16: [String: UInt16]] = [:]

    /// Returns the event type for a label or a hexadecimal number; nil if unknown.
    func type(_ word: String) -> UInt16? { Self.types[word] ?? Self.hexadecimal(word) }

    /// Returns the event code for a label or a hexadecimal number; nil if unknown.
    mutating func code(_ word: String, of type: UInt16) -> UInt16? {
        if let code = Self.hexadecimal(word) { return code }
        if codes[type] == nil { codes[type] = Self.codes(of: type) }
        return codes[type]?[String(word.prefix(Self.length))]
    }

    func property(_ word: String) -> UInt16? { Self.properties[word] ?? Self.hexadecimal(word) }

    /// Returns the event value for a label or for eight hexadecimal digits; nil if malformed.
    func value(_ word: String) -> Int32? {
        if let value = Self.values[word] { return value }
        guard word.utf8.count == 8, word.utf8.allSatisfy(Self.isDigit) else { return nil }
        return UInt32(word, radix: 16).map { Int32(bitPattern: $0) }
    }

    /// Whether a word has the form of a label, such as `KEY_MACRO1`, and not of a number.
    static func isLabel(_ word: String) -> Bool {
        word.utf8.contains(UInt8(ascii: "_"))
            && word.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f }
    }

    private static func codes(of type: UInt16) -> [String: UInt16] {
        var codes: [String: UInt16] = type == EventType.key.rawValue ? groups : [:]
        for code in 0...DescriptionRules.highestCode(of: EventType(rawValue: type)) {
            guard let name = tb_code_name(type, code) else { continue }
            let label = String(String(cString: name).prefix(length))
            // If several codes have the same truncated name, the label means the lowest code.
            if codes[label] == nil { codes[label] = code }
        }
        return codes
    }

    private static func hexadecimal(_ word: String) -> UInt16? {
        guard word.utf8.count == 4, word.utf8.allSatisfy(isDigit) else { return nil }
        return UInt16(word, radix: 16)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
    }
}
