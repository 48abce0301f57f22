internal import Glibc
package import Platform

extension Wakeup {
    /// Waits until a descriptor is readable or until the deadline (monotonic, in microseconds), and returns the
    /// readable descriptors.
    @discardableResult
    package static func wait(for descriptors: [Int32], until deadline: Int64?) -> Set<Int32> {
        var interests = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let timeout = MonotonicClock.wait(until: deadline, from: MonotonicClock.now)
        guard poll(&interests, nfds_t(interests.count), timeout) > 0 else { return [] }
        return Set(interests.filter { $0.revents != 0 }.map(\.fd))
    }

    /// Waits until the wakeup is signalled or until the deadline (monotonic, in microseconds), and clears the wakeup.
    package func wait(until deadline: Int64?) {
        Self.wait(for: [descriptor], until: deadline)
        clear()
    }
}
