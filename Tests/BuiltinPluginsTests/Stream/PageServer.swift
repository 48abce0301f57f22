import Glibc
import TestSupport
import Testing
import TimeLimits

/// An HTTP server that serves the files of a folder.
final class PageServer {
    let origin: String
    private let program: Program

    init(_ folder: String) throws {
        let program = try Program(
            "/usr/bin/python3",
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder]
        )
        let end = ContinuousClock.now + TimeLimits.wait
        while program.lines.isEmpty, ContinuousClock.now < end { usleep(10_000) }
        let port = program.lines.first?.split(separator: " ").compactMap { Int($0) }.first
        origin = "http://127.0.0.1:\(try #require(port, "\(program.text)"))"
        self.program = program
    }
}
