internal import Platform
public import PluginAPI
internal import Synchronization

/// Queue of plugin commands to the view tree, and of failed requests to turn a screen on or off. Any thread can add
/// entries; the input thread removes them.
public final class TreeCommands: TreeAccess {
    package struct Entry {
        /// Sequence number of the command, in order of arrival.
        let number: Int
        package let command: CheckedCommand
        package let plugin: String
        /// Client that sent the command to the plugin; nil for a command of the plugin itself.
        package let client: Int?
        package let reply: (@Sendable (TreeReply) -> Void)?
        /// Whether a part of the command was executed.
        package fileprivate(set) var hasBegun = false
    }

    private struct State {
        var plugins: [String: PluginCommands] = [:]
        var lastNumber = 0
        var failedRequests: [Int32] = []
        var isClosed = false

        /// Returns whether the queue accepts a client's command. Counts a refusal if the queue is full.
        mutating func acceptsCommand(of plugin: String, _ client: Int?) -> Bool {
            if isClosed { return false }
            if plugins[plugin]?.hasRoom(for: client) ?? true { return true }
            plugins[plugin]?.refusedCount += 1
            return false
        }

        /// Removes and returns the oldest command within its plugin's time budget at the time `now`. Ignores the
        /// budgets if `now` is nil.
        mutating func takeFirst(at now: Int64?) -> Entry? {
            var oldest: (number: Int, plugin: String, client: Int?)?
            for (plugin, commands) in plugins {
                guard let (number, client) = commands.oldest(at: now), number < oldest?.number ?? .max else { continue }
                oldest = (number, plugin, client)
            }
            return oldest.flatMap { plugins[$0.plugin]?.removeFirst(of: $0.client) }
        }
    }

    /// Minimum duration of a slow command, in microseconds of input-thread time.
    private static let slowCommand: Int64 = 50
    /// Limit failed-power-requests (limits.md, Commands to the view tree): maximum number of failed screen-power
    /// requests that wait for the input thread. If exceeded: further failures are ignored.
    ///
    /// A screen has one power request at a time.
    private static let failedRequestLimit = 256

    private let state = Mutex(State())
    /// Wakes the input thread.
    package let wake: @Sendable () -> Void
    /// Returns the current time for rate limits, in microseconds; called on any thread.
    private let clock: @Sendable () -> Int64

    /// Creates a queue. A command for a client's empty queue calls `wake` on the submitting thread.
    package init(clock: @escaping @Sendable () -> Int64, wake: @escaping @Sendable () -> Void) {
        (self.clock, self.wake) = (clock, wake)
    }

    public func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        guard state.withLock({ $0.acceptsCommand(of: plugin, client) }) else { return false }
        // Parses and checks the command on the submitting thread, without holding the lock.
        var command = CheckedCommand(command)
        let now = clock()
        let (isTaken, wakes) = state.withLock { state in
            guard state.acceptsCommand(of: plugin, client) else { return (false, false) }
            if command.isAction, !state.plugins[plugin, default: PluginCommands()].takeAction(at: now) {
                let rate = TreeCommand.actionsPerSecond
                let problem = "the plugin sends more than \(rate) actions per second"
                command = .refused(CommandRejection("\(problem); send fewer actions"))
            }
            state.lastNumber += 1
            let entry = Entry(number: state.lastNumber, command: command, plugin: plugin, client: client, reply: reply)
            // With an earlier waiting command of the client, no wake-up is needed: that command has caused a wake-up or
            // set `readyTime`.
            return (true, state.plugins[plugin, default: PluginCommands()].append(entry))
        }
        if wakes { wake() }
        return isTaken
    }

    public var isStopping: Bool { state.withLock(\.isClosed) }

    /// Counts a refusal of a plugin's command after its removal from the queue. Called on the input thread.
    package func countRefusal(of plugin: String) { state.withLock { $0.plugins[plugin]?.refusedCount += 1 } }

    package func refusedCount(of plugin: String) -> Int { state.withLock { $0.plugins[plugin]?.refusedCount ?? 0 } }

    /// Number of waiting commands.
    package var count: Int { state.withLock { $0.plugins.values.reduce(0) { $0 + $1.count } } }

    /// Removes and returns the oldest command, regardless of budgets; nil if no command waits.
    package func takeFirst() -> Entry? { state.withLock { $0.takeFirst(at: nil) } }

    /// Removes and returns the oldest command of all plugins and clients with remaining budget; nil without such a
    /// command.
    package func takeReady(at now: Int64) -> Entry? { state.withLock { $0.takeFirst(at: now) } }

    /// Reinserts a partly executed command at the front of its client's queue.
    package func putBack(_ entry: Entry) {
        var entry = entry
        entry.hasBegun = true
        state.withLock { $0.plugins[entry.plugin]?.putBack(entry) }
    }

    /// Charges the duration of a slow command to its plugin's budget. Returns the delay of the plugin's next command.
    /// All times are in microseconds.
    @discardableResult
    package func account(_ duration: Int64, of entry: Entry, at now: Int64) -> Int64 {
        guard duration >= Self.slowCommand else { return 0 }
        return state.withLock { $0.plugins[entry.plugin]?.spend(duration, of: entry.client, at: now) ?? 0 }
    }

    /// Earliest time at which a plugin's budget allows a waiting command; nil if no command waits.
    package var readyTime: Int64? { state.withLock { $0.plugins.values.compactMap(\.readyTime).min() } }

    /// Refuses the waiting commands of all plugins except `plugins`, which continue to run after a reload. Otherwise,
    /// commands of a replaced plugin would be executed for the new plugin with the same name.
    package func keepOnly(_ plugins: Set<String>) {
        let others = state.withLock { state in
            let names = state.plugins.keys.filter { !plugins.contains($0) }
            return names.flatMap { state.plugins.removeValue(forKey: $0)?.all ?? [] }
        }
        let reason = "a reload of the layout removed or replaced this plugin"
        for entry in others { entry.reply?(.refused(CommandRejection(reason))) }
    }

    /// Reports the failure of an accepted power request by its number; called on any thread.
    package func requestFailed(_ number: Int32) {
        state.withLock { state in
            if state.failedRequests.count < Self.failedRequestLimit { state.failedRequests.append(number) }
        }
        wake()
    }

    /// Removes and returns the numbers of the failed power requests, oldest first.
    package func takeFailedRequests() -> [Int32] { state.withLock { exchange(&$0.failedRequests, with: []) } }

    /// Refuses all waiting and all later commands.
    package func close() {
        state.withLock { $0.isClosed = true }
        while let entry = takeFirst() { entry.reply?(.refused(CommandRejection(refusal))) }
    }
}
