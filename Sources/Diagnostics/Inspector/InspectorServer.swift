package import Bridge
internal import FlightLog
internal import InputHub
package import Platform
internal import PluginAPI
internal import Schema
internal import Snapshots
internal import TouchTrace
internal import Web

/// Serves a web page that shows how touches are delivered, live or from a recording. The page is accessible only from
/// this machine.
///
/// While no web page is connected, records are written only to the pipeline's ring buffer, and no thread is woken.
package final class InspectorServer {
    package struct Settings: Sendable {
        /// TCP port; 0 selects a free port.
        package var port = 7070
        /// Access token in the web page's URL; a token is generated if this is nil.
        package var token: Secret?
        /// Clock of event timestamps, in microseconds; nil for a recording (no delays are measured).
        package var clock: (@Sendable () -> Int64)?
        /// Whether touches on the inspector's pages call plugins; nil if the pages accept no touches.
        package var play: Play?
        /// Returns the conversion of event times to wall-clock times; nil if unknown.
        package var epoch: @Sendable () -> EventEpoch? = { nil }
        /// Version of Touchbridge, for saved recordings.
        package var version = ""

        package init() {}
    }

    /// Whether the handler calls of touches on the inspector's web pages reach the plugins.
    package enum Play: String, Sendable {
        /// Plugins are not called.
        case dry
        case real
    }

    private let server: WebServer
    private let mailbox: InspectorMailbox
    /// Index of the next older record to forward; nil if none is left. Older records precede the page's request.
    private var nextIndex: Int?
    private let clock: (@Sendable () -> Int64)?
    /// Whether the server records raw events when no flight recorder does. False for a service: its layout must allow
    /// the recording of raw events.
    private let recordsEvents: Bool

    /// Ring capacity in records, enough for 60 s of three moving fingers; up to 8 MB, committed as the ring fills.
    private static let capacity = 1 << 17
    /// Maximum number of records copied per call of `serve(_:)`; the copy delays touches.
    private static let piece = 4096
    /// Limit inspector-views (limits.md, Internal bounds): maximum number of views in the inspector's tree.
    private static let viewLimit = 1000
    /// Maximum number of stored raw events (up to 16 MB) while a recording or `touchbridge play` is inspected.
    private static let eventCapacity = 1 << 20
    /// Maximum age of the older records that are sent to a newly connected page, in microseconds.
    static let span: Int64 = 60_000_000

    /// Creates the server; `wake` runs on the server's thread and must schedule `serve(_:)` on the pipeline's thread.
    package init(_ settings: Settings, _ log: Logger, wake: @escaping @Sendable () -> Void) throws(ServiceError) {
        let key = try PageKey(settings.token)
        let mailbox = InspectorMailbox(wakePipeline: wake)
        let (clock, play) = (settings.clock, settings.play)
        (self.mailbox, self.clock, recordsEvents) = (mailbox, clock, clock == nil || play != nil)
        var web = WebServer.Settings(name: "inspector", port: settings.port)
        web.sockets = 4
        (web.niceness, web.announcement) = (10, .debug)
        server = try WebServer(web, log) { InspectorService($0, mailbox, key, settings, log) }
    }

    /// TCP port in use; 0 before the server is bound.
    package var port: Int { server.port }
    package var isListening: Bool { server.isListening }

    /// Starts to trace a pipeline for the inspector.
    package func follow(_ pipeline: Pipeline) {
        pipeline.record([.hitTests, .moves], capacity: Self.capacity, for: .inspector)
        mailbox.set(pipeline.names, pipeline.callReports)
        if recordsEvents, pipeline.hub.log == nil { pipeline.hub.log = EventLog(capacity: Self.eventCapacity) }
    }

    /// Removes and returns the waiting changes of the fingers on the web pages, ordered by time. Runs on the pipeline's
    /// thread.
    package func takeTouches() -> [PageTouch] { mailbox.takeTouches() }

    /// Responds to requests from the inspector's web pages. Runs on the pipeline's thread between events. Each call
    /// forwards at most `piece` older records.
    package func serve(_ pipeline: Pipeline) {
        guard let recorder = pipeline.recorder else { return }
        let requests = mailbox.takeRequests()
        guard let outlet = requests.outlet else {
            (recorder.outlet, recorder.clock, nextIndex) = (nil, nil, nil)
            return
        }
        if requests.history {
            (recorder.outlet, recorder.clock) = (nil, nil)
            let since = clock.map { $0() - Self.span } ?? .min
            nextIndex = recorder.index(since: since)
            // Discards the queued updates, because all records since `since` are forwarded again.
            mailbox.post { $0 = InspectorMailbox.Updates(isHistoryReset: true) }
        }
        guard
            requests.history || requests.tree || requests.devices || requests.facts || nextIndex != nil
                || !requests.points.isEmpty || requests.events || requests.contacts
        else { return }
        if let nextIndex { forwardHistory(from: nextIndex, recorder, outlet) }
        if requests.tree {
            let tree = pipeline.snapshot(limit: Self.viewLimit)
            mailbox.post { $0.tree = tree }
        }
        if requests.devices {
            let devices = pipeline.deviceSnapshots
            mailbox.post { $0.devices = devices }
        }
        if requests.facts {
            let facts = pipeline.facts
            mailbox.post { $0.facts = facts }
        }
        if !requests.points.isEmpty {
            let reports = requests.points.map { HitReport(pipeline, at: $0) }
            mailbox.post { $0.hitReports += reports }
        }
        if requests.contacts {
            let contacts = pipeline.panelContacts
            mailbox.post { $0.contacts = contacts }
        }
        if requests.events {
            let events = pipeline.hub.log?.copy()
            mailbox.post { $0.events = .some(events) }
        }
        server.wake()
    }

    private func forwardHistory(from start: Int, _ recorder: TraceRecorder, _ outlet: TraceRecorder.Outlet) {
        let (records, next) = recorder.records(from: start, limit: Self.piece)
        let isAll = records.count < Self.piece
        let delivered = records.filter { $0.kind == .handler }.compactMap { record in
            recorder.handlerEvent(record.eventNumber).map { (number: record.eventNumber, handlerEvent: $0) }
        }
        mailbox.post { updates in
            updates.pieces.append(records)
            updates.deliveredEvents += delivered
            if isAll { updates.hasCaughtUp = true }
        }
        if isAll {
            (recorder.outlet, recorder.clock, nextIndex) = (outlet, clock, nil)
        } else {
            nextIndex = next
            mailbox.goOnSoon()
        }
    }

    /// Stops the server; returns false on timeout.
    @discardableResult
    package func stop(within limit: TimeSpan) -> Bool { server.stop(within: limit) }
}
