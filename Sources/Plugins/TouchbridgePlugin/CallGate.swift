internal import Glibc
internal import Synchronization

/// Counts concurrent calls from any thread and can be closed.
///
/// Calls never wait. `close` waits for the calls in progress, so that their resources can be freed afterwards.
final class CallGate: Sendable {
    /// Number of calls in progress, with the bit `closed` once no further call may begin.
    private let state = Atomic<UInt>(0)
    private static let closed: UInt = 1 << (UInt.bitWidth - 1)

    /// Calls `body`; returns nil without calling it if the gate is closed.
    func call<Result>(_ body: () -> Result) -> Result? {
        let before = state.add(1, ordering: .acquiring).oldValue
        defer { state.subtract(1, ordering: .releasing) }
        return before & Self.closed == 0 ? body() : nil
    }

    /// Blocks new calls and returns when none is in progress; must not be called from within a call.
    func close() {
        state.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
        while state.load(ordering: .acquiring) != Self.closed { usleep(50) }
    }
}
