internal import Bridge
internal import Glibc
internal import InputHub
package import LayoutPlans
internal import Systemd

/// Output of a trace or picture: a file, or standard output for `-`.
///
/// A trace is appended in large chunks, and other programs can follow the file as it grows. A picture replaces its file
/// atomically.
package final class TraceFile {
    private let path: String
    private let target: Target

    private enum Target {
        /// `isNew` is true if the file did not exist before.
        case stream(Output, isNew: Bool)
        case whole(AtomicFile)
    }

    private var bytes: [UInt8] = []
    /// Number of bytes written to the file.
    private var size: off_t = 0
    /// First write error; nil if there was none. After a write error, nothing more is written.
    package private(set) var failure: WriteError?
    private var isFailureReported = false

    /// A file that the command also reads or writes, with a description for error messages.
    package struct Source {
        package let path: String
        let what: String

        package init(path: String, what: String) { (self.path, self.what) = (path, what) }

        package static func recording(_ path: String) -> Source { Source(path: path, what: "the recording '\(path)'") }
    }

    package enum Content: String {
        case trace, picture
    }

    /// A requested output file. Error messages about outputs with the same path contain its description.
    package struct Request {
        package let path: String
        package var content = Content.picture
        let what: String

        package init(path: String, content: Content = .picture, what: String) {
            (self.path, self.content, self.what) = (path, content, what)
        }
    }

    /// Opens the file; throws if the command also reads or writes the same file. The contents are preserved until
    /// `begin`, so that an error before `begin` destroys nothing.
    ///
    /// `mustBeOnDisk` rejects pipes and devices, because a slow reader could block the input thread.
    package init(
        _ path: String,
        of content: Content = .trace,
        besides sources: [Source],
        mustBeOnDisk: Bool = false
    ) throws(TraceError) {
        self.path = path
        if path == "-" {
            target = .stream(.standard, isNew: false)
        } else if content == .picture, let whole = AtomicFile(path) {
            try Self.check(whole, sources)
            target = .whole(whole)
        } else {
            let (file, isNew) = try Self.open(path, content, sources, mustBeOnDisk)
            target = .stream(Output(file, name: path), isNew: isNew)
        }
        bytes.reserveCapacity(1 << 17)
    }

    /// Opens and truncates several files. If a file is rejected, no file is changed.
    package static func begin(_ requests: [Request], besides sources: [Source]) throws(TraceError) -> [TraceFile] {
        var (files, taken): ([TraceFile], [Source]) = ([], sources)
        do throws(TraceError) {
            for request in requests {
                files.append(try TraceFile(request.path, of: request.content, besides: taken))
                if request.path != "-" { taken.append(Source(path: request.path, what: request.what)) }
            }
        } catch {
            for file in files { file.discard() }
            throw error
        }
        for file in files { file.begin() }
        return files
    }

    /// Truncates the file; must be called before the first write.
    package func begin() { if let file = ownFile { ftruncate(file, 0) } }

    /// Deletes the file if `init` created it; must be called before the first write.
    package func discard() { if case .stream(_, isNew: true) = target { unlink(path) } }

    deinit {
        if case .stream(let output, _) = target, output.file != Output.standard.file { close(output.file) }
    }

    /// Descriptor of the stream if it is a regular file that this object opened; otherwise nil.
    private var ownFile: Int32? {
        guard case .stream(let output, _) = target, output.isOnDisk, output.file != Output.standard.file else {
            return nil
        }
        return output.file
    }

    /// Throws if a picture cannot replace the file, or if the command also reads or writes the file. Called before
    /// anything is written.
    private static func check(_ file: AtomicFile, _ sources: [Source]) throws(TraceError) {
        if let number = file.objection { throw TraceError(path: file.path, .picture, .system(number)) }
        var source = sources.first { file.isSame(as: $0.path) }
        var own = stat()
        if source == nil, stat(file.path, &own) == 0 { source = standardFile(own) }
        if let source { throw TraceError(path: file.path, .picture, .overwrites(source)) }
    }

    private static func open(
        _ path: String,
        _ content: Content,
        _ sources: [Source],
        _ mustBeOnDisk: Bool
    ) throws(TraceError) -> (file: Int32, isNew: Bool) {
        var (file, isNew): (Int32, Bool) = (-1, false)
        while true {
            (file, isNew) = openOrMake(path)
            if file >= 0 { break }
            let number = errno
            guard number == ENXIO, isPipe(path) else { throw TraceError(path: path, content, .system(number)) }
            if mustBeOnDisk { throw TraceError(path: path, content, .noDisk) }
            guard EndSignals.waitAMoment() else { throw TraceError(path: path, content, .noReader) }
        }
        var own = stat()
        fstat(file, &own)
        let isOnDisk = own.st_mode & S_IFMT == S_IFREG
        let source = sources.first { isSame(own, $0.path) } ?? (isOnDisk ? standardFile(own) : nil)
        guard source == nil, isOnDisk || !mustBeOnDisk else {
            close(file)
            if isNew { unlink(path) }
            throw TraceError(path: path, content, source.map { .overwrites($0) } ?? .noDisk)
        }
        return (file, isNew)
    }

    /// Opens the file; creates the file if it does not exist.
    private static func openOrMake(_ path: String) -> (file: Int32, isNew: Bool) {
        // Without `O_NONBLOCK`, opening a pipe that has no reader would block and delay signal handling.
        let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        var file = Glibc.open(path, flags)
        guard file < 0, errno == ENOENT else { return (file, false) }
        file = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o644)
        guard file < 0, errno == EEXIST else { return (file, file >= 0) }
        // The path is a dangling symbolic link, which `O_EXCL` rejects.
        return (Glibc.open(path, flags | O_CREAT, 0o644), false)
    }

    /// Returns the standard stream that is redirected to the output file; nil if there is none. Such an output file is
    /// rejected, because the output would overwrite the printed text.
    private static func standardFile(_ own: stat) -> Source? {
        for (file, name) in [(STDOUT_FILENO, "standard output"), (STDERR_FILENO, "standard error")] {
            var other = stat()
            guard fstat(file, &other) == 0, isSame(own, other) else { continue }
            return Source(path: name, what: "the output to \(name)")
        }
        return nil
    }

    private static func isPipe(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    private static func isSame(_ own: stat, _ path: String) -> Bool {
        var other = stat()
        return stat(path, &other) == 0 && isSame(own, other)
    }

    private static func isSame(_ own: stat, _ other: stat) -> Bool {
        own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }

    package func append(_ line: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: line)
        if bytes.count > 1 << 16 { flush() }
    }

    /// Writes the buffered text, so that other programs can read it.
    package func flush() {
        guard case .stream(let output, _) = target, !bytes.isEmpty else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        guard failure == nil else { return }
        do throws(WriteError) {
            try output.write(bytes)
            size += off_t(bytes.count)
        } catch {
            failure = error
            endWithWholeLine()
        }
    }

    /// Removes an incomplete last line by truncating the file. Has no effect if the output is not a regular file.
    private func endWithWholeLine() {
        guard let file = ownFile else { return }
        let written = bytes.prefix(max(0, Int(lseek(file, 0, SEEK_CUR) - size)))
        ftruncate(file, size + off_t(written.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0))
    }

    /// Writes the buffered text; returns a message after the first failed write, otherwise nil. After the failure, the
    /// command continues without tracing.
    package func flushReportingFailure() -> String? {
        flush()
        guard let failure, !isFailureReported else { return nil }
        isFailureReported = true
        return "\(failure); tracing stopped"
    }

    /// Writes a complete picture; throws if the write fails.
    package func finish(_ whole: [UInt8]) throws(WriteError) {
        if case .whole(let file) = target { return try file.write(whole) }
        bytes += whole
        try finish()
    }

    /// Writes the buffered text; throws if this write or an earlier write failed.
    package func finish() throws(WriteError) {
        flush()
        if let failure { throw failure }
    }
}

extension TraceFile.Source {
    /// Returns the files from which the layout plan was read.
    package static func files(of plan: LayoutPlan) -> [TraceFile.Source] {
        plan.files.enumerated().map {
            TraceFile.Source(path: $1, what: $0 == 0 ? "the layout '\($1)'" : "'\($1)', which the layout includes")
        }
    }
}

/// Thrown if the output file of a trace or picture is rejected.
package struct TraceError: Error, CustomStringConvertible {
    enum Reason {
        case system(Int32)
        case overwrites(TraceFile.Source)
        case noDisk
        case noReader
    }

    let path: String
    let content: TraceFile.Content
    let reason: Reason

    init(path: String, _ content: TraceFile.Content, _ reason: Reason) {
        (self.path, self.content, self.reason) = (path, content, reason)
    }

    package var description: String {
        switch reason {
        case .system(let number):
            "\(path): the \(content.rawValue) cannot be written: \(SystemError.words(number)); "
                + "specify a file in a folder that you can write to"
        case .overwrites(let source):
            "\(path): the \(content.rawValue) would overwrite \(source.what); specify a different file"
        case .noDisk:
            "\(path): the path is not a regular file, so a slow reader would delay touches; "
                + "specify a regular file, and read the file with 'tail -f'"
        case .noReader: "\(path): the pipe has no reader; start the reader first"
        }
    }
}
