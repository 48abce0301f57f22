internal import CSystemd
internal import Glibc

package enum Journal {
    /// Whether standard error is connected to the journal. `JOURNAL_STREAM` contains the device and inode numbers of
    /// the journal's stream.
    package static var isStandardError: Bool {
        guard let said = getenv("JOURNAL_STREAM") else { return false }
        var file = stat()
        return fstat(STDERR_FILENO, &file) == 0 && String(cString: said) == "\(file.st_dev):\(file.st_ino)"
    }

    /// Writes a journal entry with fields of the form `NAME=value`; wraps `sd_journal_sendv`.
    package static func send(_ fields: [String]) {
        let texts = fields.map { Array($0.utf8) }
        let bytes = texts.flatMap { $0 }
        bytes.withUnsafeBytes { whole in
            guard let start = whole.baseAddress else { return }
            var pieces: [iovec] = []
            var offset = 0
            for text in texts {
                pieces.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: start + offset), iov_len: text.count))
                offset += text.count
            }
            sd_journal_sendv(pieces, Int32(pieces.count))
        }
    }
}
