internal import CommandSupport
internal import Glibc
internal import LayoutFile
internal import Platform
internal import Systemd

/// Folder for dumps of the flight recorder. Each dump is written atomically, and old dumps are deleted.
package struct DumpFolder: Sendable {
    let path: String
    /// Prefix of the file names of the layout's dumps.
    let stem: String

    /// Limit dumps (limits.md, Recordings and dumps): maximum number of dumps that are retained for one layout. If
    /// exceeded: the oldest dump is deleted.
    static let kept = 10

    /// Returns nil if neither the layout nor the environment specifies a folder.
    init?(_ settings: RecorderLayout, layout: String) {
        guard let path = settings.directory ?? Self.ownFolder else { return nil }
        (self.path, stem) = (path, Self.stem(of: layout))
    }

    init(_ path: String, layout: String) { (self.path, stem) = (path, Self.stem(of: layout)) }

    /// `$STATE_DIRECTORY/dumps`; if this variable is not set, the program's folder in the user's state folder. Nil if
    /// the environment names neither folder.
    private static var ownFolder: String? {
        EnvironmentPath.first(of: "STATE_DIRECTORY").map { $0 + "/dumps" } ?? EnvironmentPath.userState
    }

    /// Returns the first 40 bytes of the layout's file name without its extension; all bytes except ASCII letters,
    /// digits, `_` and `-` are replaced with `-`.
    package static func stem(of layout: String) -> String {
        let name = layout.split(separator: "/").last.map(String.init) ?? "layout"
        let base = name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
        let plain = base.utf8.prefix(40).map { byte -> UInt8 in
            let isPlain = byte < 0x80 && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            return isPlain || isLetter || byte == UInt8(ascii: "_") ? byte : UInt8(ascii: "-")
        }
        return plain.isEmpty ? "layout" : String(decoding: plain, as: UTF8.self)
    }

    /// Returns the file name of a dump; `word` names the cause.
    func name(at time: Double, _ word: String) -> String { "\(stem)-\(Self.stamp(time))-\(word).yml" }

    /// Formats a time in UTC, so that the alphabetical order of file names is chronological.
    private static func stamp(_ time: Double) -> String {
        EventEpoch(microseconds: 0).date(of: Int64(time * 1_000_000)).filter { $0 != "-" && $0 != ":" }
    }

    /// Writes the chunks that `body` produces to a new dump, and deletes the oldest dumps.
    func write(_ name: String, _ body: (_ write: ([UInt8]) throws(DumpError) -> Void) throws(DumpError) -> Void)
        throws(DumpError)
    {
        let folder = try open()
        defer { close(folder) }
        removeDrafts(in: folder)
        let draft = ".\(name).new"
        // `O_EXCL` and `O_NOFOLLOW` prevent writing to an existing file or to the target of a link.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(folder, draft, flags, 0o640)
        guard file >= 0 else { throw error(errno) }
        defer { close(file) }
        do throws(DumpError) {
            // Sets the mode explicitly, because the service's umask removes the group's rights.
            guard fchmod(file, 0o640) == 0 else { throw error(errno) }
            try body { bytes throws(DumpError) in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
                    if count < 0, errno == EINTR { continue }
                    guard count >= 0 else { throw error(errno) }
                    rest = rest.dropFirst(count)
                }
            }
            guard fsync(file) == 0, renameat(folder, draft, folder, name) == 0 else { throw error(errno) }
        } catch {
            unlinkat(folder, draft, 0)
            throw error
        }
        fsync(folder)
        prune(in: folder, for: name)
    }

    private func error(_ number: Int32) -> DumpError { DumpError(path: path, number: number) }

    private func open() throws(DumpError) -> Int32 {
        for index in path.indices.dropFirst() where path[index] == "/" { mkdir(String(path[..<index]), 0o750) }
        // Makes the folder accessible to the service's group, like the dumps.
        if mkdir(path, 0o750) == 0 { chmod(path, 0o750) }
        let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw error(errno) }
        return folder
    }

    /// Returns the names of the layout's dumps or temporary files that have the given prefix and suffix, in
    /// chronological order.
    private func names(in folder: Int32, _ head: String, _ tail: String) -> [String] {
        let other = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard other >= 0, let list = fdopendir(other) else { return [] }
        defer { closedir(list) }
        var names: [String] = []
        while let entry = readdir(list) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // A time must follow the prefix; otherwise, the dumps of layout `a-b` would be treated as dumps of layout
            // `a`.
            guard name.hasPrefix(head), name.hasSuffix(tail), Self.isTime(name.dropFirst(head.count)) else { continue }
            names.append(name)
        }
        return names.sorted()
    }

    private static func isTime(_ text: Substring) -> Bool {
        let bytes = Array(text.utf8.prefix(20))
        guard bytes.count == 20, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: ".") else { return false }
        return [0, 7, 9, 14, 16, 18].allSatisfy { (0x30...0x39).contains(bytes[$0]) } && bytes[19] == UInt8(ascii: "Z")
    }

    /// Deletes the oldest dumps. Dumps with a time in the future are considered the oldest: they were written while the
    /// clock was wrong, as on machines without a battery-backed clock.
    private func prune(in folder: Int32, for newest: String) {
        let all = names(in: folder, "\(stem)-", ".yml")
        let byAge = all.filter { $0 > newest } + all.filter { $0 <= newest }
        for name in byAge.dropLast(Self.kept) { unlinkat(folder, name, 0) }
    }

    /// Deletes the temporary files of a process that was killed.
    private func removeDrafts(in folder: Int32) {
        for name in names(in: folder, ".\(stem)-", ".new") { unlinkat(folder, name, 0) }
    }
}

/// Thrown if a dump cannot be written.
struct DumpError: Error, CustomStringConvertible {
    let path: String
    let number: Int32

    var description: String {
        let remedy =
            switch number {
            case ENOSPC, EDQUOT: "free space on the disk"
            case EACCES, EPERM, EROFS: "set 'recorder: { directory: … }' to a folder that the service can write to"
            default: "set 'recorder: { directory: … }' to another folder"
            }
        return "\(path): cannot write a dump: \(SystemError.words(number)); \(remedy)"
    }
}
