internal import Glibc
internal import Synchronization

/// Lets any number of threads make calls side by side, until it is closed.
///
/// A call never waits. Closing waits for the calls that have begun, so what they use can be freed afterwards.
final class CallGate: Sendable {
    /// Number of calls in progress, with the bit `closed` once no further call may begin.
    private let state = Atomic<UInt>(0)
    private static let closed: UInt = 1 << (UInt.bitWidth - 1)

    /// Makes a call; nil, without making it, when the gate is closed.
    func call<Result>(_ body: () -> Result) -> Result? {
        let before = state.add(1, ordering: .acquiring).oldValue
        defer { state.subtract(1, ordering: .releasing) }
        return before & Self.closed == 0 ? body() : nil
    }

    /// Returns when no call goes on and none can begin. It must not be called in a call.
    func close() {
        state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
        while state.load(ordering: .acquiring) != Self.closed { usleep(50) }
    }
}
