internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Synchronization

/// What other threads report to the thread of an `mqtt` plugin, beside what its link carries.
final class MQTTMailbox: Sendable {
    /// A message that the tree refused.
    struct RefusedMessage: Sendable {
        let topic: String
        let refusal: CommandRejection
    }

    let link: PluginLink
    let connection = ConnectionCut()
    /// Indices of the subscriptions whose retained messages are wanted again.
    private let renewals = Mutex<Set<Int>>([])
    /// The last refused message of each subscription, by its filter.
    private let refused = Mutex<[String: RefusedMessage]>([:])

    init(_ link: PluginLink) { self.link = link }

    func renew(_ subscriptions: Set<Int>) {
        renewals.withLock { $0.formUnion(subscriptions) }
        link.wakeup.signal()
    }

    /// Notes a refused message of a subscription; the plugin's thread logs it.
    func refuse(_ message: RefusedMessage, of filter: String) {
        refused.withLock { $0[filter] = message }
        link.wakeup.signal()
    }

    // MARK: The plugin's thread

    /// The subscriptions that were to be renewed since the last call.
    func takeRenewals() -> Set<Int> {
        renewals.withLock { renewals in
            defer { renewals = [] }
            return renewals
        }
    }

    /// The messages that were refused since the last call, by the filters of their subscriptions.
    func takeRefused() -> [String: RefusedMessage] {
        refused.withLock { refused in
            defer { refused = [:] }
            return refused
        }
    }
}
