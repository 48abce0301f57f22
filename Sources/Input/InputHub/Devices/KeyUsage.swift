internal import InputEvents

extension KeyCode {
    /// The usage id of the key in the USB HID table for keyboards; 0 for a key without a usage id.
    var usage: Int {
        if let index = Self.codesByUsage.firstIndex(of: rawValue) { return index + Self.firstUsage }
        return Self.modifiers.firstIndex(of: rawValue).map { $0 + Self.firstModifier } ?? 0
    }

    private static let firstUsage = 0x04
    private static let firstModifier = 0xe0

    /// The kernel's `KEY_` constants in the order of the usage table, from the letter A on; 0 for a usage without a key
    /// code.
    private static let codesByUsage: [UInt16] = [
        30, 48, 46, 32, 18, 33, 34, 35, 23, 36, 37, 38, 50, 49, 24, 25, 16, 19, 31, 20, 22, 47, 17, 45, 21, 44,  // A–Z
        2, 3, 4, 5, 6, 7, 8, 9, 10, 11,  // 1–9, 0
        28, 1, 14, 15, 57, 12, 13, 26, 27, 43, 0, 39, 40, 41, 51, 52, 53, 58,  // Enter to caps lock
        59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 87, 88,  // function keys 1 to 12
        99, 70, 119, 110, 102, 104, 111, 107, 109, 106, 105, 108, 103,  // print screen to the arrows
        69, 98, 55, 74, 78, 96, 79, 80, 81, 75, 76, 77, 71, 72, 73, 82, 83,  // the keypad
        86, 127, 116, 117, 183, 184, 185, 186, 187, 188, 189, 190, 191, 192, 193, 194,  // 102nd key to function key 24
        134, 138, 130, 132, 128, 129, 131, 137, 133, 135, 136, 113, 115, 114,  // open to volume down
    ]

    /// Control, shift, alt and meta on the left, then on the right.
    private static let modifiers: [UInt16] = [29, 42, 56, 125, 97, 54, 100, 126]
}
