extension RecordingFormat {
    /// Tells the format by the first line that says something.
    init(of file: InputFile) throws(RecordingError) {
        let remedy = "name a recording of evemu-record or libinput record"
        guard file.size > 0 else { throw RecordingError(.format, file.path, line: 1, "is empty", remedy: remedy) }
        let head = try file.bytes(0..<min(file.size, 4096))
        if head.starts(with: [0x1f, 0x8b]) || head.starts(with: [0xfd, 0x37]) || head.starts(with: [0x28, 0xb5]) {
            throw RecordingError(.format, file.path, line: 1, "is compressed", remedy: "unpack it first")
        }
        if head.contains(0) { throw RecordingError(.format, file.path, line: 1, "is binary", remedy: remedy) }
        let lines = LineReader(file)
        while try lines.advance() {
            let line = lines.line
            guard let start = line.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }), line[start] != 0x23 else {
                continue
            }
            if start == 0, line.count >= 2, line[1] == 0x3a, "NIPBALSE".utf8.contains(line[0]) {
                self = .evemu
                return
            }
            if start == 0, Self.isYAML(line) {
                self = .libinputRecord
                return
            }
            throw RecordingError(.format, file.path, line: lines.number, "is no recording", remedy: remedy)
        }
        throw RecordingError(.format, file.path, line: 1, "holds nothing but comments", remedy: remedy)
    }

    /// Whether a line is a key in lower case, a document's start or a directive.
    private static func isYAML(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
        if line.starts(with: "---".utf8) || line.starts(with: "%YAML".utf8) { return true }
        guard let colon = line.firstIndex(of: 0x3a), colon > 1 else { return false }
        return line[..<colon].allSatisfy { (0x61...0x7a).contains($0) || $0 == 0x5f || $0 == 0x2d }
    }
}
