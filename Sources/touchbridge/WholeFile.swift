internal import Glibc
internal import PluginAPI

/// A file that a command writes as a whole: it is there completely, or what was there before stays as it was.
///
/// It is written to a temporary file in the same folder, brought to the disk and renamed.
struct WholeFile {
    /// The path that the user named.
    let path: String
    /// The same behind symbolic links, which a rename would replace.
    private let target: String
    /// The access mode of the file that is there already.
    private let mode: mode_t?

    /// Nil when what is there is no regular file, such as a pipe or a device: it is written to as it is.
    init?(_ path: String) {
        self.path = path
        target = Self.target(of: path)
        var status = stat()
        guard stat(target, &status) == 0 else {
            mode = nil
            return
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        mode = status.st_mode & 0o7777
    }

    /// Where the links of a path's last component lead, also where nothing is there yet.
    private static func target(of path: String) -> String {
        var target = path
        // As many links as the kernel follows.
        for _ in 0..<40 {
            var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &bytes, bytes.count)
            guard count > 0 else { break }
            let link = String(decoding: bytes[..<count], as: UTF8.self)
            target = link.hasPrefix("/") ? link : "\(folder(of: target))/\(link)"
        }
        return target
    }

    /// The folder that a path's last component lies in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// A name in the same folder that nothing else has.
    static func temporaryName(beside path: String) -> String {
        "\(folder(of: path))/.touchbridge-\(getpid())-\(Clock.now)"
    }

    /// Why it surely cannot be written, as an error number; nil when nothing speaks against it.
    var objection: Int32? {
        guard !target.hasSuffix("/") else { return EISDIR }
        if mode != nil, access(target, W_OK) != 0 { return errno }
        return access(Self.folder(of: target), W_OK | X_OK) == 0 ? nil : errno
    }

    /// Whether two of them are, or are going to be, the same file.
    func isSame(as other: String) -> Bool {
        var (own, theirs) = (stat(), stat())
        if stat(target, &own) == 0, stat(other, &theirs) == 0 {
            return own.st_dev == theirs.st_dev && own.st_ino == theirs.st_ino
        }
        let target = Self.target(of: other)
        guard Self.name(of: self.target) == Self.name(of: target) else { return false }
        guard stat(Self.folder(of: self.target), &own) == 0, stat(Self.folder(of: target), &theirs) == 0 else {
            return false
        }
        return own.st_dev == theirs.st_dev && own.st_ino == theirs.st_ino
    }

    private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

    /// Puts the bytes in the place of what is there; a failure leaves that, and nothing else.
    func write(_ bytes: [UInt8]) throws(WriteError) {
        let draft = Self.temporaryName(beside: target)
        do throws(WriteError) {
            try Self.make(draft, bytes, mode: mode ?? 0o644, calledBy: path)
            if let mode { chmod(draft, mode) }
            guard rename(draft, target) == 0 else { throw WriteError(name: path, number: errno, isFile: true) }
        } catch {
            unlink(draft)
            throw error
        }
        Self.synchronizeFolder(of: target)
    }

    /// Makes a file that is not there yet and brings it to the disk; messages call it by `name`.
    static func make(_ path: String, _ bytes: [UInt8], mode: mode_t, calledBy name: String) throws(WriteError) {
        func failure() -> WriteError { WriteError(name: name, number: errno, isFile: true) }
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard file >= 0 else { throw failure() }
        do throws(WriteError) {
            do throws(WriteError) { try Output(file, name: name).write(bytes) } catch {
                throw WriteError(name: name, number: error.number, isFile: true)
            }
            guard fsync(file) == 0 || errno == EINVAL else { throw failure() }
        } catch {
            close(file)
            throw error
        }
        // Some file systems report a full disk here.
        guard close(file) == 0 else { throw failure() }
    }

    /// Brings a rename to the disk; without it the former state may come back after a power cut, and nothing is lost.
    static func synchronizeFolder(of path: String) {
        let folder = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
