internal import Glibc

/// Where a trace goes: a file or, for `-`, standard output; written in large pieces.
final class TraceFile {
    private let file: Int32
    private var bytes: [UInt8] = []
    private(set) var failure: WriteError?

    init(_ path: String) throws {
        if path == "-" {
            file = STDOUT_FILENO
        } else {
            file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            if file < 0 { throw TraceError(path: path, number: errno) }
        }
        bytes.reserveCapacity(1 << 17)
    }

    deinit { if file > STDERR_FILENO { close(file) } }

    func append(_ line: UnsafeBufferPointer<UInt8>) {
        bytes.append(contentsOf: line)
        if bytes.count > 1 << 16 { flush() }
    }

    func flush() {
        guard failure == nil, !bytes.isEmpty else { return }
        do throws(WriteError) {
            try Console.writeAll(bytes, to: file)
        } catch {
            failure = error
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes what is left; throws if anything could not be written.
    func finish() throws {
        flush()
        if let failure { throw failure }
    }
}

private struct TraceError: Error, CustomStringConvertible {
    let path: String
    let number: Int32
    var description: String {
        "\(path): the trace cannot be written: \(String(cString: strerror(number))); name a file in a folder that you may write to"
    }
}
