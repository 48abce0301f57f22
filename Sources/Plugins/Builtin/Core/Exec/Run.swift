internal import CExec
internal import Glibc
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// A program that runs, in a process group of its own.
///
/// At its time limit the whole group is asked to end, and after the grace it is made to, with whatever else the program has
/// started. The process is not reaped before
/// that: until then the group's number cannot become anybody else's.
final class Run {
    /// What is being done about it.
    private enum Stage {
        case runs(until: Int64?)
        case isAsked(until: Int64)
        case isKilled
    }

    /// How it ended.
    enum End: Equatable {
        case status(Int32)
        case signal(Int32)
        /// By us, as its time was over.
        case timeLimit
        /// By us, as the plugin stops.
        case stopped
        /// Somebody else in this process waited for it.
        case unknown
    }

    let entry: DeliveryQueue.Entry
    /// What log lines call it.
    let name: String
    let startedAt: Int64
    let timeLimit: TimeSpan?
    private let process: Int32
    private let mark: tb_exec_mark
    /// Becomes readable when the process has ended.
    let handle: Int32
    private let grace: TimeSpan
    private var stage: Stage
    private var reason: End?
    /// Number of its processes that had not ended 0.25 s after they were killed.
    private(set) var survivorCount: Int32 = 0
    var hasEnded = false
    /// Of descriptors 1 and 2.
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
        stage = .runs(until: timeLimit.map { MonotonicClock.now + $0.microseconds })
        pipes = [OutputPipe(start.output, .info), OutputPipe(start.errors, .notice)]
    }

    /// When something is to be done about it if nothing happens before.
    var deadline: Int64? {
        switch stage {
        case .runs(let until): until
        case .isAsked(let until): until
        case .isKilled: nil
        }
    }

    /// Does what is due; how it ended once it has.
    func step(_ now: Int64, _ sink: OutputPipe.Sink) -> End? {
        switch stage {
        case .runs(let until):
            if hasEnded { return finish(sink) }
            if let until, now >= until { ask(.timeLimit, until: now + grace.microseconds) }
        case .isAsked(let until):
            // Who closed its output and lost its leader has nothing more to say.
            let isSilent = hasEnded && pipes.allSatisfy { !$0.isOpen }
            guard isSilent || now >= until else { return nil }
            tb_exec_signal(process, SIGKILL)
            stage = .isKilled
            if hasEnded { return finish(sink) }
        case .isKilled:
            if hasEnded { return finish(sink) }
        }
        return nil
    }

    /// Asks the group to end; at that time it is made to.
    func ask(_ reason: End, until: Int64) {
        if case .isAsked(let before) = stage {
            stage = .isAsked(until: min(before, until))
        } else if case .runs = stage {
            self.reason = reason
            stage = .isAsked(until: until)
            tb_exec_signal(process, SIGTERM)
            // One that is stopped would not hear of it.
            tb_exec_signal(process, SIGCONT)
        }
    }

    /// Lets go of it, whatever it does; the process is to be ended with its group.
    func abandon() -> Int32 {
        for index in pipes.indices { pipes[index].close() }
        close(handle)
        return process
    }

    /// Whatever the program left running may keep the pipes: what is in them is taken, and they are closed. It runs on if the
    /// program ended by itself.
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
