internal import Glibc
internal import Platform
package import PluginAPI
internal import Synchronization

/// A reply that the input thread sends to the thread of a control client.
package final class PendingReply: Sendable {
    private let reply = Mutex<TreeReply?>(nil)
    private let wakeup: Wakeup

    init() throws(ServiceError) { wakeup = try Wakeup() }

    /// Sets the reply; called on the input thread. Later replies are ignored.
    package func set(_ new: TreeReply) {
        reply.withLock { if $0 == nil { $0 = new } }
        wakeup.signal()
    }

    /// Waits for the reply, for at most `limit`; returns nil after a timeout.
    func wait(_ limit: TimeSpan) -> TreeReply? {
        let deadline = MonotonicClock.now + limit.microseconds
        var interest = pollfd(fd: wakeup.descriptor, events: Int16(POLLIN), revents: 0)
        while true {
            let ready = poll(&interest, 1, MonotonicClock.wait(until: deadline, from: MonotonicClock.now))
            if ready < 0, errno == EINTR { continue }
            return reply.withLock(\.self)
        }
    }
}
