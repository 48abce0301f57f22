internal import InputHub
internal import LayoutRuntime
public import Platform
public import PluginAPI
internal import ResponderKit

extension Pipeline {
    /// Executes all waiting plugin commands in order. Call this method between events, after `wake` was called.
    public func carryOutCommands() { _ = carryOutCommands(until: nil) }

    /// Executes waiting plugin commands for at most `limit`; returns true if further commands can be executed
    /// immediately.
    ///
    /// Advances the clock to `time`; all earlier events must have been read.
    public func carryOutCommands(at time: Int64, within limit: TimeSpan) -> Bool {
        hub.advance(to: time)
        application.advance(to: time)
        return carryOutCommands(until: options.clock() + limit.microseconds)
    }

    private func carryOutCommands(until end: Int64?) -> Bool {
        for number in commands.takeFailedRequests() { activity.requestFailed(number, at: application.now) }
        commandTime = nil
        // Commands that are submitted while this function runs wait for its next call.
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
            commands.account(options.processorTime() - start, of: entry, at: now)
            if now >= end { break }
        }
        guard let ready = commands.readyTime else { return false }
        guard ready > options.clock() else { return true }
        commandTime = ready
        return false
    }

    /// Executes a command for the owner of the pipeline. Call this method only between events.
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
