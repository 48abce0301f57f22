internal import Glibc
package import Platform
internal import Synchronization

/// Serves web pages and WebSockets on the loopback address, on its own thread.
package final class WebServer: Sendable {
    package struct Settings: Sendable {
        /// Name of the server's thread; prefix of its log messages.
        package var name: String
        /// TCP port; 0 selects any free port.
        package var port: Int
        /// Additional origins whose pages can open WebSockets, written like a browser's `Origin` header.
        package var origins: [String] = []
        /// Limit server-websockets (limits.md, Web pages and clients): maximum number of WebSocket connections to a
        /// built-in server. If exceeded: the client receives HTTP status 503.
        package var sockets = 8
        /// Limit server-streams (limits.md, Web pages and clients): maximum number of simultaneous streamed responses
        /// of a built-in server. If exceeded: the client receives HTTP status 503.
        package var streams = 8
        /// Limit request-time (limits.md, Web pages and clients): maximum time for a request and its response. If
        /// exceeded: the connection is closed.
        package var timeout = TimeSpan(microseconds: 5_000_000)
        /// Idle time after which a WebSocket receives a ping.
        package var ping = TimeSpan(microseconds: 30_000_000)
        /// Log level of the message with the server's address.
        package var announcement = Logger.Level.info
        /// Niceness increment of the thread; no effect if a sandbox forbids the change.
        package var niceness: Int32 = 0

        package init(name: String, port: Int) { (self.name, self.port) = (name, port) }
    }

    private let thread: WorkerThread
    private let shared: Shared

    /// Loads libwebsockets. On failure, returns an error message with installation instructions; on success, returns
    /// nil.
    package static func loadLibrary() -> String? { LinkLoop.loadLibrary() }

    /// Starts the server. If the port is not available, logs the error and retries.
    ///
    /// `make` is called on the server's thread.
    package init(
        _ settings: Settings,
        _ log: Logger,
        _ make: @escaping @Sendable (ServerLoop) -> any WebService
    ) throws(ServiceError) {
        let shared = Shared(try Wakeup())
        self.shared = shared
        thread = try WorkerThread(name: settings.name) {
            if settings.niceness > 0 { Self.lowerPriority(settings.niceness, log) }
            let loop = ServerLoop(settings, shared, log)
            loop.run(make(loop))
        }
    }

    /// Increases the niceness of the calling thread only.
    private static func lowerPriority(_ niceness: Int32, _ log: Logger) {
        let thread = __priority_which_t(PRIO_PROCESS.rawValue)
        guard setpriority(thread, 0, getpriority(thread, 0) + niceness) != 0 else { return }
        log.say(.info, "the server's thread cannot lower its priority: \(String(cString: strerror(errno)))")
    }

    deinit { shared.stop() }

    /// Current or last listening port; 0 before the server first listens.
    package var port: Int { shared.port.load(ordering: .relaxed) }
    package var isListening: Bool { shared.isListening.load(ordering: .relaxed) }

    /// Makes the server's thread call `WebService.woken()`. Several calls of `wake()` may cause a single `woken()`.
    package func wake() {
        shared.isCalled.store(true, ordering: .releasing)
        shared.wakeup.signal()
    }

    /// Stops the server. Returns whether its thread ended within the time limit.
    @discardableResult
    package func stop(within limit: TimeSpan) -> Bool {
        shared.stop()
        return thread.join(within: limit)
    }

    /// State that the server's thread shares with other threads.
    final class Shared: Sendable {
        let wakeup: Wakeup
        let port = Atomic<Int>(0)
        let isListening = Atomic<Bool>(false)
        let isStopping = Atomic<Bool>(false)
        let isCalled = Atomic<Bool>(false)

        init(_ wakeup: Wakeup) { self.wakeup = wakeup }

        func stop() {
            isStopping.store(true, ordering: .releasing)
            wakeup.signal()
        }
    }
}
