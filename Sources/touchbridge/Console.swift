internal import Glibc

/// Standard output and error.
enum Console {
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func print(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    static func complain(_ text: String) { write("touchbridge: \(text)\n", to: STDERR_FILENO) }

    /// Writes over the current line of the terminal.
    static func progress(_ text: String) { write("\r\u{1b}[K\(text)", to: STDERR_FILENO) }

    private static func write(_ text: String, to file: Int32) {
        var text = text
        text.withUTF8 { try? writeAll(UnsafeRawBufferPointer($0), to: file) }
    }

    /// Writes everything, however many calls it takes.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to file: Int32) throws(WriteError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count > 0 {
                rest = rest.dropFirst(count)
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
