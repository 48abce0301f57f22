internal import InputHub
internal import LayoutRuntime
public import Platform
public import PluginAPI
internal import ResponderKit

extension Pipeline {
    /// Carries out what plugins have asked for, in order; call it between events when `wake` was called.
    public func carryOutCommands() { _ = carryOutCommands(until: nil) }

    /// The same for who has other things to do: when it takes longer than the limit, the rest is left. True then.
    ///
    /// The clock comes as far as the time, so nothing older may be left to be read.
    public func carryOutCommands(at time: Int64, within limit: TimeSpan) -> Bool {
        hub.advance(to: time)
        application.advance(to: time)
        return carryOutCommands(until: options.clock() + limit.microseconds)
    }

    private func carryOutCommands(until end: Int64?) -> Bool {
        for number in commands.takeFailedRequests() { activity.requestFailed(number, at: application.now) }
        commandTime = nil
        // What comes meanwhile waits for the next time.
        for _ in 0..<commands.count {
            guard let entry = end == nil ? commands.takeFirst() : commands.takeReady(at: options.clock()) else { break }
            let start = options.processorTime()
            if !entry.hasBegun { recorder?.command(entry.command, on: tree.views, of: entry.plugin) }
            var reply = perform(entry.command, from: entry.plugin)
            while reply == nil, end == nil { reply = perform(entry.command, from: entry.plugin) }
            if let reply { entry.reply?(reply) } else { commands.putBack(entry) }
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

    /// Does what a plugin may ask for, on behalf of whoever has the pipeline; only between events.
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
