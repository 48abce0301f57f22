package import Platform
package import PluginAPI
internal import Synchronization

/// Replies to commands, passed from the input thread to the plugin's thread with the requester of each.
package final class ReplyMailbox<Requester: Sendable>: Sendable {
    private let replies = Mutex<[(requester: Requester, reply: TreeReply)]>([])
    private let wakeup: Wakeup

    /// Creates an empty mailbox that wakes the plugin's thread for each reply.
    package init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    /// Adds a reply; usable from any thread.
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
