internal import Glibc

/// Standard output and error.
enum Console {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func complain(_ text: String) { write("touchbridge: \(text)\n", to: STDERR_FILENO) }

    /// Writes over the current line of the terminal.
    static func progress(_ text: String) { write("\r\u{1b}[K\(text)", to: STDERR_FILENO) }

    private static func write(_ text: String, to file: Int32) { try? writeAll(Array(text.utf8), to: file) }

    /// Writes everything, however many calls it takes.
    static func writeAll(_ bytes: [UInt8], to file: Int32) throws(WriteError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + done, bytes.count - done) }
            if count > 0 {
                done += count
            } else if errno != EINTR {
                throw WriteError(number: errno)
            }
        }
    }
}

/// Output that could not be written.
struct WriteError: Error, CustomStringConvertible {
    let number: Int32
    var description: String { "writing failed: \(String(cString: strerror(number)))" }
}
