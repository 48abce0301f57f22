internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Synchronization

/// Requests from other threads to the thread of an `mqtt` plugin. Requests that exist for all types of plugins are in
/// `PluginLink`.
final class MQTTMailbox: Sendable {
    /// A message whose command the view tree rejected.
    struct RefusedMessage: Sendable {
        let topic: String
        let refusal: CommandRejection
    }

    let link: PluginLink
    let connection = ConnectionCut()
    /// Indices of the subscriptions whose retained messages must be requested again.
    private let renewals = Mutex<Set<Int>>([])
    /// Last rejected message of each subscription, by topic filter.
    private let refused = Mutex<[String: RefusedMessage]>([:])

    init(_ link: PluginLink) { self.link = link }

    func renew(_ subscriptions: Set<Int>) {
        renewals.withLock { $0.formUnion(subscriptions) }
        link.wakeup.signal()
    }

    /// Stores a rejected message, which the plugin's thread logs.
    func refuse(_ message: RefusedMessage, of filter: String) {
        refused.withLock { $0[filter] = message }
        link.wakeup.signal()
    }

    // MARK: The plugin's thread

    /// Removes and returns the indices of the subscriptions to renew.
    func takeRenewals() -> Set<Int> {
        renewals.withLock { renewals in
            defer { renewals = [] }
            return renewals
        }
    }

    /// Removes and returns the rejected messages, by topic filter.
    func takeRefused() -> [String: RefusedMessage] {
        refused.withLock { refused in
            defer { refused = [:] }
            return refused
        }
    }
}
