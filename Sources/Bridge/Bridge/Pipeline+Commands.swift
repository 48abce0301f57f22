internal import InputHub
internal import LayoutRuntime
public import Platform
public import PluginAPI
internal import ResponderKit

extension Pipeline {
    /// Minimum delay of a plugin's next command that is logged, in microseconds.
    private static let reportedDelay: Int64 = 1_000_000

    /// Executes all waiting plugin commands in order. Call this method between events, after a call of `options.wake`.
    public func carryOutCommands() { _ = carryOutCommands(until: nil) }

    /// Executes waiting plugin commands for at most `limit`; returns true if further commands are ready.
    ///
    /// Advances the clock to `time`. Read all earlier events before this call.
    public func carryOutCommands(at time: Int64, within limit: TimeSpan) -> Bool {
        hub.advance(to: time)
        application.advance(to: time)
        return carryOutCommands(until: options.clock() + limit.microseconds)
    }

    private func carryOutCommands(until end: Int64?) -> Bool {
        for number in commands.takeFailedRequests() { activity.requestFailed(number, at: application.now) }
        commandTime = nil
        // Commands submitted during this call wait for the next call.
        for _ in 0..<commands.count {
            guard let entry = end == nil ? commands.takeFirst() : commands.takeReady(at: options.clock()) else { break }
            let start = options.processorTime()
            if !entry.hasBegun { recorder?.command(entry.command, in: tree, of: entry.plugin) }
            var reply = perform(entry.command, from: entry.plugin)
            while reply == nil, end == nil { reply = perform(entry.command, from: entry.plugin) }
            if let reply {
                if case .refused = reply { commands.countRefusal(of: entry.plugin) }
                entry.reply?(reply)
            } else {
                commands.putBack(entry)
            }
            plugins.frameDidEnd()
            guard let end else { continue }
            let now = options.clock()
            let duration = options.processorTime() - start
            let delay = commands.account(duration, of: entry, at: now)
            if delay >= Self.reportedDelay { report(delay, after: entry, of: duration) }
            if now >= end { break }
        }
        guard let ready = commands.readyTime else { return false }
        guard ready > options.clock() else { return true }
        commandTime = ready
        return false
    }

    /// Logs that slow commands have used up a plugin's time budget. `duration` is the time of the last command, and
    /// `delay` the wait of the next command, both in microseconds.
    private func report(_ delay: Int64, after entry: TreeCommands.Entry, of duration: Int64) {
        let seconds = TimeSpan(microseconds: delay).seconds.rounded(.up)
        log.complain(
            "slow commands of \(entry.plugin)",
            .notice,
            "a command of '\(entry.plugin)' used \(duration) µs of the input thread; the next command of '\(entry.plugin)' "
                + "waits up to \(Int(seconds)) s: send fewer slow commands, such as 'describe'"
        )
    }

    /// Executes a command of the pipeline's owner, not of a plugin. Call this method only between events.
    public func perform(_ command: TreeCommand) -> TreeReply {
        let command = CheckedCommand(command)
        while true { if let reply = perform(command, from: "") { return reply } }
    }

    private func perform(_ command: CheckedCommand, from plugin: String) -> TreeReply? {
        if case .dump(let reason) = command, let delegate {
            return delegate.pipeline(self, dumpFor: plugin, because: reason)
        }
        return tree.perform(command, from: plugin)
    }
}
