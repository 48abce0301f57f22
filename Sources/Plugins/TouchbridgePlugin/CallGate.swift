internal import Glibc
internal import Synchronization

/// Counts the calls in progress on all threads, and rejects calls after `close`.
///
/// `call` never blocks. `close` waits for the calls in progress, so the caller can then free resources.
final class CallGate: Sendable {
    /// Number of calls in progress, including calls that are about to be rejected. `close` sets the bit `closed`.
    private let state = Atomic<UInt>(0)
    private static let closed: UInt = 1 << (UInt.bitWidth - 1)

    /// Calls `body`; returns nil without calling `body` if the gate is closed.
    func call<Result>(_ body: () -> Result) -> Result? {
        let before = state.add(1, ordering: .acquiring).oldValue
        defer { state.subtract(1, ordering: .releasing) }
        return before & Self.closed == 0 ? body() : nil
    }

    /// Rejects new calls and returns when no call is in progress. Must not be called from within a call.
    func close() {
        state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
        while state.load(ordering: .acquiring) != Self.closed { usleep(50) }
    }
}
