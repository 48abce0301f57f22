internal import CInput
public import InputEvents

extension KeyCode {
    /// The key of a name as people say it: `F5`, `enter`, `ctrl` or the kernel's own `KEY_VOLUMEUP`; nil for other words.
    public init?(named name: String) {
        let word = name.uppercased()
        let kernelName = word.hasPrefix("KEY_") ? word : "KEY_\(Self.shortNames[word] ?? word)"
        let code = tb_key_code(kernelName)
        guard code >= 0, KeyCode.keyboard.contains(UInt16(code)) else { return nil }
        self.init(rawValue: UInt16(code))
    }

    /// The keys that a keyboard or a remote control may have: none of them is a button of a pointer, a pen or a gamepad.
    public static let keyboard: [UInt16] = Array(1...0xff) + Array(0x160...0x21f) + Array(0x230...0x2bf)

    /// What keys are called beside the kernel's names.
    private static let shortNames = [
        "CTRL": "LEFTCTRL", "CONTROL": "LEFTCTRL", "SHIFT": "LEFTSHIFT", "ALT": "LEFTALT", "ALTGR": "RIGHTALT",
        "SUPER": "LEFTMETA", "META": "LEFTMETA", "ESCAPE": "ESC", "RETURN": "ENTER", "DEL": "DELETE", "INS": "INSERT",
    ]

    /// The names of all keys, for who looks for what was meant.
    public static var keyboardNames: [String] {
        keyboard.compactMap { code in
            tb_key_name(code).map { String(String(cString: $0).dropFirst(4)).lowercased() }
        } + shortNames.keys.map { $0.lowercased() }.sorted()
    }
}
