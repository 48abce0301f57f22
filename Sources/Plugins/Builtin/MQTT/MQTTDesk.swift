internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Synchronization

/// Where the input thread and the plugin's thread leave each other word; nobody ever holds it for long.
final class MQTTDesk: Sendable {
    /// When the thread is to give up what it has not delivered.
    enum Deadline {
        case now
        /// A time of the monotonic clock.
        case at(Int64)
    }

    /// What the thread is told.
    struct Orders {
        /// The bridge's status, once it is known.
        var status: BridgeStatus?
        /// Indices of the subscriptions whose retained messages are wanted again; each is handed out once.
        var renewals: Set<Int> = []
        var isStopping = false
        /// When to give up, if it is stopping and has been told.
        var deadline: Int64?
    }

    /// A message that the tree refused.
    struct RefusedMessage: Sendable {
        let topic: String
        let refusal: TreeRefusal
    }

    let connection = ConnectionCut()
    let lookUp = NameLookUp()
    private let orders = Mutex(Orders())
    /// The last refused message of each subscription, by its filter.
    private let refused = Mutex<[String: RefusedMessage]>([:])
    private let report = Mutex(PluginHealth())
    private let bell: Wakeup

    init() throws(ServiceError) { bell = try Wakeup() }

    // MARK: The input thread

    func put(_ status: BridgeStatus) {
        orders.withLock { $0.status = status }
        bell.signal()
    }

    func renew(_ subscriptions: Set<Int>) {
        orders.withLock { $0.renewals.formUnion(subscriptions) }
        bell.signal()
    }

    func beginStopping() {
        orders.withLock { $0.isStopping = true }
        bell.signal()
    }

    func stop(by deadline: Deadline) {
        orders.withLock { orders in
            orders.isStopping = true
            switch deadline {
            case .now: orders.deadline = .min
            case .at(let time): orders.deadline = time
            }
        }
        bell.signal()
    }

    /// Notes a refused message of a subscription; the plugin's thread logs it.
    func refuse(_ message: RefusedMessage, of filter: String) {
        refused.withLock { $0[filter] = message }
        bell.signal()
    }

    var health: PluginHealth { report.withLock { $0 } }

    // MARK: The plugin's thread

    /// Ready when there are new orders.
    var descriptor: Int32 { bell.descriptor }

    func read() -> Orders {
        bell.clear()
        return orders.withLock { orders in
            defer { orders.renewals = [] }
            return orders
        }
    }

    /// The messages that were refused since the last call, by the filters of their subscriptions.
    func takeRefused() -> [String: RefusedMessage] {
        refused.withLock { refused in
            defer { refused = [:] }
            return refused
        }
    }

    func account(_ change: (inout PluginHealth) -> Void) { report.withLock { change(&$0) } }
}
