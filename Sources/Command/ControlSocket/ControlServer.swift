internal import Glibc
internal import Platform
package import PluginAPI
internal import Synchronization
package import Web

/// Control socket of a running service. The service's event loop accepts connections; each connection has its own
/// thread, which reads, checks and answers its requests, so that a client costs the input thread only its commands.
package final class ControlServer {
    private let listener: Listener
    private let shared: ControlShared

    /// Listens on a Unix socket. `wake` must wake the input thread, so that this thread calls `takeQuestions`.
    package init(
        _ path: String,
        _ tree: any TreeAccess,
        wake: @escaping @Sendable () -> Void
    ) throws(Listener.Failure) {
        listener = try Listener(path: path, mode: 0o660)
        shared = ControlShared(tree, wake)
    }

    deinit {
        listener.removeName()
        close(listener.descriptor)
    }

    /// Descriptor that is readable when a connection is waiting.
    package var descriptor: Int32 { listener.descriptor }

    /// Sets the commands that the layout allows; `describe` and `dump` change nothing and are always allowed.
    package func allow(_ commands: Set<TreeCommand.Name>) {
        shared.allowed.withLock { $0 = commands.union([.describe, .dump]) }
    }

    /// Accepts the waiting connections.
    package func accept() {
        _ = listener.accept { socket in
            guard shared.admit() else {
                ControlConnection.refuse(socket)
                return
            }
            let shared = shared
            do throws(ServiceError) {
                _ = try WorkerThread(name: "control") {
                    var connection = ControlConnection(socket, shared)
                    connection.run()
                    shared.leave()
                }
            } catch {
                shared.leave()
                close(socket)
            }
        }
    }

    /// Removes and returns the questions that wait for the service.
    package func takeQuestions() -> [(question: ControlRequest.Question, reply: PendingReply)] {
        shared.questions.withLock { exchange(&$0, with: []) }
    }
}

/// State that the threads of the connections share with the input thread.
final class ControlShared: Sendable {
    let tree: any TreeAccess
    let wake: @Sendable () -> Void
    let allowed = Mutex<Set<TreeCommand.Name>>([])
    let questions = Mutex<[(question: ControlRequest.Question, reply: PendingReply)]>([])
    private let clients = Atomic<Int>(0)

    /// Limit control-clients (Internal bounds): simultaneous clients of the control socket. If exceeded: the client
    /// receives an error.
    static let clientLimit = 8

    init(_ tree: any TreeAccess, _ wake: @escaping @Sendable () -> Void) { (self.tree, self.wake) = (tree, wake) }

    /// Counts a new client; returns false if there are too many.
    func admit() -> Bool {
        guard clients.wrappingAdd(1, ordering: .relaxed).newValue <= Self.clientLimit else {
            leave()
            return false
        }
        return true
    }

    func leave() { clients.wrappingSubtract(1, ordering: .relaxed) }
}
