internal import Bridge
internal import CommandSupport
internal import FlightLog
internal import Glibc
internal import InputEvents
internal import Recordings
internal import TouchTrace

/// Memory of the flight recorder, which retains the last seconds of input. The memory is mapped from a file in the
/// runtime folder, so its contents survive a crash of the process.
enum CrashFile {
    /// Contents that a crashed process left in the file.
    struct Remains: Sendable {
        let copy: EventCopy
        let texts: [[UInt8]]
        /// Trace records and results of plugin calls. Nil if the file contains none, for example because an earlier
        /// version wrote the file.
        let decisions: DecisionMemory.Contents?
        let origin: RecordingOrigin
    }

    /// Locks the file and reads the data of a crashed process. Then maps the file as memory for a new event log.
    ///
    /// Returns nil if another process has locked the file or if the file cannot be created. Without this memory, no
    /// dump is written after a crash.
    static func open(_ path: String, capacity: Int)
        -> (memory: EventMemory, decisions: DecisionMemory, remains: Remains?)?
    {
        let file = Glibc.open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard file >= 0 else { return nil }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_nlink == 1, flock(file, LOCK_EX | LOCK_NB) == 0
        else {
            close(file)
            return nil
        }
        let remains = remains(in: file)
        // In the file, the trace records and call results (`decisions`) follow the events.
        let start = EventMemory.byteCount(capacity: capacity)
        let size = start + DecisionMemory.byteCount
        guard ftruncate(file, 0) == 0, ftruncate(file, off_t(size)) == 0, reserve(file, EventMemory.fixedRange),
            reserve(file, start..<size),
            let base = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), base != MAP_FAILED
        else {
            unlink(path)
            close(file)
            return nil
        }
        let memory = EventMemory(
            base,
            capacity: capacity,
            text: { RecordText.description(of: $0) ?? [] },
            // Reserves space on the file system. Otherwise, the first access to a page of the mapped memory would raise
            // SIGBUS if the runtime folder is full.
            makeRoom: { reserve(file, $0) },
            free: {
                munmap(base, size)
                close(file)
            }
        )
        return (memory, DecisionMemory(base + start, of: memory), remains)
    }

    private static func reserve(_ file: Int32, _ range: Range<Int>) -> Bool {
        posix_fallocate(file, off_t(range.lowerBound), off_t(range.count)) == 0
    }

    /// Deletes the file during an orderly shutdown.
    static func remove(_ path: String) { unlink(path) }

    // MARK: Origin of the recording

    /// Stores the program version, the recorder's `seconds` setting and as many of the layout's files as fit in the
    /// memory. After a crash, the next process reads this data from the file.
    static func note(_ origin: RecordingOrigin, in memory: EventMemory) {
        var lines = ["\(origin.version)", "\(origin.seconds)"]
        for file in origin.layout { lines.append("\(file.digest) \(file.path)") }
        let most = EventMemory.noteRange.count - 8
        while lines.joined(separator: "\n").utf8.count > most { lines.removeLast() }
        memory.setNote(Array(lines.joined(separator: "\n").utf8))
    }

    private static func origin(_ bytes: [UInt8]) -> RecordingOrigin {
        var origin = RecordingOrigin()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        origin.version = lines.first.map(String.init) ?? ""
        origin.seconds = lines.dropFirst().first.flatMap { Int($0) }.map { min(max($0, 1), 3600) } ?? 60
        for line in lines.dropFirst(2) {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { origin.layout.append(.init(path: String(parts[1]), digest: String(parts[0]))) }
        }
        return origin
    }

    private static func remains(in file: Int32) -> Remains? {
        guard let bytes = FileBytes.read(file, atMost: 300 << 20), !bytes.isEmpty else { return nil }
        return bytes.withUnsafeBytes { buffer in
            let start = max(0, buffer.count - DecisionMemory.byteCount)
            let (events, rest) = (buffer[..<start], buffer[start...])
            let decisions = DecisionMemory.read(UnsafeRawBufferPointer(rebasing: rest))
            // The events are read even if the trace records and call results (`decisions`) are unreadable. In a file
            // without decisions, the events occupy the whole file.
            let read = EventMemory.read(UnsafeRawBufferPointer(rebasing: events)) ?? EventMemory.read(buffer)
            guard let (copy, texts) = read, copy.newest != nil else { return nil }
            let origin = origin(EventMemory.note(in: buffer))
            return Remains(copy: copy, texts: texts, decisions: decisions, origin: origin)
        }
    }
}
