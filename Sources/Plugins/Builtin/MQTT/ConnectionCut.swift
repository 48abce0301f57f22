internal import Glibc
internal import Synchronization

/// Cuts a connection from the input thread: while a broker sends without a pause, libmosquitto's read does not return
/// to the plugin's thread.
final class ConnectionCut: Sendable {
    private struct State {
        /// A duplicate of the connection's descriptor; negative if there is none.
        var socket: Int32 = -1
        var isCut = false
    }

    private let state = Mutex(State())

    deinit { release() }

    /// Remembers the socket of a new connection; called on the plugin's thread.
    func hold(_ socket: Int32) {
        release()
        // A duplicate: libmosquitto may close its own at any time, and the number may be reused at once.
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        state.withLock { $0.socket = own }
    }

    /// Closes the duplicate: a connection ends only when all its descriptors are closed.
    func release() {
        state.withLock { state in
            if state.socket >= 0 { close(state.socket) }
            state.socket = -1
        }
    }

    /// Shuts the connection down, so that reads return its end; returns false if there is no connection.
    @discardableResult
    func cut() -> Bool {
        state.withLock { state in
            state.isCut = state.socket >= 0 && shutdown(state.socket, Int32(SHUT_RDWR)) == 0
            return state.isCut
        }
    }

    var isCut: Bool { state.withLock { $0.isCut } }
}
