internal import Glibc
internal import Synchronization

/// Shuts down a connection from the input thread to stop the plugin. The plugin's thread may not be able to:
/// libmosquitto's read function does not return while the broker sends data continuously.
final class ConnectionCut: Sendable {
    private struct State {
        /// Duplicate of the connection's descriptor; negative without a connection.
        var socket: Int32 = -1
        var isCut = false
    }

    private let state = Mutex(State())

    deinit { release() }

    /// Stores a duplicate of a new connection's socket; called on the plugin's thread.
    func hold(_ socket: Int32) {
        release()
        // Duplicates the descriptor, because libmosquitto may close the descriptor at any time, and the kernel may then
        // reuse its number.
        let own = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        state.withLock { $0.socket = own }
    }

    /// Closes the duplicate; a connection ends only when all its descriptors are closed.
    func release() {
        state.withLock { state in
            if state.socket >= 0 { close(state.socket) }
            state.socket = -1
        }
    }

    /// Shuts down the connection; reads then return end of file. Returns false if no connection was shut down.
    @discardableResult
    func cut() -> Bool {
        state.withLock { state in
            state.isCut = state.socket >= 0 && shutdown(state.socket, Int32(SHUT_RDWR)) == 0
            return state.isCut
        }
    }

    var isCut: Bool { state.withLock { $0.isCut } }
}
