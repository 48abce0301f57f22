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
        /// Whose wish it is; nil for the plugin's own.
        package let client: Int?
        package let reply: (@Sendable (TreeReply) -> Void)?
        /// Whether a part of it was carried out.
        package fileprivate(set) var hasBegun = false
    }

    private struct State {
        var plugins: [String: PluginCommands] = [:]
        var lastNumber = 0
        var failedRequests: [Int32] = []
        var isClosed = false

        func hasRoom(for plugin: String, _ client: Int?) -> Bool {
            !isClosed && plugins[plugin]?.hasRoom(for: client) ?? true
        }

        /// Removes and returns the oldest command that its plugin's budget allows at a time, or of all.
        mutating func takeFirst(at now: Int64?) -> Entry? {
            var oldest: (number: Int, plugin: String, client: Int?)?
            for (plugin, commands) in plugins {
                guard let (number, client) = commands.oldest(at: now), number < oldest?.number ?? .max else { continue }
                oldest = (number, plugin, client)
            }
            return oldest.flatMap { plugins[$0.plugin]?.removeFirst(of: $0.client) }
        }
    }

    /// Microseconds of the input thread from which on a command is slow.
    private static let slowCommand: Int64 = 50
    /// Limit failed-power-requests (Commands to the view tree): failed screen-power requests that wait to be reported.
    /// Past it: newer ones are not reported.
    ///
    /// A screen has one power request at a time.
    private static let failedRequestLimit = 256

    private let state = Mutex(State())
    /// Wakes the input thread.
    package let wake: @Sendable () -> Void

    /// A queue that calls `wake`, on the submitting thread, for a command before which none of its client waits.
    package init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    public func submit(
        _ command: TreeCommand,
        from plugin: String,
        client: Int?,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        guard state.withLock({ $0.hasRoom(for: plugin, client) }) else { return false }
        // Read and checked on the caller's thread, outside of the lock.
        let command = CheckedCommand(command)
        let (isTaken, wakes) = state.withLock { state in
            guard state.hasRoom(for: plugin, client) else { return (false, false) }
            state.lastNumber += 1
            let entry = Entry(number: state.lastNumber, command: command, plugin: plugin, client: client, reply: reply)
            // The input thread knows of a client's earlier commands: a wake-up or `readyTime` leads to them.
            return (true, state.plugins[plugin, default: PluginCommands()].append(entry))
        }
        if wakes { wake() }
        return isTaken
    }

    public var isStopping: Bool { state.withLock(\.isClosed) }

    /// Number of waiting commands.
    package var count: Int { state.withLock { $0.plugins.values.reduce(0) { $0 + $1.count } } }

    /// Removes and returns the oldest command.
    package func takeFirst() -> Entry? { state.withLock { $0.takeFirst(at: nil) } }

    /// Removes and returns the oldest command of the plugins and clients that have budget left.
    package func takeReady(at now: Int64) -> Entry? { state.withLock { $0.takeFirst(at: now) } }

    /// Returns a command of which a part was carried out to its place before all others of its client.
    package func putBack(_ entry: Entry) {
        var entry = entry
        entry.hasBegun = true
        state.withLock { $0.plugins[entry.plugin]?.putBack(entry) }
    }

    /// Takes the time of a command, in microseconds, from its plugin's budget if it was slow.
    package func account(_ duration: Int64, of entry: Entry, at now: Int64) {
        guard duration >= Self.slowCommand else { return }
        state.withLock { $0.plugins[entry.plugin]?.spend(duration, of: entry.client, at: now) }
    }

    /// When the first of the waiting commands may be carried out, nil when none waits.
    package var readyTime: Int64? { state.withLock { $0.plugins.values.compactMap(\.readyTime).min() } }

    /// Refuses the waiting commands of all other plugins, which a reload ended: a successor may have the same name.
    package func keepOnly(_ plugins: Set<String>) {
        let others = state.withLock { state in
            let names = state.plugins.keys.filter { !plugins.contains($0) }
            return names.flatMap { state.plugins.removeValue(forKey: $0)?.all ?? [] }
        }
        for entry in others { entry.reply?(.refused(CommandRejection("the layout was reloaded without this plugin"))) }
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
        while let entry = takeFirst() { entry.reply?(.refused(CommandRejection(refusal))) }
    }
}
