package import Platform
package import PluginAPI
internal import Synchronization

/// Passes command replies, each with its requester, from the input thread to the plugin's thread.
package final class ReplyMailbox<Requester: Sendable>: Sendable {
    private let replies = Mutex<[(requester: Requester, reply: TreeReply)]>([])
    private let wakeup: Wakeup

    /// Creates an empty mailbox; each added reply signals `wakeup`.
    package init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    /// Adds a reply; can be called on any thread.
    package func add(_ reply: TreeReply, for requester: Requester) {
        replies.withLock { $0.append((requester, reply)) }
        wakeup.signal()
    }

    package func take() -> [(requester: Requester, reply: TreeReply)] {
        replies.withLock { replies in
            defer { replies = [] }
            return replies
        }
    }
}
