internal import Glibc
public import Schema

extension Secret {
    /// A secret is a line and not a file system's worth of bytes.
    private static let limit = 64 * 1024

    /// Reads it where it lies; a line's end behind it is no part of it.
    public func read() throws(PluginError) -> String {
        let bytes: [UInt8]
        switch place {
        case .file(let path): bytes = try Self.bytes(of: path)
        case .environment(let name):
            guard let value = getenv(name) else {
                throw PluginError("the environment has no '\(name)', which a secret is to be read from")
            }
            bytes = Array(UnsafeBufferPointer(start: value, count: strlen(value))).map(UInt8.init(bitPattern:))
        }
        guard var text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
            throw PluginError("\(whereabouts) holds something else than a text")
        }
        if text.last?.isNewline == true { text.removeLast() }
        guard !text.isEmpty else { throw PluginError("\(whereabouts) holds nothing where a secret is expected") }
        return text
    }

    /// Where it lies, for messages.
    private var whereabouts: String {
        switch place {
        case .file(let path): "the file '\(path)'"
        case .environment(let name): "'\(name)' of the environment"
        }
    }

    private static func bytes(of path: String) throws(PluginError) -> [UInt8] {
        // Without O_NONBLOCK a pipe would be waited for until somebody opens its other end.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            throw PluginError("the file '\(path)' with a secret cannot be opened: \(String(cString: strerror(errno)))")
        }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let got = bytes.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress! + count, $0.count - count) }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else {
                throw PluginError("the file '\(path)' with a secret cannot be read: \(String(cString: strerror(errno)))")
            }
            if got == 0 { break }
            count += got
        }
        guard count <= limit else { throw PluginError("the file '\(path)' is too long for one with a secret") }
        return Array(bytes[..<count])
    }
}

extension Setting where Value == Secret {
    /// The path of a file that holds a secret.
    public static var secretFile: Setting {
        Setting<String>.name.map(expected: "the path of a file") { Secret(.file($0)) }
    }

    /// The name of the environment's variable that holds a secret.
    public static var secretEnvironment: Setting {
        Setting<String>.name.map(expected: "the name of a variable") { Secret(.environment($0)) }
    }
}
