internal import CExec
internal import Glibc
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// A running program in its own process group.
///
/// At the time limit, the process group receives SIGTERM and, after the grace period, SIGKILL. A program is reaped only
/// after its group received SIGKILL. After an earlier reap, the kernel could reuse the process group id, and SIGKILL
/// could end other processes. After the reap, all other descendants are killed.
final class Run {
    /// Current step of the program's termination.
    private enum Stage {
        case running(until: Int64?)
        case terminating(until: Int64)
        case killed
    }

    /// Reason why the program ended.
    enum End: Equatable {
        case status(Int32)
        case signal(Int32)
        /// The plugin ended the program at the time limit.
        case timeLimit
        /// The plugin ended the program because the plugin stops.
        case stopped
        /// The status is unknown because other code in this process has reaped the program.
        case unknown
    }

    let entry: DeliveryQueue.Entry
    /// Name of the program in log lines.
    let name: String
    let startedAt: Int64
    let timeLimit: TimeSpan?
    /// Name of the action sent for each line of standard output with a number or a Boolean.
    var action: String? { entry.binding.arguments.emits }
    private let process: Int32
    private let mark: tb_exec_mark
    /// Pidfd that becomes readable when the process ends.
    let handle: Int32
    private let grace: TimeSpan
    private var stage: Stage
    private var reason: End?
    /// Number of processes that were still alive 0.25 s after SIGKILL.
    private(set) var survivorCount: Int32 = 0
    var hasEnded = false
    /// Pipes for standard output and standard error.
    var pipes: [OutputPipe]

    init(_ entry: DeliveryQueue.Entry, _ start: ProgramStart, name: String, timeLimit: TimeSpan?, grace: TimeSpan) {
        self.entry = entry
        self.name = name
        self.timeLimit = timeLimit
        self.grace = grace
        process = start.process
        handle = start.handle
        mark = start.mark
        startedAt = MonotonicClock.now
        stage = .running(until: timeLimit.map { MonotonicClock.now + $0.microseconds })
        pipes = [OutputPipe(start.output, .info), OutputPipe(start.errors, .notice)]
    }

    /// Monotonic time of the next termination step, in microseconds; nil if no step is scheduled.
    var deadline: Int64? {
        switch stage {
        case .running(let until): until
        case .terminating(let until): until
        case .killed: nil
        }
    }

    /// Performs the termination step that is due. Returns the reason why the program ended; nil while the program is
    /// running.
    func step(_ now: Int64, _ sink: OutputPipe.Sink) -> End? {
        switch stage {
        case .running(let until):
            if hasEnded { return finish(sink) }
            if let until, now >= until { terminate(.timeLimit, until: now + grace.microseconds) }
        case .terminating(let until):
            // After the process has ended and both pipes are closed, no more output can follow.
            let isFinished = hasEnded && pipes.allSatisfy { !$0.isOpen }
            guard isFinished || now >= until else { return nil }
            tb_exec_signal(process, SIGKILL)
            stage = .killed
            if hasEnded { return finish(sink) }
        case .killed:
            if hasEnded { return finish(sink) }
        }
        return nil
    }

    /// Sends SIGTERM to the process group; `step` sends SIGKILL at the time `until`.
    func terminate(_ reason: End, until: Int64) {
        if case .terminating(let before) = stage {
            stage = .terminating(until: min(before, until))
        } else if case .running = stage {
            self.reason = reason
            stage = .terminating(until: until)
            tb_exec_signal(process, SIGTERM)
            // A process stopped by SIGSTOP reacts to SIGTERM only after SIGCONT.
            tb_exec_signal(process, SIGCONT)
        }
    }

    /// Closes the descriptors and returns the process id. The caller must kill the process and its process group.
    func abandon() -> Int32 {
        for index in pipes.indices { pipes[index].close() }
        close(handle)
        return process
    }

    /// Reads the buffered output and closes the pipes. Does not wait for end of file, because descendants may hold the
    /// pipes open. Kills the descendants only if the plugin ended the program.
    private func finish(_ sink: OutputPipe.Sink) -> End {
        for index in pipes.indices {
            pipes[index].drain(sink)
            pipes[index].close()
        }
        close(handle)
        let status = tb_exec_reap(process)
        if let reason {
            survivorCount = tb_exec_end(mark)
            return reason
        }
        if status < 0 { return .unknown }
        return status < 256 ? .status(status) : .signal(status - 256)
    }
}
