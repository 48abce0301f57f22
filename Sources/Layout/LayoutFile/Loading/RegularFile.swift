internal import Glibc

/// A regular file of limited size, or a file that exists only in memory.
struct RegularFile: ~Copyable {
    /// Device and inode numbers; equal for all paths of the same file.
    struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    let identity: Identity
    /// Size of the file in bytes when it was opened.
    let size: Int
    private let limit: Int
    /// Contents of a file that exists only in memory.
    private var bytes: [UInt8] = []
    /// File descriptor, closed with the value; negative for a file that exists only in memory.
    private let descriptor: Int32

    struct Failure: Error {
        let reason: String
    }

    /// Opens one of `files`, which exist only in memory.
    init(_ path: String, among files: [String: [UInt8]], limit: Int) throws(Failure) {
        guard let index = files.keys.sorted().firstIndex(of: path), let bytes = files[path] else {
            throw Failure(ENOENT)
        }
        guard bytes.count <= limit else { throw Failure(tooLarge: limit) }
        (identity, self.bytes) = (Identity(device: 0, number: UInt64(index)), bytes)
        (descriptor, self.limit, size) = (-1, limit, bytes.count)
    }

    init(_ path: String, limit: Int) throws(Failure) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw Failure(reason: "the path is empty or contains a NUL byte; specify a file")
        }
        var descriptor: Int32
        // Opens the file with O_NONBLOCK. Otherwise, opening a FIFO that has no writer would block.
        repeat {
            descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw Failure(errno) }
        do throws(Failure) {
            (identity, size) = try Self.identity(of: descriptor, limit)
        } catch {
            close(descriptor)
            throw error
        }
        (self.descriptor, self.limit) = (descriptor, limit)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static func identity(of descriptor: Int32, _ limit: Int) throws(Failure) -> (Identity, Int) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw Failure(reason: "the path is a directory; specify a file")
        default: throw Failure(reason: "the path is not a regular file; specify a layout file")
        }
        guard Int64(status.st_size) <= Int64(limit) else { throw Failure(tooLarge: limit) }
        return (Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino)), Int(status.st_size))
    }

    /// Reads the whole file. Throws an error if the file exceeds the size limit, even if it grew after it was opened.
    func read() throws(Failure) -> [UInt8] {
        guard descriptor >= 0 else { return bytes }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(errno) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw Failure(tooLarge: limit) }
        }
    }
}

extension RegularFile.Failure {
    init(_ errno: Int32) {
        let words = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        let remedy =
            switch errno {
            case ENOENT, ENOTDIR: "; check the name"
            case EACCES, EPERM: "; make it readable for the user that runs this command"
            case ELOOP: "; remove the loop of symbolic links"
            default: ""
            }
        self.init(reason: words.prefix(1).lowercased() + words.dropFirst() + remedy)
    }

    init(tooLarge limit: Int, together: Bool = false) {
        let size = "\(limit >> 20) MiB"
        self.init(
            reason: together
                ? "the layout's files are larger than \(size) together; remove includes"
                : "the file is larger than \(size), the limit for a layout; check the path"
        )
    }
}
