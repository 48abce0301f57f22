internal import Glibc

/// Standard output and error.
enum Console {
    /// Whether a person reads what is complained of.
    static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    static func print(_ text: String) throws(WriteError) {
        try writeAll(Array((text + "\n").utf8), to: STDOUT_FILENO, named: "standard output")
    }

    /// The C library's words for an error, in lower case like all of our messages.
    static func words(_ number: Int32) -> String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    static func complain(_ text: String) { report("touchbridge: \(text)\n") }

    /// Writes over the current line of the terminal; an empty text clears it.
    static func progress(_ text: String) { report("\r\u{1b}[K\(text)") }

    /// Nobody can be told when this fails.
    private static func report(_ text: String) {
        try? writeAll(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
    }

    /// Writes everything, however many calls it takes.
    static func writeAll(_ bytes: [UInt8], to file: Int32, named name: String) throws(WriteError) {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes { Glibc.write(file, $0.baseAddress! + done, bytes.count - done) }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: break
            case EAGAIN:
                var ready = pollfd(fd: file, events: Int16(POLLOUT), revents: 0)
                poll(&ready, 1, -1)
            default: throw WriteError(name: name, number: errno)
            }
        }
    }
}

/// Output that could not be written.
struct WriteError: Error, CustomStringConvertible {
    let name: String
    let number: Int32
    var description: String {
        let remedy = number == ENOSPC || number == EDQUOT ? "make room on the disk" : "write to a file instead"
        return "\(name): cannot be written: \(Console.words(number)); \(remedy)"
    }
}
