internal import Geometry
internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers

/// Body of the plugin's thread: sends events with equal times as one frame, and repeats the state when no event
/// arrives.
final class TUIOWorker {
    /// Time between the last datagram and a repetition of the state, in microseconds.
    private static let repetitionInterval: Int64 = 1_000_000

    private let settings: TUIOSettings
    private let link: PluginLink
    private let source: String
    private var sender: UDPSender?
    private var backoff = Backoff(first: 500_000, limit: 30_000_000)
    private var reopensAt: Int64 = 0
    private var cursors = TUIOCursors()
    private var frame: Int32 = 0
    private var repeatsAt: Int64 = 0

    init(_ settings: TUIOSettings, _ link: PluginLink) {
        (self.settings, self.link) = (settings, link)
        source =
            settings.source?.expanded(for: link.context)
            ?? "touchbridge@\(link.context.hostEnvironment.host.prefix(64))"
    }

    /// Runs until the queue is closed, then sends an empty set of cursors. Returns early if the input thread abandoned
    /// this worker during a long name lookup.
    func run() {
        while !link.queue.isClosed {
            guard open() else { return }
            drain()
            if MonotonicClock.now >= repeatsAt { repeatAll() }
            wait()
        }
        cursors.clear()
        if cursors.hasChanges { sendFrame() }
    }

    private func wait() {
        guard let descriptors = link.descriptors() else { return }
        Wakeup.wait(for: descriptors, until: repeatsAt)
        _ = link.takeUpdates()
    }

    /// Applies queued events; events with equal times are sent as one frame.
    private func drain() {
        var time: Int64?
        while let (handlerEvent, binding) = link.queue.pop() {
            if let time, handlerEvent.time != time, cursors.hasChanges { sendFrame() }
            time = handlerEvent.time
            if cursors.take(handlerEvent, on: binding.screenSize) {
                link.count { $0.delivered += 1 }
            } else {
                link.count { $0.dropped += 1 }
                link.report(CallReport(.dropped, .tooManyFingers), (handlerEvent, binding))
                link.log.complain(
                    "cursors",
                    .warning,
                    "more than \(TUIOCursors.limit) fingers are down; further fingers are not sent"
                )
            }
        }
        if cursors.hasChanges { sendFrame() }
    }

    private func sendFrame() {
        // The frame number wraps to 1 and is never negative, because -1 marks a repetition.
        frame = frame == .max ? 1 : frame + 1
        send(cursors.alive.filter { cursors.changed.contains($0.session) }, number: frame)
        cursors.markSent()
    }

    /// Sends the complete state again. The repetition replaces lost datagrams and informs receivers that were started
    /// later.
    private func repeatAll() {
        cursors.stop()
        send(cursors.alive, number: TUIOFrame.repetition)
    }

    // MARK: Sending

    private func send(_ changed: [TUIOCursor], number: Int32) {
        repeatsAt = MonotonicClock.now + Self.repetitionInterval
        guard sender != nil else { return }
        let frame = TUIOFrame(source: source, sessions: cursors.alive.map(\.session), cursors: changed, number: number)
        for datagram in frame.datagrams {
            do throws(UDPSender.Failure) { try sender?.send(datagram) } catch { report(error) }
        }
    }

    private func report(_ failure: UDPSender.Failure) {
        link.count { $0.failures += 1 }
        // The receiver may not be running yet, so a refused connection is not logged as a warning.
        let level: Logger.Level = failure.isConnectionRefused ? .info : .warning
        link.log.complain(
            "send",
            level,
            "touches cannot be sent to \(settings.host):\(settings.port): \(failure.reason)"
        )
    }

    /// Opens the socket if necessary. Returns false if the input thread abandoned this worker during the name lookup.
    private func open() -> Bool {
        guard sender == nil, MonotonicClock.now >= reopensAt else { return true }
        link.lookUp.begin("'\(settings.host)'")
        do throws(UDPSender.Failure) { sender = try UDPSender(host: settings.host, port: settings.port) } catch {
            guard link.lookUp.end() else { return false }
            reopensAt = MonotonicClock.now + backoff.wait()
            link.count { $0.failures += 1 }
            link.log.complain("open", .warning, "touches cannot be sent to '\(settings.host)': \(error.reason)")
            return true
        }
        return link.lookUp.end()
    }
}
