internal import Glibc
internal import Platform
package import PluginAPI
internal import Synchronization
package import TouchTrace
package import Web

/// A request that the input thread of the service answers between input events.
package enum ControlQuestion: Sendable {
    case status(PendingReply)
    case reload(PendingReply)
    case tap(VirtualTap, PendingReply)
    /// Sends trace records to a client until an `unfollow` request with the same follower.
    case follow(TraceFollower, PendingReply)
    case unfollow(TraceFollower)
}

/// Control socket of a running service. The service's event loop accepts connections. Each connection has its own
/// thread, which reads, checks and answers requests. The input thread only executes these requests.
package final class ControlServer {
    private let listener: Listener
    private let shared: ControlShared

    /// Listens on a Unix socket. `wake` must wake the input thread, which must then call `takeQuestions`.
    package init(
        _ path: String,
        _ tree: any TreeAccess,
        _ names: InternTable,
        _ callReports: CallReports,
        _ environment: HostEnvironment,
        wake: @escaping @Sendable () -> Void
    ) throws(Listener.Failure) {
        listener = try Listener(path: path, mode: 0o660)
        shared = ControlShared(tree, names, callReports, environment, wake)
    }

    deinit {
        listener.removeName()
        close(listener.descriptor)
    }

    /// Descriptor that is readable when a connection is waiting.
    package var descriptor: Int32 { listener.descriptor }

    /// Sets the names of the commands that the layout allows.
    package func allow(_ commands: Set<String>) { shared.allowed.withLock { $0 = commands } }

    /// Accepts the waiting connections.
    package func accept() {
        _ = listener.accept { socket in
            guard shared.admit(isOwner: Self.isOwner(socket)) else {
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

    /// Returns whether the client runs as root or as the service's user. Other clients are members of the socket's
    /// group.
    private static func isOwner(_ socket: Int32) -> Bool {
        SocketPeer(of: socket).map { $0.user == 0 || $0.user == geteuid() } ?? false
    }

    /// Removes and returns the requests that wait for the input thread.
    package func takeQuestions() -> [ControlQuestion] {
        shared.questions.withLock { exchange(&$0, with: []) }
    }
}

/// State that the threads of the connections share with the input thread.
final class ControlShared: Sendable {
    let tree: any TreeAccess
    let wake: @Sendable () -> Void
    /// Names of the ids in trace records.
    let names: InternTable
    /// Results of handler calls, for clients that follow events.
    let callReports: CallReports
    let environment: HostEnvironment
    let allowed = Mutex<Set<String>>([])
    let questions = Mutex<[ControlQuestion]>([])
    private let clients = Atomic<Int>(0)
    private let followers = Atomic<Int>(0)

    /// Limit control-clients (limits.md, Internal bounds): maximum number of simultaneous clients of the control
    /// socket; 2 connections are reserved for root and the service's user, and a further client is refused.
    static let clientLimit = 8
    private static let reservedCount = 2
    /// Limit control-followers (limits.md, Internal bounds): maximum number of simultaneous clients that follow the
    /// events of the service; a further client is refused.
    static let followerLimit = 4

    init(
        _ tree: any TreeAccess,
        _ names: InternTable,
        _ callReports: CallReports,
        _ environment: HostEnvironment,
        _ wake: @escaping @Sendable () -> Void
    ) {
        (self.tree, self.names, self.callReports) = (tree, names, callReports)
        (self.environment, self.wake) = (environment, wake)
    }

    /// Passes a request to the input thread.
    func ask(_ question: ControlQuestion) {
        questions.withLock { $0.append(question) }
        wake()
    }

    /// Counts a client that follows events; returns false if there are too many.
    func admitFollower() -> Bool {
        guard followers.wrappingAdd(1, ordering: .relaxed).newValue <= Self.followerLimit else {
            removeFollower()
            return false
        }
        return true
    }

    func removeFollower() { followers.wrappingSubtract(1, ordering: .relaxed) }

    /// Counts a new client; returns false if there are too many. Some connections are reserved for root and the
    /// service's user, so that other group members cannot use all connections.
    func admit(isOwner: Bool) -> Bool {
        let limit = isOwner ? Self.clientLimit : Self.clientLimit - Self.reservedCount
        guard clients.wrappingAdd(1, ordering: .relaxed).newValue <= limit else {
            leave()
            return false
        }
        return true
    }

    func leave() { clients.wrappingSubtract(1, ordering: .relaxed) }
}
