internal import CTorture

/// Runs code in a child process, so that a crash does not end the parent process.
package enum Subprocess {
    /// Exit status or terminating signal of a child process.
    package enum Outcome: Equatable, Sendable {
        case returned(Int32)
        /// A signal terminated the child, for example after a Swift trap. The signal is SIGALRM if a step exceeded the
        /// time limit.
        case signal(Int32)
        case notStarted(errno: Int32)
    }

    private final class Box {
        let body: () -> Int32
        init(_ body: @escaping () -> Int32) { self.body = body }
    }

    /// Runs `body` in a child process and waits until the child exits; if `isSilent` is true, discards the child's
    /// standard error.
    package static func run(isSilent: Bool = false, _ body: @escaping () -> Int32) -> Outcome {
        let box = Unmanaged.passRetained(Box(body))
        defer { box.release() }
        let status = tb_run_apart(
            { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().body() },
            box.toOpaque(),
            isSilent ? 1 : 0
        )
        if status < 0 { return .notStarted(errno: -status) }
        return status >= 128 ? .signal(status - 128) : .returned(status)
    }

    /// Called in the child: restarts its time limit of 120 seconds. Has no effect in the parent.
    package static func restartTimeLimit() { tb_end_after(120) }

    /// Describes a signal that terminated a child.
    package static func words(_ signal: Int32) -> String {
        signal == 14 ? "a step did not end within two minutes" : "signal \(signal) ended the process"
    }

    /// Progress of a child process in shared memory; readable even after the child has crashed.
    package struct Progress: @unchecked Sendable {
        private let numbers: UnsafeMutablePointer<Int>

        package init?() {
            guard let numbers = tb_shared_numbers(4) else { return nil }
            self.numbers = numbers
        }

        package var round: Int {
            get { numbers[0] }
            nonmutating set { numbers[0] = newValue }
        }

        package var step: Int {
            get { numbers[1] }
            nonmutating set { numbers[1] = newValue }
        }

        package var events: Int {
            get { numbers[2] }
            nonmutating set { numbers[2] = newValue }
        }
    }
}
