internal import Glibc
package import Platform
internal import Synchronization

/// Serves pages and WebSockets on the loopback, on a thread of its own.
package final class WebServer: Sendable {
    /// Where it serves, and whom.
    package struct Settings: Sendable {
        /// What its thread is called.
        package var name: String
        /// 0 takes any port that is free.
        package var port: Int
        /// Pages from elsewhere that may have WebSockets beside its own, as browsers name them.
        package var origins: [String] = []
        /// Limit server-websockets (Web pages and clients): WebSockets of a built-in server. Past it: status 503.
        package var sockets = 8
        /// Limit server-streams (Web pages and clients): streamed responses of a built-in server at a time. Past it:
        /// status 503.
        package var streams = 8
        /// Limit request-time (Web pages and clients): time for a request. Past it: the connection is closed.
        package var patience = TimeSpan(microseconds: 5_000_000)
        /// After so much silence a WebSocket is asked whether it is there.
        package var ping = TimeSpan(microseconds: 30_000_000)
        /// How it is told where it serves; who tells that himself leaves it to those who look for trouble.
        package var announcement = Logger.Level.info
        /// How far its thread stands back behind the process's others; not at all where a sandbox forbids it.
        package var niceness: Int32 = 0

        package init(name: String, port: Int) { (self.name, self.port) = (name, port) }
    }

    private let thread: WorkerThread
    private let shared: Shared

    /// Begins to serve; while the port cannot be had, that is said and tried again.
    ///
    /// `make` is called on the server's thread.
    package init(
        _ settings: Settings,
        _ log: Logger,
        _ make: @escaping @Sendable (WebDesk) -> any WebService
    ) throws(ServiceError) {
        let shared = Shared(try Wakeup())
        self.shared = shared
        thread = try WorkerThread(name: settings.name) {
            if settings.niceness > 0 { Self.standBack(settings.niceness, log) }
            let desk = WebDesk(settings, shared, log)
            desk.run(make(desk))
        }
    }

    /// Has the calling thread, and no other, wait behind the others of the process by so much more.
    private static func standBack(_ niceness: Int32, _ log: Logger) {
        let thread = __priority_which_t(PRIO_PROCESS.rawValue)
        guard setpriority(thread, 0, getpriority(thread, 0) + niceness) != 0 else { return }
        log.say(.info, "its thread cannot stand back behind the others: \(String(cString: strerror(errno)))")
    }

    deinit { shared.stop() }

    /// The port that it has or had, 0 before.
    package var port: Int { shared.port.load(ordering: .relaxed) }
    /// Whether somebody can connect.
    package var isListening: Bool { shared.isListening.load(ordering: .relaxed) }

    /// Has the service hear of it soon, once for any number of calls.
    package func wake() {
        shared.isCalled.store(true, ordering: .releasing)
        shared.bell.signal()
    }

    /// Stops, within so much time; true when it has.
    @discardableResult
    package func stop(within limit: TimeSpan) -> Bool {
        shared.stop()
        return thread.join(within: limit)
    }

    /// What the server's thread and others have in common.
    final class Shared: Sendable {
        let bell: Wakeup
        let port = Atomic<Int>(0)
        let isListening = Atomic<Bool>(false)
        let isStopping = Atomic<Bool>(false)
        /// Whether `wake` was called, and the service has not heard of it.
        let isCalled = Atomic<Bool>(false)

        init(_ bell: Wakeup) { self.bell = bell }

        func stop() {
            isStopping.store(true, ordering: .releasing)
            bell.signal()
        }
    }
}
