internal import CTorture

/// Runs work that may crash in a child process.
package enum Subprocess {
    /// How a child ended.
    package enum Outcome: Equatable, Sendable {
        case returned(Int32)
        /// A signal ended it, as a trap of Swift's does; SIGALRM when a step never ended.
        case signal(Int32)
        case notStarted(errno: Int32)
    }

    private final class Box {
        let body: () -> Int32
        init(_ body: @escaping () -> Int32) { self.body = body }
    }

    /// Runs it, and waits for its end; nobody hears what a silent one complains of.
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

    /// A run apart that does not say in time that it goes on is ended.
    package static func goesOn() { tb_end_after(120) }

    /// What a signal means here.
    package static func words(_ signal: Int32) -> String {
        signal == 14 ? "a step does not end within two minutes" : "the process is ended by signal \(signal)"
    }

    /// Where a child is, for its parent to know when the child cannot say it any more.
    package struct Place: @unchecked Sendable {
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
