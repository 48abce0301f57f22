internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Synchronization

/// Requests of other threads to the thread of an `mqtt` plugin, besides those in its link.
final class MQTTMailbox: Sendable {
    /// A message that the tree rejected.
    struct RefusedMessage: Sendable {
        let topic: String
        let refusal: CommandRejection
    }

    let link: PluginLink
    let connection = ConnectionCut()
    /// Indices of the subscriptions whose retained messages are requested again.
    private let renewals = Mutex<Set<Int>>([])
    /// Last rejected message of each subscription, by filter.
    private let refused = Mutex<[String: RefusedMessage]>([:])

    init(_ link: PluginLink) { self.link = link }

    func renew(_ subscriptions: Set<Int>) {
        renewals.withLock { $0.formUnion(subscriptions) }
        link.wakeup.signal()
    }

    /// Records a rejected message; the plugin's thread logs it.
    func refuse(_ message: RefusedMessage, of filter: String) {
        refused.withLock { $0[filter] = message }
        link.wakeup.signal()
    }

    // MARK: The plugin's thread

    /// Removes and returns the subscriptions to be renewed.
    func takeRenewals() -> Set<Int> {
        renewals.withLock { renewals in
            defer { renewals = [] }
            return renewals
        }
    }

    /// Removes and returns the rejected messages, by filter.
    func takeRefused() -> [String: RefusedMessage] {
        refused.withLock { refused in
            defer { refused = [:] }
            return refused
        }
    }
}
