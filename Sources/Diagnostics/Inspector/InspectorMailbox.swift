internal import FlightLog
internal import Geometry
internal import HandlerEvents
internal import Snapshots
internal import Synchronization
internal import TouchTrace

/// Exchanges requests and updates between the inspector server's thread and the pipeline's thread; neither thread waits
/// for the other.
final class InspectorMailbox: Sendable {
    /// Requests from the server's thread to the pipeline's thread.
    struct Requests {
        /// Destination of new trace records; nil while no web page is connected.
        var outlet: TraceRecorder.Outlet?
        /// Whether earlier trace records are requested; they are sent before live records.
        var history = false
        var tree = false
        var devices = false
        /// Whether layout facts are requested, for explanations.
        var facts = false
        /// Whether a copy of the raw events is requested, for recordings and earlier contacts.
        var events = false
        /// Whether the current contacts on the panels are requested.
        var contacts = false
        /// Points of the requested hit tests; at most one pending test per web page.
        var points: [Point] = []
    }

    /// Updates from the pipeline's thread to the server's thread.
    struct Updates {
        /// Whether the server must discard the records of earlier requests. If so, `pieces` contains the replacement,
        /// oldest records first.
        var isHistoryReset = false
        var pieces: [[TraceRecord]] = []
        /// Whether all earlier records were sent; further records arrive through the outlet.
        var hasCaughtUp = false
        var tree: TreeSnapshot?
        var devices: [DeviceSnapshot]?
        var facts: LayoutFacts?
        var hitReports: [HitReport] = []
        /// Copy of the raw events; the inner value is nil if raw events are not recorded.
        var events: EventCopy??
        var contacts: [PanelContacts]?
        /// Delivered handler events; each number is the `TraceRecord.eventNumber` of the record for the handler call.
        var deliveredEvents: [(number: Int, handlerEvent: HandlerEvent)] = []
    }

    private let requests = Mutex(Requests())
    private let touches = Mutex(WaitingTouches())
    private let updates = Mutex(Updates())
    private let pipeline = Mutex<(names: InternTable, reports: CallReports)?>(nil)
    private let wakePipeline: @Sendable () -> Void

    init(wakePipeline: @escaping @Sendable () -> Void) { self.wakePipeline = wakePipeline }

    // MARK: The server's thread

    func ask(_ change: (inout Requests) -> Void) {
        requests.withLock { change(&$0) }
        wakePipeline()
    }

    /// Queues a finger change from a web page for the pipeline's thread. Returns false if the queue is full and the
    /// change is a touch-down.
    func touch(_ touch: PageTouch) -> Bool {
        guard touches.withLock({ $0.add(touch) }) else { return false }
        wakePipeline()
        return true
    }

    func takeUpdates() -> Updates {
        updates.withLock { updates in
            defer { updates = Updates() }
            return updates
        }
    }

    /// Names of interned ids; nil before the first call of `set(_:_:)`.
    var names: InternTable? { pipeline.withLock { $0?.names } }
    /// Number of call results that plugins have reported so far.
    var reportCount: Int { pipeline.withLock { $0?.reports.totalCount ?? 0 } }
    /// Call results that plugins have reported.
    var callReports: [CallReports.Entry] { pipeline.withLock { $0?.reports.all ?? [] } }

    // MARK: The pipeline's thread

    func set(_ names: InternTable, _ reports: CallReports) { pipeline.withLock { $0 = (names, reports) } }

    /// Returns the requests and clears all requests except the outlet.
    func takeRequests() -> Requests {
        requests.withLock { requests in
            defer {
                (requests.history, requests.tree, requests.devices, requests.facts) = (false, false, false, false)
                (requests.points, requests.events, requests.contacts) = ([], false, false)
            }
            return requests
        }
    }

    func takeTouches() -> [PageTouch] { touches.withLock { $0.takeAll() } }

    func post(_ change: (inout Updates) -> Void) { updates.withLock { change(&$0) } }

    /// Schedules another call of `InspectorServer.serve(_:)` on the pipeline's thread, after the pending events.
    func goOnSoon() { wakePipeline() }
}
