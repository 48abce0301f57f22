internal import Geometry
internal import HandlerEvents
internal import ResponderKit
internal import TouchTrace

/// Trace records of one touch.
struct TouchHistory {
    let number: Int32
    var device: Int32 = 0
    var slot: Int16 = 0
    /// Record of the contact on the panel; nil for a synthetic touch.
    var contact: TraceRecord?
    var start: Int64
    /// First location in screen coordinates; nil if the trace starts later.
    var began: Point?
    /// Latest location in screen coordinates.
    var last = Point.zero
    var moves = 0
    var path = 0.0
    var farthest = 0.0
    /// Maximum displacement along either axis, in points.
    var straight = 0.0
    var end: (phase: Touch.Phase, time: Int64)?
    /// Time and location of the next touch-down on the device after this finger lifted; nil if there was none.
    var next: (time: Int64, location: Point)?
    /// Lift time and touch-down location of the previous finger; nil if there was no previous finger.
    var former: (time: Int64, location: Point)?
    /// Time of the panel's latest report for this touch.
    var lastReport: Int64
    /// Hit view; 0 if no window accepted the touch; nil if the hit view is unknown.
    var hit: InternedID?
    var visits: [TraceRecord] = []
    var kept: TraceRecord.NonDelivery?
    /// Reason why a filter cancelled the touch.
    var filterCancellation = TraceRecord.ContactRejection.none
    /// Distance at touch-down between the finger and the movable knob (thumb) of the hit slider; nil if unknown.
    var thumbGap: Double?
    /// Touches that were down when this touch began.
    var others: [Int32] = []
    var offers: [TraceRecord] = []
    /// Records of the gestures that received the touch: their state changes, and when they began to wait for other
    /// gestures to fail.
    var gestures: [TraceRecord] = []
    var calls: [Call] = []
    var controls: [TraceRecord] = []
    var actions: [TraceRecord] = []
    var runs: [Run] = []
    /// Calls that were not made, because of conditions, rate limits or delays.
    var skips: [Run] = []
    /// Gestures that had already begun when they received this touch.
    var joined: Set<InternedID> = []
    /// Effects of the touch's gestures on sequences, by sequence index.
    var turns: [Int: Turn] = [:]
    /// Latest command that changed each aspect of each view or gesture, before or during the touch.
    var commands: [CommandKey: TraceRecord] = [:]
    /// Number of steps of each sequence that were complete when this touch began, by sequence index.
    var stepsMade: [Int: Int] = [:]
    /// Number of records omitted because `limit` was exceeded.
    var omitted = 0

    /// Effect of a recognized gesture on a sequence that contains the gesture.
    struct Turn {
        let gesture: InternedID
        /// Number of completed steps, including the step that `gesture` completed.
        let made: Int
        /// Microseconds since the previous step if this time exceeded the limit; otherwise nil.
        let late: Int64?
        /// Gesture that the sequence expected instead; nil if the sequence expected `gesture`.
        let other: InternedID?
    }

    /// Calls of one method of a responder.
    struct Call {
        let responder: InternedID
        let method: Responder.Method
        let time: Int64
        var count = 1
    }

    /// Calls of a binding's handler for one event.
    struct Run {
        let binding: InternedID
        let event: EventName
        let time: Int64
        /// Reason why the calls were not made; nil for calls that were made.
        var withheld: TraceRecord.CallOutcome?
        var count = 1
        var accepted = 0
        /// Outcomes of the calls in the running service, as opposed to calls in a replay.
        var service = ServiceResults()
        /// Longest time that a call would wait in a live run, in microseconds.
        var wait: Int64 = 0
        /// Touch whose event replaced the values of a delayed call; 0 if none did.
        var replacedBy: Int32 = 0
        var last: HandlerEvent?
    }

    /// Adds a call to the calls of the same binding for the same event.
    mutating func add(
        _ record: TraceRecord,
        _ event: EventName,
        _ handlerEvent: HandlerEvent?,
        _ call: ServiceCalls.Call? = nil,
        wait: Int64 = 0
    ) {
        var service = ServiceResults()
        if let call { service.add(call) }
        let accepted = record.isAccepted ? 1 : 0
        let withheld = record.isWithheld ? record.callOutcome : nil
        let list = withheld == nil ? \TouchHistory.runs : \TouchHistory.skips
        let known = self[keyPath: list].firstIndex {
            $0.binding == record.subject && $0.event == event && $0.withheld == withheld
        }
        if let index = known {
            self[keyPath: list][index].count += 1
            self[keyPath: list][index].accepted += accepted
            self[keyPath: list][index].service.add(service)
            self[keyPath: list][index].wait = max(self[keyPath: list][index].wait, wait)
            if let handlerEvent { self[keyPath: list][index].last = handlerEvent }
        } else if self[keyPath: list].count < Self.limit {
            self[keyPath: list].append(
                Run(
                    binding: record.subject,
                    event: event,
                    time: record.time,
                    withheld: withheld,
                    accepted: accepted,
                    service: service,
                    wait: wait,
                    last: handlerEvent
                )
            )
        }
    }

    /// Records that an event of a later touch has replaced the values of a delayed call.
    mutating func replaceDelayedCall(of binding: InternedID, by touch: Int32) {
        guard let index = skips.lastIndex(where: { $0.binding == binding && $0.withheld == .delayed }) else { return }
        skips[index].replacedBy = touch
    }

    /// Maximum number of records in each list of a touch.
    static let limit = 200

    mutating func add(_ record: TraceRecord, to list: WritableKeyPath<TouchHistory, [TraceRecord]>) {
        if self[keyPath: list].count < Self.limit { self[keyPath: list].append(record) } else { omitted += 1 }
    }
}
