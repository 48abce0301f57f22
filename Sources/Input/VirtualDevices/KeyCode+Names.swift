internal import CInput
public import InputEvents

extension KeyCode {
    /// Creates a key from its name, such as `F5`, `enter`, `ctrl` or the kernel's `KEY_VOLUMEUP`; nil for unknown
    /// names.
    public init?(named name: String) {
        let word = name.uppercased()
        let kernelName = word.hasPrefix("KEY_") ? word : "KEY_\(Self.shortNames[word] ?? word)"
        let code = tb_key_code(kernelName)
        guard code >= 0, KeyCode.keyboard.contains(UInt16(code)) else { return nil }
        self.init(rawValue: UInt16(code))
    }

    /// Codes of the keys of keyboards and remote controls, without the buttons of pointers, pens and gamepads.
    public static let keyboard: [UInt16] = Array(1...0xff) + Array(0x160...0x21f) + Array(0x230...0x2bf)

    /// The kernel's key names, without `KEY_`, by alternative name.
    private static let shortNames = [
        "CTRL": "LEFTCTRL", "CONTROL": "LEFTCTRL", "SHIFT": "LEFTSHIFT", "ALT": "LEFTALT", "ALTGR": "RIGHTALT",
        "SUPER": "LEFTMETA", "META": "LEFTMETA", "ESCAPE": "ESC", "RETURN": "ENTER", "DEL": "DELETE", "INS": "INSERT",
    ]

    /// Names of all keys, for spelling suggestions.
    public static var keyboardNames: [String] {
        keyboard.compactMap { code in
            tb_code_name(EventType.key.rawValue, code).map { String(String(cString: $0).dropFirst(4)).lowercased() }
        } + shortNames.keys.map { $0.lowercased() }.sorted()
    }
}
