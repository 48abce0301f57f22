internal import Bridge
internal import Glibc
internal import Recordings

/// What a layout's files held, as a dump says it.
enum LayoutDigest {
    /// Limit digest-bytes (Recordings and dumps): bytes of a layout file whose digest a dump contains. Past it: the
    /// dump contains no digest.
    private static let limit = 64 << 20

    /// The files of a plan, its own first; what cannot be read any more has no digest.
    static func files(of plan: LayoutPlan) -> [RecordingOrigin.File] {
        plan.files.map { path in
            RecordingOrigin.File(path: path, digest: bytes(of: path).map { SHA256.hex(of: $0) } ?? "")
        }
    }

    /// What a digest is made of; nil when the file has too much for one, or cannot be read.
    static func bytes(of path: String) -> [UInt8]? { FileBytes.read(path, atMost: limit) }

    /// Whether the layout is surely another one than that with which a dump was made.
    static func differs(_ plan: LayoutPlan, from origin: RecordingOrigin) -> Bool {
        let (then, now) = (origin.layout.map(\.digest), files(of: plan).map(\.digest))
        return !then.isEmpty && then != now
    }

    /// Says so of a recording that is about to be played on a layout.
    static func compare(_ plan: LayoutPlan, with origin: RecordingOrigin?, of recording: String) {
        guard let origin, differs(plan, from: origin) else { return }
        let name = origin.layout.first?.path ?? ""
        Console.complain("\(recording): was made with another layout, or an older one ('\(name)'); expect differences")
    }
}

/// Small files as a whole.
enum FileBytes {
    /// What a regular file holds, nil when it cannot be read or is too long.
    static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else { return nil }
        defer { close(file) }
        return read(file, atMost: limit)
    }

    /// The same of a descriptor, from the file's beginning.
    static func read(_ file: Int32, atMost limit: Int) -> [UInt8]? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
        let size = Int(status.st_size)
        var done = 0
        var hasFailed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while done < size, let start = buffer.baseAddress {
                let got = pread(file, start + done, size - done, off_t(done))
                if got < 0, errno == EINTR { continue }
                hasFailed = got < 0
                guard got > 0 else { break }
                done += got
            }
            count = done
        }
        return hasFailed ? nil : bytes
    }
}
