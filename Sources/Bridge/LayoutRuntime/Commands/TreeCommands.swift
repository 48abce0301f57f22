internal import Platform
public import PluginAPI
internal import Synchronization

/// Commands of plugins to the view tree, and their reports of failed power requests, from any thread to the input thread.
public final class TreeCommands: TreeAccess {
    package struct Entry {
        /// Order of arrival.
        let number: Int
        package let command: CheckedCommand
        package let plugin: String
        package let reply: (@Sendable (TreeReply) -> Void)?
    }

    private struct State {
        /// Waiting commands of each plugin that has any.
        var queues: [String: ArraySlice<Entry>] = [:]
        /// Microseconds of the input thread left to each plugin with slow commands; a plugin without an entry has all.
        var budgets: [String: RateLimiter] = [:]
        var lastNumber = 0
        var failedRequests: [Int32] = []
        var isClosed = false

        func hasRoom(for plugin: String) -> Bool {
            !isClosed && queues[plugin]?.count ?? 0 < TreeCommands.waitingLimit
        }

        /// Removes and returns the oldest command, of a plugin that passes the test.
        mutating func takeFirst(where isReady: (String) -> Bool = { _ in true }) -> Entry? {
            var oldest: Entry?
            for (plugin, queue) in queues where isReady(plugin) {
                if let first = queue.first, first.number < oldest?.number ?? .max { oldest = first }
            }
            guard let oldest else { return nil }
            var queue = queues.removeValue(forKey: oldest.plugin) ?? []
            queue.removeFirst()
            // A slice retains what was taken from its front.
            if queue.startIndex >= 64 { queue = ArraySlice(Array(queue)) }
            if !queue.isEmpty { queues[oldest.plugin] = queue }
            return oldest
        }
    }

    /// Limit waiting-commands (Commands to the view tree): waiting commands of one plugin. Past it: refused: `too many
    /// commands wait to be carried out`.
    public static let waitingLimit = 256
    /// Microseconds of the input thread from which on a command is slow.
    private static let slowCommand: Int64 = 50
    /// Limit slow-commands (Commands to the view tree): microseconds a second of the input thread for commands of
    /// 50 µs or more, for each plugin, with a burst of 2000. Past it: the plugin's next command waits.
    ///
    /// With it less than one touch in a hundred meets a slow command, or the cold caches behind it.
    private static let slowTimePerSecond = 150
    private static let slowTimeBurst = 2000
    /// Limit failed-power-requests (Commands to the view tree): failed screen-power requests that wait to be reported.
    /// Past it: newer ones are not reported.
    ///
    /// A screen has one power request at a time.
    private static let failedRequestLimit = 256

    private let state = Mutex(State())
    /// Wakes the input thread.
    package let wake: @Sendable () -> Void

    /// A queue that calls `wake`, on the submitting thread, when a plugin without waiting commands submits one.
    package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    public func submit(
        _ command: TreeCommand,
        from plugin: String,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        guard state.withLock({ $0.hasRoom(for: plugin) }) else { return false }
        // Read and checked on the caller's thread, outside of the lock.
        let command = CheckedCommand(command)
        let (isTaken, wakes) = state.withLock { state in
            guard state.hasRoom(for: plugin) else { return (false, false) }
            // The input thread knows of a plugin's earlier commands: a wake-up or `readyTime` leads to them.
            let isFirst = state.queues[plugin] == nil
            state.lastNumber += 1
            let entry = Entry(number: state.lastNumber, command: command, plugin: plugin, reply: reply)
            state.queues[plugin, default: []].append(entry)
            return (true, isFirst)
        }
        if wakes { wake() }
        return isTaken
    }

    public var isStopping: Bool { state.withLock(\.isClosed) }

    /// Number of waiting commands.
    package var count: Int { state.withLock { $0.queues.values.reduce(0) { $0 + $1.count } } }

    /// Removes and returns the oldest command.
    package func takeFirst() -> Entry? { state.withLock { $0.takeFirst() } }

    /// Removes and returns the oldest command of the plugins that have budget left.
    package func takeReady(at now: Int64) -> Entry? {
        state.withLock { state in
            if !state.budgets.isEmpty { state.budgets = state.budgets.filter { !$0.value.isFull(at: now) } }
            return state.takeFirst { [budgets = state.budgets] in budgets[$0]?.hasOne(at: now) ?? true }
        }
    }

    /// Takes the time of a slow command, in microseconds, from its plugin's budget.
    package func account(_ duration: Int64, of plugin: String, at now: Int64) {
        guard duration >= Self.slowCommand else { return }
        state.withLock { state in
            let full = RateLimiter(perSecond: Self.slowTimePerSecond, burst: Self.slowTimeBurst, now: now)
            state.budgets[plugin, default: full].spend(Double(duration), at: now)
        }
    }

    /// When the first of the waiting commands may be carried out, nil when none waits.
    package var readyTime: Int64? {
        state.withLock { state in
            var first: Int64?
            for plugin in state.queues.keys { first = min(first ?? .max, state.budgets[plugin]?.readyTime ?? .min) }
            return first
        }
    }

    /// Refuses the waiting commands of all other plugins, which a reload ended: a successor may have the same name.
    package func keepOnly(_ plugins: Set<String>) {
        let others = state.withLock { state in
            let names = state.queues.keys.filter { !plugins.contains($0) }
            for name in state.budgets.keys where !plugins.contains(name) { state.budgets[name] = nil }
            return names.flatMap { state.queues.removeValue(forKey: $0) ?? [] }
        }
        for entry in others { entry.reply?(.refused(TreeRefusal("the layout was reloaded without this plugin"))) }
    }

    /// Reports that a handler which accepted a power request has failed; called on any thread.
    package func requestFailed(_ number: Int32) {
        state.withLock { state in
            if state.failedRequests.count < Self.failedRequestLimit { state.failedRequests.append(number) }
        }
        wake()
    }

    /// Removes and returns the numbers of the power requests that have failed, the oldest first.
    package func takeFailedRequests() -> [Int32] { state.withLock { exchange(&$0.failedRequests, with: []) } }

    /// Takes no more, and refuses what waits.
    package func close() {
        state.withLock { $0.isClosed = true }
        while let entry = takeFirst() { entry.reply?(.refused(TreeRefusal(refusal))) }
    }
}
