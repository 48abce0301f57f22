internal import Glibc
internal import Platform
internal import PluginAPI

/// A file that is replaced atomically; if replacing fails, the previous file remains unchanged. A file that cannot be
/// replaced, such as a mount point, is overwritten in place instead.
///
/// The bytes are written to a temporary file in the same folder. The temporary file is synced and then renamed.
package struct AtomicFile {
    /// Path as given on the command line.
    package let path: String
    /// The path with symbolic links resolved; otherwise, renaming would replace the link instead of its target.
    private let target: String
    /// Status of the file to be replaced; nil if the file does not exist.
    private let replaced: stat?
    /// Error number (`errno`) if the file cannot be written; otherwise nil.
    let objection: Int32?

    /// Returns nil for files that must be written in place: pipes, devices, and files that cannot be replaced.
    package init?(_ path: String) {
        self.path = path
        var (status, own) = (stat(), stat())
        // Calls `stat` on the unresolved path. In a sticky folder, the kernel refuses to follow links of other users;
        // resolving the links with `readlink` would circumvent this protection.
        let isThere = stat(path, &status) == 0
        let number = isThere ? 0 : errno
        target = Self.target(of: path)
        let folder = access(Self.folder(of: target), W_OK | X_OK) == 0 ? nil : errno
        guard isThere else {
            replaced = nil
            // Checks again whether the file is missing, because another process may have created a link since the first
            // check.
            let isStillMissing = stat(path, &own) != 0 && errno == ENOENT && stat(target, &own) != 0
            let refusal = number == ENOENT && !isStillMissing ? EAGAIN : number
            objection = refusal != ENOENT ? refusal : target.hasSuffix("/") ? EISDIR : folder
            return
        }
        // A link in /dev/fd may refer to a deleted file, or to a file outside this process's root directory. Such files
        // are written in place.
        guard status.st_mode & S_IFMT == S_IFREG, stat(target, &own) == 0, Self.isSame(own, status) else { return nil }
        objection = access(path, W_OK) == 0 ? nil : errno
        guard folder == nil || objection != nil else { return nil }
        replaced = status
    }

    /// Resolves the symbolic links in the last path component, even if their target does not exist.
    private static func target(of path: String) -> String {
        var target = path
        // Like the kernel, follows at most 40 links.
        for _ in 0..<40 {
            var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(target, &bytes, bytes.count)
            guard count > 0 else { break }
            let link = String(decoding: bytes[..<count], as: UTF8.self)
            target = link.hasPrefix("/") ? link : "\(folder(of: target))/\(link)"
        }
        return target
    }

    /// Returns the folder that contains the last path component.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Returns the path of a new temporary file in the folder of `path`.
    static func temporaryName(beside path: String) -> String {
        "\(folder(of: path))/.touchbridge-\(getpid())-\(MonotonicClock.now)"
    }

    /// Returns whether both paths refer to the same file; the file need not exist yet.
    func isSame(as other: String) -> Bool {
        var (own, theirs) = (stat(), stat())
        if stat(target, &own) == 0, stat(other, &theirs) == 0 { return Self.isSame(own, theirs) }
        let target = Self.target(of: other)
        guard Self.name(of: self.target) == Self.name(of: target) else { return false }
        guard stat(Self.folder(of: self.target), &own) == 0, stat(Self.folder(of: target), &theirs) == 0 else {
            return false
        }
        return Self.isSame(own, theirs)
    }

    private static func isSame(_ own: stat, _ other: stat) -> Bool {
        own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }

    private static func name(of path: String) -> Substring { path.split(separator: "/").last ?? "" }

    /// Replaces the file, or overwrites the file in place if it cannot be replaced. If replacing fails, the temporary
    /// file is deleted.
    package func write(_ bytes: [UInt8]) throws(WriteError) {
        if let objection { throw WriteError(name: path, number: objection, isFile: true) }
        let draft = Self.temporaryName(beside: target)
        do throws(WriteError) {
            // The replaced file may be private. Other users must therefore not be able to read the new file before its
            // owner, group and mode are set.
            try Self.make(draft, bytes, mode: replaced == nil ? 0o644 : 0o600, replacing: replaced, calledBy: path)
            guard rename(draft, target) == 0 else { throw WriteError(name: path, number: errno, isFile: true) }
        } catch {
            unlink(draft)
            // A mount point and another user's file in a sticky folder cannot be replaced, but can be written in place.
            guard replaced != nil, [EBUSY, EPERM, EACCES].contains(error.number) else { throw error }
            return try writeInPlace(bytes)
        }
        Self.synchronize(folder: Self.folder(of: target))
    }

    private func writeInPlace(_ bytes: [UInt8]) throws(WriteError) {
        let file = open(path, O_WRONLY | O_TRUNC | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        try Self.fill(file, bytes, calledBy: path)
    }

    /// Creates, writes and syncs a new file; `name` is the file's name in error messages.
    static func make(
        _ path: String,
        _ bytes: [UInt8],
        mode: mode_t,
        replacing replaced: stat? = nil,
        calledBy name: String
    ) throws(WriteError) {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        if file >= 0, let replaced { grant(file, accessOf: replaced) }
        try fill(file, bytes, calledBy: name)
    }

    /// Copies the owner, group and mode of another file as far as permitted.
    private static func grant(_ file: Int32, accessOf other: stat) {
        let isOwned = fchown(file, other.st_uid, other.st_gid) == 0
        if !isOwned { fchown(file, uid_t.max, other.st_gid) }
        // Omits the set-user-ID and set-group-ID bits if the owner was not copied; otherwise, these bits would grant
        // the rights of a different user.
        fchmod(file, other.st_mode & (isOwned ? 0o7777 : 0o777))
    }

    /// Writes, syncs and closes the file. A negative descriptor means that `open` failed.
    private static func fill(_ file: Int32, _ bytes: [UInt8], calledBy name: String) throws(WriteError) {
        func failure() -> WriteError { WriteError(name: name, number: errno, isFile: true) }
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
        // Some file systems report a full disk on `close`.
        guard close(file) == 0 else { throw failure() }
    }

    /// Syncs the entries of a folder; otherwise, the previous file could reappear after a power failure.
    static func synchronize(folder: String) {
        let folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}
