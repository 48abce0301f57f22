public import PluginAPI
internal import Synchronization

/// What plugins ask of the tree, from whatever thread, until the input thread comes round to it.
public final class TreeCommands: TreeAccess {
    struct Entry {
        let command: CheckedCommand
        let plugin: String
        let reply: (@Sendable (TreeReply) -> Void)?
    }

    private struct State {
        var entries: ArraySlice<Entry> = []
        var counts: [String: Int] = [:]
        var isClosed = false

        func hasRoom(for plugin: String) -> Bool { !isClosed && counts[plugin, default: 0] < TreeCommands.waitingLimit }
    }

    /// So many commands of one plugin may wait.
    public static let waitingLimit = 256

    private let state = Mutex(State())
    private let wake: @Sendable () -> Void

    /// A queue that calls `wake`, on the thread of who submits, when it is no longer empty.
    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    public func submit(
        _ command: TreeCommand,
        from plugin: String,
        reply: (@Sendable (TreeReply) -> Void)?
    ) -> Bool {
        guard state.withLock({ $0.hasRoom(for: plugin) }) else { return false }
        // Read and checked on the caller's thread, outside of the lock.
        let command = CheckedCommand(command)
        let (isTaken, isFirst) = state.withLock { state in
            guard state.hasRoom(for: plugin) else { return (false, false) }
            state.counts[plugin, default: 0] += 1
            state.entries.append(Entry(command: command, plugin: plugin, reply: reply))
            return (true, state.entries.count == 1)
        }
        if isFirst { wake() }
        return isTaken
    }

    public var isStopping: Bool { state.withLock(\.isClosed) }

    /// How many wait.
    var count: Int { state.withLock { $0.entries.count } }

    /// The one that has waited longest.
    func takeFirst() -> Entry? {
        state.withLock { state in
            guard let entry = state.entries.popFirst() else { return nil }
            state.counts[entry.plugin]? -= 1
            // A slice keeps what was taken from its front, and with a reply whoever waits for it.
            if state.entries.isEmpty { state.entries = [] }
            return entry
        }
    }

    /// Takes no more, and refuses what waits.
    func close() {
        state.withLock { $0.isClosed = true }
        while let entry = takeFirst() { entry.reply?(.refused(TreeRefusal(refusal))) }
    }
}
