internal import JSON
internal import Platform
internal import PluginAPI
internal import Synchronization

/// What the input thread and a program's own thread tell each other beside the queue.
final class ProcessState: Sendable {
    /// What came of a command of one run of the program.
    struct Reply: Sendable {
        var run: Int
        var id: JSONValue?
        var reply: TreeReply
    }

    /// What the input thread has told since it was last asked.
    struct News: Sendable {
        var bindings: [Binding]?
        var status: BridgeStatus?
        var replies: [Reply] = []
        var isStopping = false
        /// When all must be over.
        var deadline: Int64?
    }

    private let news = Mutex(News())
    private let counts = Mutex(PluginHealth())
    /// Is signalled when there is news.
    let wakeup: Wakeup

    init() throws(ServiceError) { wakeup = try Wakeup() }

    /// Tells something, from any thread.
    func tell(_ change: (inout News) -> Void) {
        news.withLock { change(&$0) }
        wakeup.signal()
    }

    /// What is new; what holds for good stays.
    func takeNews() -> News {
        wakeup.clear()
        return news.withLock { news in
            defer { (news.bindings, news.status, news.replies) = (nil, nil, []) }
            return news
        }
    }

    /// How the program is, but for what the queue counts.
    var health: PluginHealth { counts.withLock { $0 } }

    func count(_ change: (inout PluginHealth) -> Void) { counts.withLock { change(&$0) } }
}
