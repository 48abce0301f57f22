package import Platform
package import PluginAPI
internal import Synchronization

/// Replies to commands, passed from the input thread to the plugin's thread with the requester of each.
package final class ReplyMailbox<Asker: Sendable>: Sendable {
    private let replies = Mutex<[(asker: Asker, reply: TreeReply)]>([])
    private let wakeup: Wakeup

    /// Creates an empty mailbox that wakes the plugin's thread for each reply.
    package init(_ wakeup: Wakeup) { self.wakeup = wakeup }

    /// Adds a reply; usable from any thread.
    package func add(_ reply: TreeReply, for asker: Asker) {
        replies.withLock { $0.append((asker, reply)) }
        wakeup.signal()
    }

    package func take() -> [(asker: Asker, reply: TreeReply)] {
        replies.withLock { replies in
            defer { replies = [] }
            return replies
        }
    }
}
