internal import CPlatform
internal import Glibc

extension Secret {
    /// Limit secret-bytes (limits.md, Layouts): maximum number of bytes of a secret file. If exceeded: the plugin does
    /// not start, and the error contains `is too large for a secret`.
    private static let limit = 64 * 1024

    /// Returns the secret without trailing line breaks. Errors name the source of the secret, never the secret itself.
    ///
    /// First makes the process non-dumpable: a crash then writes no core dump, and only root can read the memory of
    /// the process.
    public func read() throws(ServiceError) -> String {
        Self.makeNonDumpable()
        let (text, name): (String, String)
        switch location {
        case .file(let path): (text, name) = (try Self.contents(of: path), "the file \(path)")
        case .environment(let variable):
            guard let value = getenv(variable) else {
                throw ServiceError("the environment variable \(variable) is not set; set it for the service")
            }
            (text, name) = (String(cString: value), "the environment variable \(variable)")
        }
        var lines = text[...]
        while let last = lines.unicodeScalars.last, last == "\n" || last == "\r" { lines.unicodeScalars.removeLast() }
        guard !lines.isEmpty else { throw ServiceError("\(name) is empty; it must contain the secret") }
        guard !lines.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw ServiceError("\(name) contains a second line or a control character; it must contain only the secret")
        }
        return String(lines)
    }

    /// Makes the process non-dumpable. Otherwise, child processes of plugins could read its memory, because they run as
    /// the same user.
    package static func makeNonDumpable() { tb_keep_memory() }

    /// Returns the error message for a secret file that cannot be opened, with a remedy.
    package static func obstacle(_ error: Int32, _ path: String) -> String {
        let remedy =
            switch error {
            case ENOENT, ENOTDIR:
                "run 'install -m 600 /dev/stdin \(path)', type the secret and press ctrl+d"
            case EACCES, EPERM: "give the service's user access to the file and its directories"
            default: "check the path"
            }
        return "cannot read the secret in \(path): \(String(cString: strerror(error))); \(remedy)"
    }

    private static func contents(of path: String) throws(ServiceError) -> String {
        // Without O_NONBLOCK, opening a FIFO without a writer would block startup.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { throw ServiceError(obstacle(errno, path)) }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes { unsafe in
                Glibc.read(file, unsafe.baseAddress! + count, unsafe.count - count)
            }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else {
                throw ServiceError(obstacle(errno, path))
            }
            if more == 0 { break }
            count += more
        }
        guard count <= limit else {
            throw ServiceError("\(path) is too large for a secret; it must contain only the secret")
        }
        guard let text = String(validating: bytes[..<count], as: UTF8.self) else {
            throw ServiceError("\(path) is not UTF-8 text; save the file as UTF-8")
        }
        return text
    }
}
