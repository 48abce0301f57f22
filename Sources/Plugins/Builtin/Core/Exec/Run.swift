internal import CExec
internal import Glibc
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// A running program in its own process group.
///
/// At its time limit, the group gets SIGTERM; after the grace period, it and all other descendants get SIGKILL. The
/// process is reaped only then, so that the number of its group cannot be reused before.
final class Run {
    /// Progress of ending the program.
    private enum Stage {
        case running(until: Int64?)
        case terminating(until: Int64)
        case killed
    }

    /// Reason of the program's end.
    enum End: Equatable {
        case status(Int32)
        case signal(Int32)
        /// Ended by the plugin at the time limit.
        case timeLimit
        /// Ended by the plugin during its stop.
        case stopped
        /// Unknown status: other code in this process has reaped it.
        case unknown
    }

    let entry: DeliveryQueue.Entry
    /// Name in log lines.
    let name: String
    let startedAt: Int64
    let timeLimit: TimeSpan?
    private let process: Int32
    private let mark: tb_exec_mark
    /// Pidfd, readable after the process ended.
    let handle: Int32
    private let grace: TimeSpan
    private var stage: Stage
    private var reason: End?
    /// Number of processes still alive 0.25 s after SIGKILL.
    private(set) var survivorCount: Int32 = 0
    var hasEnded = false
    /// Standard output and standard error.
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

    /// Monotonic time of the next step in microseconds; nil if none is due.
    var deadline: Int64? {
        switch stage {
        case .running(let until): until
        case .terminating(let until): until
        case .killed: nil
        }
    }

    /// Performs the steps that are due; returns the reason after the program ended.
    func step(_ now: Int64, _ sink: OutputPipe.Sink) -> End? {
        switch stage {
        case .running(let until):
            if hasEnded { return finish(sink) }
            if let until, now >= until { terminate(.timeLimit, until: now + grace.microseconds) }
        case .terminating(let until):
            // No output can follow: the leader has ended and both pipes are closed.
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

    /// Sends SIGTERM to the group; it gets SIGKILL at `until`.
    func terminate(_ reason: End, until: Int64) {
        if case .terminating(let before) = stage {
            stage = .terminating(until: min(before, until))
        } else if case .running = stage {
            self.reason = reason
            stage = .terminating(until: until)
            tb_exec_signal(process, SIGTERM)
            // A stopped process handles SIGTERM only after SIGCONT.
            tb_exec_signal(process, SIGCONT)
        }
    }

    /// Closes the descriptors and returns the process, which the caller ends with its group.
    func abandon() -> Int32 {
        for index in pipes.indices { pipes[index].close() }
        close(handle)
        return process
    }

    /// Drains and closes the pipes, which descendants may hold open. Descendants survive if the program ended by
    /// itself.
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
