internal import HandlerEvents
internal import Snapshots
internal import Synchronization
internal import TouchTrace

/// Requests and updates between the server's thread and the pipeline's thread; neither side blocks for the other.
final class InspectorMailbox: Sendable {
    /// Requests to the pipeline's thread.
    struct Requests {
        /// Destination of new records; nil while no page is connected.
        var outlet: TraceRecorder.Outlet?
        /// Requests earlier records before live ones.
        var history = false
        var tree = false
        var devices = false
        /// Layout facts for explanations.
        var facts = false
    }

    /// Data for the server's thread.
    struct Updates {
        /// Discards records of earlier requests; `pieces` then hold earlier records, oldest first.
        var isHistoryReset = false
        var pieces: [[TraceRecord]] = []
        /// Earlier records are complete; further records arrive through the outlet.
        var hasCaughtUp = false
        var tree: TreeSnapshot?
        var devices: [DeviceSnapshot]?
        var facts: LayoutFacts?
        /// Delivered handler events, by the `eventNumber` of their records.
        var deliveredEvents: [(number: Int, handlerEvent: HandlerEvent)] = []
    }

    private let requests = Mutex(Requests())
    private let updates = Mutex(Updates())
    private let table = Mutex<InternTable?>(nil)
    private let wakePipeline: @Sendable () -> Void

    init(wakePipeline: @escaping @Sendable () -> Void) { self.wakePipeline = wakePipeline }

    // MARK: The server's thread

    func ask(_ change: (inout Requests) -> Void) {
        requests.withLock { change(&$0) }
        wakePipeline()
    }

    func takeUpdates() -> Updates {
        updates.withLock { updates in
            defer { updates = Updates() }
            return updates
        }
    }

    /// Names of interned ids; nil before a pipeline is followed.
    var names: InternTable? { table.withLock { $0 } }

    // MARK: The pipeline's thread

    func setNames(_ names: InternTable) { table.withLock { $0 = names } }

    /// Returns the requests and clears all of them but the outlet.
    func takeRequests() -> Requests {
        requests.withLock { requests in
            defer { (requests.history, requests.tree, requests.devices, requests.facts) = (false, false, false, false) }
            return requests
        }
    }

    func post(_ change: (inout Updates) -> Void) { updates.withLock { change(&$0) } }

    /// Schedules another `serve(_:)` on the pipeline's thread, after pending events.
    func goOnSoon() { wakePipeline() }
}
