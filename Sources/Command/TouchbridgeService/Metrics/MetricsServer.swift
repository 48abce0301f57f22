internal import CommandSupport
internal import LayoutFile
internal import Platform
internal import PluginAPI
internal import Synchronization
internal import Web

/// Serves metrics on request. The input thread provides a snapshot for each scrape and does no other work for metrics.
final class MetricsServer {
    let layout: MetricsLayout
    private let server: WebServer
    private let mailbox: ScrapeMailbox

    /// Starts the server. `wake` must wake the input thread, so that this thread checks `isAsked`.
    init(_ layout: MetricsLayout, start: Double, log: Logger, wake: @escaping @Sendable () -> Void)
        throws(ServiceError)
    {
        let mailbox = ScrapeMailbox(wake)
        (self.layout, self.mailbox) = (layout, mailbox)
        let settings = WebServer.Settings(name: "metrics", port: layout.port)
        server = try WebServer(settings, log) { MetricsPage($0, mailbox, start: start) }
    }

    /// Whether a scrape is waiting for a snapshot.
    var isAsked: Bool { mailbox.isAsked }

    /// Sends a snapshot to all waiting scrapes.
    func answer(_ snapshot: MetricsSnapshot) {
        mailbox.put(snapshot)
        server.wake()
    }
}

/// Passes requests for a snapshot to the input thread, and snapshots to the server thread.
private final class ScrapeMailbox: Sendable {
    private let asked = Atomic<Bool>(false)
    private let snapshot = Mutex<MetricsSnapshot?>(nil)
    private let wake: @Sendable () -> Void

    init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

    var isAsked: Bool { asked.load(ordering: .relaxed) }

    func ask() { if !asked.exchange(true, ordering: .relaxed) { wake() } }

    func put(_ new: MetricsSnapshot) {
        asked.store(false, ordering: .relaxed)
        snapshot.withLock { $0 = new }
    }

    func take() -> MetricsSnapshot? { snapshot.withLock { $0.take() } }
}

/// Serves the path `/metrics`. Each request is answered when the next snapshot arrives.
private final class MetricsPage: WebService {
    private unowned let server: ServerLoop
    private let mailbox: ScrapeMailbox
    private let start: Double
    private var waiting: [Request.Identity] = []

    private static let type = "text/plain; version=0.0.4; charset=utf-8"

    init(_ server: ServerLoop, _ mailbox: ScrapeMailbox, start: Double) {
        (self.server, self.mailbox, self.start) = (server, mailbox, start)
    }

    func answer(_ request: Request) -> WebAnswer {
        guard request.path == "/metrics" else { return .response(Response(.notFound)) }
        waiting.append(request.id)
        mailbox.ask()
        return .later
    }

    func woken() {
        guard let snapshot = mailbox.take() else { return }
        let response = Response(contentType: Self.type, body: snapshot.text(ProcessMetrics(start: start)))
        for id in waiting { server.answer(id, response) }
        waiting.removeAll()
    }
}
