internal import Bridge
internal import Glibc
internal import InputHub
package import LayoutPlans
internal import Systemd

/// Where a trace or a picture goes: a file or, for `-`, standard output.
///
/// A trace is written in large pieces, so that it can be followed. A picture takes the place of a file as a whole.
package final class TraceFile {
    private let path: String
    private let target: Target

    private enum Target {
        /// `isNew`: the file did not exist before.
        case stream(Output, isNew: Bool)
        case whole(AtomicFile)
    }

    private var bytes: [UInt8] = []
    /// How much of it is in the file.
    private var size: off_t = 0
    /// Why it could not be written on.
    package private(set) var failure: WriteError?
    private var isFailureTold = false

    /// A file that the command reads or writes at the same time, and what messages call it.
    package struct Source {
        package let path: String
        let what: String

        package init(path: String, what: String) { (self.path, self.what) = (path, what) }

        package static func recording(_ path: String) -> Source { Source(path: path, what: "the recording '\(path)'") }
    }

    /// What it is that goes there.
    package enum Content: String {
        case trace, picture
    }

    /// What is to be written where, and what messages about other files call it.
    package struct Wish {
        package let path: String
        package var content = Content.picture
        let what: String

        package init(path: String, content: Content = .picture, what: String) {
            (self.path, self.content, self.what) = (path, content, what)
        }
    }

    /// Opens the file, but none that is read or written at the same time, as that would be destroyed. What is in it stays
    /// until `begin`, so that whatever else is refused loses nothing.
    ///
    /// What is not on a disk may keep its writer waiting, and is refused where touches would wait with it.
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

    /// Opens and empties several files that are written side by side; where one is refused, all keep what they have.
    package static func begin(_ wishes: [Wish], besides sources: [Source]) throws(TraceError) -> [TraceFile] {
        var (files, taken): ([TraceFile], [Source]) = ([], sources)
        do throws(TraceError) {
            for wish in wishes {
                files.append(try TraceFile(wish.path, of: wish.content, besides: taken))
                if wish.path != "-" { taken.append(Source(path: wish.path, what: wish.what)) }
            }
        } catch {
            for file in files { file.giveUp() }
            throw error
        }
        for file in files { file.begin() }
        return files
    }

    /// Empties the file: from now on it is written.
    package func begin() { if let file = ownFile { ftruncate(file, 0) } }

    /// Takes the file away if it was made for this, before anything is written.
    package func giveUp() { if case .stream(_, isNew: true) = target { unlink(path) } }

    deinit {
        if case .stream(let output, _) = target, output.file != Output.standard.file { close(output.file) }
    }

    /// The descriptor of the stream, if that is a file of ours on a disk.
    private var ownFile: Int32? {
        guard case .stream(let output, _) = target, output.isOnDisk, output.file != Output.standard.file else {
            return nil
        }
        return output.file
    }

    /// Refuses a picture's place while nothing has been written yet.
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

    /// Opens what is there, or makes a file where there is nothing.
    private static func openOrMake(_ path: String) -> (file: Int32, isNew: Bool) {
        // A pipe that nobody reads would keep the opening waiting, and signals with it.
        let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        var file = Glibc.open(path, flags)
        guard file < 0, errno == ENOENT else { return (file, false) }
        file = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o644)
        guard file < 0, errno == EEXIST else { return (file, file >= 0) }
        // A link to where there is nothing yet.
        return (Glibc.open(path, flags | O_CREAT, 0o644), false)
    }

    /// Where a shell sent what we print: that would be written over, or between.
    private static func standardFile(_ own: stat) -> Source? {
        for (file, name) in [(STDOUT_FILENO, "standard output"), (STDERR_FILENO, "standard error")] {
            var other = stat()
            guard fstat(file, &other) == 0, isSame(own, other) else { continue }
            return Source(path: name, what: "what goes to \(name)")
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

    /// Writes what has come so far, for somebody who watches.
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

    /// Takes back the part of a line that was still written; what is not on a disk cannot, and stays as it is.
    private func endWithWholeLine() {
        guard let file = ownFile else { return }
        let written = bytes.prefix(max(0, Int(lseek(file, 0, SEEK_CUR) - size)))
        ftruncate(file, size + off_t(written.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0))
    }

    /// Writes what has come so far; if that fails, what is to be said of it, once: the work goes on without a trace.
    package func flushOrTell() -> String? {
        flush()
        guard let failure, !isFailureTold else { return nil }
        isFailureTold = true
        return "\(failure); the trace ends here"
    }

    /// Writes a whole picture; throws if anything could not be written.
    package func finish(_ whole: [UInt8]) throws(WriteError) {
        if case .whole(let file) = target { return try file.write(whole) }
        bytes += whole
        try finish()
    }

    /// Writes what is left; throws if anything could not be written.
    package func finish() throws(WriteError) {
        flush()
        if let failure { throw failure }
    }
}

extension TraceFile.Source {
    /// The files of a layout.
    package static func files(of plan: LayoutPlan) -> [TraceFile.Source] {
        plan.files.enumerated().map {
            TraceFile.Source(path: $1, what: $0 == 0 ? "the layout '\($1)'" : "'\($1)', which the layout includes")
        }
    }
}

/// A trace or a picture that has no place to go.
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
                + "name a file in a folder that you may write to"
        case .overwrites(let source):
            "\(path): the \(content.rawValue) would overwrite \(source.what); name another file"
        case .noDisk:
            "\(path): is no file on a disk, and who reads it slowly would keep touches waiting; "
                + "name a file, and follow it with 'tail -f'"
        case .noReader: "\(path): nobody reads the pipe; read it before the \(content.rawValue) begins"
        }
    }
}
