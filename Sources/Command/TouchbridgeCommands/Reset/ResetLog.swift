internal import Glibc

/// The times of the latest resets, stored in a file. The file outlives the process that requested a reset, but not a
/// reboot.
///
/// The file is locked until the value is destroyed.
struct ResetLog: ~Copyable {
    static let folder = "/run/touchbridge-reset"

    /// Limit reset-interval (limits.md, Panels and the kernel): number of seconds in which a touchscreen is
    /// reset at most once. If exceeded: the reset is refused, and the error contains `was reset less than 60 s ago`.
    static let intervalLimit = 60
    /// Limit resets (limits.md, Panels and the kernel): maximum number of resets of all touchscreens in an hour. If
    /// exceeded: the reset is refused, and the error contains `reset 10 times in the last hour`.
    static let countLimit = 10

    private let file: Int32
    private let path: String

    /// Opens and locks the file in a folder, which is created if it does not exist.
    init(in folder: String) throws(ResetFailure) {
        mkdir(folder, 0o700)
        // Rejects a folder that other users can write to, because they could remove the file.
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
            status.st_mode & (S_IWGRP | S_IWOTH) == 0
        else {
            let requirement = "must be a directory that is owned by root and writable only by root"
            throw "\(folder) \(requirement); remove the existing path"
        }
        let path = "\(folder)/resets"
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw "\(path): \(String(cString: strerror(errno)))" }
        (self.path, self.file) = (path, file)
        while flock(file, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { close(file) }

    /// Seconds since the boot, including suspends.
    static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return time.tv_sec
    }

    /// Adds a reset of a device at the time `now`; throws if a limit is exceeded or if the file cannot be written.
    func add(_ device: String, at now: Int) throws(ResetFailure) {
        let recent = entries.filter { now - 3600 < $0.time && $0.time <= now }
        if let last = recent.last(where: { $0.device == device }), now - last.time < Self.intervalLimit {
            throw "the touchscreen was reset less than \(Self.intervalLimit) s ago; try again later"
        }
        guard recent.count < Self.countLimit else {
            throw "touchscreens were reset \(Self.countLimit) times in the last hour; try again later"
        }
        let lines = (recent + [(now, device)]).map { "\($0.time) \($0.device)\n" }.joined()
        let bytes = Array(lines.utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, bytes, bytes.count, 0) == bytes.count else {
            throw "\(path): \(String(cString: strerror(errno)))"
        }
    }

    /// The resets in the file, in the order of their times.
    private var entries: [(time: Int, device: String)] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = pread(file, &bytes, bytes.count, 0)
        let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", maxSplits: 1)
            guard words.count == 2, let time = Int(words[0]) else { return nil }
            return (time, String(words[1]))
        }
    }
}
