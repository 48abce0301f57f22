internal import Glibc

/// Bytes that wait to be written to a pipe while the pipe is full.
struct Outbox {
    private var bytes: [UInt8] = []
    private var start = 0

    var count: Int { bytes.count - start }

    mutating func append(_ more: [UInt8]) {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            start = 0
        }
        bytes += more
    }

    enum Progress: Equatable {
        case some, none, isBroken
    }

    /// Writes as many bytes as the pipe accepts.
    mutating func write(to descriptor: Int32) -> Progress {
        var progress = Progress.none
        while count > 0 {
            let written = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + start, count) }
            if written > 0 {
                start += written
                progress = .some
            } else if written < 0, errno == EINTR {
                continue
            } else {
                if written < 0, errno != EAGAIN { progress = .isBroken }
                break
            }
        }
        // Removes the written bytes once they occupy more than half of the buffer.
        if start > bytes.count / 2 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        return progress
    }
}
