internal import HandlerEvents
internal import Snapshots
internal import Synchronization
internal import TouchTrace

/// What the server's thread wants of the pipeline, and what it gets: each side takes what is there and never waits.
final class InspectorMailbox: Sendable {
    /// Requests to the pipeline's thread.
    struct Requests {
        /// Destination of new records; nil while no page is connected.
        var outlet: TraceRecorder.Outlet?
        /// What was decided before is wanted first.
        var history = false
        var tree = false
        var devices = false
        /// Layout facts for explanations.
        var facts = false
    }

    /// Data for the server's thread.
    struct Updates {
        /// What was decided before, in pieces; what an earlier wish has brought is of no use any more.
        var isHistoryReset = false
        var pieces: [[TraceRecord]] = []
        /// All that was decided before is there, and the outlet has what comes after it.
        var hasCaughtUp = false
        var tree: TreeSnapshot?
        var devices: [DeviceSnapshot]?
        var facts: LayoutFacts?
        /// What handlers were told, by the `eventNumber` of their records.
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

    /// Whom marks mean; nil before a pipeline is followed.
    var names: InternTable? { table.withLock { $0 } }

    // MARK: The pipeline's thread

    func setNames(_ names: InternTable) { table.withLock { $0 = names } }

    /// What is wanted; what is wanted once counts as done.
    func takeRequests() -> Requests {
        requests.withLock { requests in
            defer { (requests.history, requests.tree, requests.devices, requests.facts) = (false, false, false, false) }
            return requests
        }
    }

    func post(_ change: (inout Updates) -> Void) { updates.withLock { change(&$0) } }

    /// Asks to be called again, between other things.
    func goOnSoon() { wakePipeline() }
}
