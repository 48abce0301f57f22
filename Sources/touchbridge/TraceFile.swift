internal import Glibc

/// Where a trace goes: a file or, for `-`, standard output; written in large pieces.
final class TraceFile {
    private let path: String
    private let file: Int32
    private var bytes: [UInt8] = []
    /// How much of it is in the file.
    private var size: off_t = 0
    /// Why it could not be written on.
    private(set) var failure: WriteError?

    /// Opens the file; one of the files that are read at the same time would be destroyed, and is refused.
    init(_ path: String, besides others: [String]) throws(TraceError) {
        self.path = path
        if path == "-" {
            file = STDOUT_FILENO
        } else {
            file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
            if file < 0 { throw TraceError(path: path, number: errno) }
            for other in others where Self.isSame(file, other) {
                close(file)
                throw TraceError(path: path, number: 0)
            }
            ftruncate(file, 0)
        }
        bytes.reserveCapacity(1 << 17)
    }

    deinit { if file > STDERR_FILENO { close(file) } }

    func append(_ line: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: line)
        if bytes.count > 1 << 16 { flush() }
    }

    /// Writes what has come so far, for somebody who watches.
    func flush() {
        guard !bytes.isEmpty else { return }
        defer { bytes.removeAll(keepingCapacity: true) }
        guard failure == nil else { return }
        do throws(WriteError) {
            try Console.writeAll(bytes, to: file, named: path == "-" ? "standard output" : path)
            size += off_t(bytes.count)
        } catch {
            failure = error
            if path != "-" { endWithWholeLine() }
        }
    }

    /// Takes back the part of a line that was still written; what is no regular file cannot.
    private func endWithWholeLine() {
        let written = bytes.prefix(max(0, Int(lseek(file, 0, SEEK_CUR) - size)))
        ftruncate(file, size + off_t(written.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0))
    }

    /// Writes what has come so far, and says so at once if that fails: a recording goes on without its trace.
    func flushOrComplain() {
        let hadFailed = failure != nil
        flush()
        if !hadFailed, let failure { Console.complain("\(failure); the trace ends here, the recording goes on") }
    }

    /// Writes what is left; throws if anything could not be written.
    func finish() throws(WriteError) {
        flush()
        if let failure { throw failure }
    }

    private static func isSame(_ file: Int32, _ path: String) -> Bool {
        var (own, other) = (stat(), stat())
        guard fstat(file, &own) == 0, stat(path, &other) == 0 else { return false }
        return own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }
}

/// A trace that has no place to go.
struct TraceError: Error, CustomStringConvertible {
    let path: String
    let number: Int32
    var description: String {
        guard number != 0 else { return "\(path): the trace would overwrite the recording; name another file" }
        return
            "\(path): the trace cannot be written: \(Console.words(number)); name a file in a folder that you may write to"
    }
}
