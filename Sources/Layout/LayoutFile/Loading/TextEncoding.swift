internal import YAML

/// Distinguishes UTF-8 from other text encodings.
enum TextEncoding {
    /// Returns the encoding error and the offset of the first invalid byte; nil if the bytes are valid UTF-8.
    static func problem(in bytes: [UInt8]) -> (message: String, offset: Int)? {
        let remedy = "save it as UTF-8"
        if bytes.starts(with: [0xff, 0xfe, 0, 0]) || bytes.starts(with: [0, 0, 0xfe, 0xff]) {
            return ("the file is encoded in UTF-32; \(remedy)", 0)
        }
        if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
            return ("the file is encoded in UTF-16; \(remedy)", 0)
        }
        if let offset = bytes.firstIndex(of: 0) {
            let head = bytes.prefix(256)
            let isWide = head.count(where: { $0 == 0 }) >= head.count / 3
            return (
                isWide
                    ? "the file is probably encoded in UTF-16; \(remedy)"
                    : "the file contains a NUL byte; a layout must be a text file",
                offset
            )
        }
        guard let offset = firstInvalid(in: bytes) else { return nil }
        let digits = String(bytes[offset], radix: 16, uppercase: true)
        return ("the byte 0x\(digits) is not UTF-8; save the file as UTF-8", offset)
    }

    /// Returns the bytes without a byte order mark.
    static func withoutMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    }

    private static func firstInvalid(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = Unicode.UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var offset = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): offset += scalar.count
            case .error: return offset
            case .emptyInput: return nil
            }
        }
    }

    /// Returns the line and column of a byte offset, and the text of this line.
    static func position(of offset: Int, in bytes: [UInt8], source: Int) -> (mark: Mark, line: String) {
        let before = bytes[..<offset]
        let start = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: 0x0a) ?? bytes.endIndex
        let number = before.count(where: { $0 == 0x0a }) + 1
        let column = String(decoding: bytes[start..<offset], as: UTF8.self).count + 1
        // Quotes at most 100 bytes after the offset, and nothing if the line begins more than 400 bytes before it.
        let line = bytes[max(start, offset - 400)..<min(end, offset + 100)]
        let mark = Mark(line: number, column: column, source: source)
        return (mark, start >= offset - 400 ? String(decoding: line, as: UTF8.self) : "")
    }
}
