internal import Schema

/// Distinguishes parts of layouts from other files that are included by mistake, such as password files.
enum LayoutSigns {
    /// Keys that also occur in other kinds of files and therefore do not identify a layout.
    private static let common: Set<String> = [
        "actions", "center", "children", "class", "edges", "enabled", "filters", "grid", "hidden", "id", "idle",
        "include", "input", "key", "level", "metrics", "name", "on", "parameters", "path", "plugins", "position",
        "product", "range", "repeat", "root", "rotation", "selected", "serial", "size", "stack", "step", "steps", "tag",
        "template", "templates", "title", "transform", "type", "value", "vendor", "view", "windows", "with", "within",
    ]

    private static let keys: Set<String> = {
        let tables: [[String]] = [
            Layout.table.keys.map(\.name), ScreenLayout.table.keys.map(\.name), TemplateLayout.table.keys.map(\.name),
            ViewLayout.table.keys.map(\.name), WindowLayout.table.keys.map(\.name), InputLayout.table.keys.map(\.name),
            GestureLayout.table.keys.map(\.name), SequenceLayout.table.keys.map(\.name),
            ControllerLayout.table.keys.map(\.name),
        ]
        return Set(tables.joined()).subtracting(common)
    }()

    /// Whether the bytes contain a key that occurs only in layouts.
    ///
    /// Searches for words before a colon instead of parsing the file, which may contain a YAML error.
    static func areIn(_ bytes: [UInt8]) -> Bool {
        var word: Range<Int>?
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
                word = (word?.upperBound == index ? word?.lowerBound ?? index : index)..<index + 1
            case UInt8(ascii: ":"):
                guard let found = word, ends(found, at: index, bytes), begins(found, bytes) else { continue }
                if keys.contains(String(decoding: bytes[found], as: UTF8.self)) { return true }
            default: break
            }
        }
        return false
    }

    /// True if the colon follows the word or its closing quote, and a value may follow the colon.
    private static func ends(_ word: Range<Int>, at colon: Int, _ bytes: [UInt8]) -> Bool {
        guard word.count < 32 else { return false }
        let isQuoted = colon == word.upperBound + 1 && isQuote(bytes[word.upperBound])
        guard colon == word.upperBound || isQuoted else { return false }
        return isQuoted || colon + 1 == bytes.count || isBlank(bytes[colon + 1])
    }

    private static func begins(_ word: Range<Int>, _ bytes: [UInt8]) -> Bool {
        guard word.lowerBound > 0 else { return true }
        let before = bytes[word.lowerBound - 1]
        return isBlank(before) || isQuote(before) || before == UInt8(ascii: "{") || before == UInt8(ascii: ",")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }
    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
