/// A comment with data that evemu's format cannot represent, such as `# Touchbridge udev: ID_PATH=…`.
///
/// The data is part of the device description or of the recording's origin. Other tools ignore the comment.
enum EvemuComment {
    enum Key: String, CaseIterable {
        /// A udev property, `NAME=VALUE`.
        case udev
        case physical = "phys"
        case unique = "uniq"
        /// The date, `RecordingOrigin.made`.
        case made
        /// The time on the event clock, `RecordingOrigin.time`.
        case time
    }

    /// Limit evemu-properties (limits.md, Recordings and dumps): maximum number of udev properties of a device in an
    /// evemu file. If exceeded: further properties are ignored.
    ///
    /// A device usually has about 40 udev properties.
    static let propertyLimit = 256

    fileprivate static let head = "# Touchbridge "

    /// Parses a comment; returns nil for comments of other tools.
    static func read(_ line: UnsafeBufferPointer<UInt8>) -> (key: Key, value: String)? {
        guard line.starts(with: head.utf8) else { return nil }
        let text = line.dropFirst(head.utf8.count)
        for key in Key.allCases {
            let start = "\(key.rawValue): ".utf8
            if text.starts(with: start) { return (key, String(decoding: text.dropFirst(start.count), as: UTF8.self)) }
        }
        return nil
    }
}

extension TextBytes {
    /// Adds a comment on one line; line breaks in the value are replaced.
    mutating func append(comment key: EvemuComment.Key, _ value: String) {
        append("\(EvemuComment.head)\(key.rawValue): ")
        append(oneLine: value)
        append("\n")
    }

    /// Appends a string with a question mark in place of each control character.
    mutating func append(oneLine text: String) {
        bytes.append(contentsOf: text.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x3f : $0 })
    }
}
