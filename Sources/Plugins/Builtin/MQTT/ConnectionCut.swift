internal import Glibc
internal import Synchronization

/// Lets the input thread end a connection that the plugin's thread cannot leave: while a broker sends without a pause,
/// libmosquitto goes on reading.
final class ConnectionCut: Sendable {
    private struct State {
        /// A descriptor of our own for the connection's socket; negative without one.
        var socket: Int32 = -1
        var isCut = false
    }

    private let state = Mutex(State())

    deinit { release() }

    /// Watches another connection's socket, on the plugin's thread.
    func hold(_ socket: Int32) {
        release()
        // A duplicate: libmosquitto may close its own at any time, and the number may be reused at once.
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        state.withLock { $0.socket = own }
    }

    /// Lets go of the socket: a connection ends only when every descriptor of it is closed.
    func release() {
        state.withLock { state in
            if state.socket >= 0 { close(state.socket) }
            state.socket = -1
        }
    }

    /// Ends the connection: what is read from now on is its end. False where there is none.
    @discardableResult
    func cut() -> Bool {
        state.withLock { state in
            state.isCut = state.socket >= 0 && shutdown(state.socket, Int32(SHUT_RDWR)) == 0
            return state.isCut
        }
    }

    /// Whether `cut()` ended the connection.
    var isCut: Bool { state.withLock { $0.isCut } }
}
