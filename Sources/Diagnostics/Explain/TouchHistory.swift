internal import Geometry
internal import HandlerEvents
internal import ResponderKit
internal import TouchTrace

/// Recorded history of one touch.
struct TouchHistory {
    let number: Int32
    var device: Int32 = 0
    var slot: Int16 = 0
    /// Contact on a panel, nil for a synthetic touch.
    var contact: TraceRecord?
    var start: Int64
    /// First position in screen coordinates; nil if the trace starts later.
    var began: Point?
    /// Latest position in screen coordinates.
    var last = Point.zero
    var moves = 0
    var path = 0.0
    var farthest = 0.0
    /// Maximum displacement along one axis, in points.
    var straight = 0.0
    var end: (phase: Touch.Phase, time: Int64)?
    /// Time and location of the next finger's begin on the device, after this finger was lifted.
    var next: (time: Int64, location: Point)?
    /// Time of the previous finger's lift, and location of its begin.
    var former: (time: Int64, location: Point)?
    /// Time of the panel's latest report of this touch.
    var lastReport: Int64
    /// Hit view; 0 if no window accepted the touch, nil if unknown.
    var hit: InternedID?
    var visits: [TraceRecord] = []
    var kept: TraceRecord.NonDelivery?
    /// Reason for which a filter cancelled the touch.
    var takenBack = TraceRecord.ContactRejection.none
    /// Initial distance from the thumb of the slider that was hit; nil if unknown.
    var thumbGap: Double?
    /// Touches that were already down when this touch began.
    var others: [Int32] = []
    var offers: [TraceRecord] = []
    /// State changes and waits of gestures.
    var gestures: [TraceRecord] = []
    var calls: [Call] = []
    var controls: [TraceRecord] = []
    var actions: [TraceRecord] = []
    var runs: [Run] = []
    /// Gestures that had already begun when they took this touch.
    var joined: Set<InternedID> = []
    /// Steps that the touch's gestures made in sequences, by sequence index.
    var turns: [Int: Turn] = [:]
    /// Number of records omitted because of `limit`.
    var omitted = 0

    /// Recognition of a gesture that is a step of a sequence.
    struct Turn {
        let gesture: InternedID
        /// Completed steps, including this one.
        let made: Int
        /// Microseconds since the previous step, if that exceeded the limit.
        let late: Int64?
        /// Gesture that the sequence expected instead, if any.
        let other: InternedID?
    }

    /// How often a method of a responder was called.
    struct Call {
        let responder: InternedID
        let method: Responder.Method
        let time: Int64
        var count = 1
    }

    /// How often a handler was called for an event.
    struct Run {
        let binding: InternedID
        let event: EventName
        let time: Int64
        var count = 1
        var accepted = 0
        var last: HandlerEvent?
    }

    /// Maximum number of records of one kind per touch.
    static let limit = 200

    mutating func add(_ record: TraceRecord, to list: WritableKeyPath<TouchHistory, [TraceRecord]>) {
        if self[keyPath: list].count < Self.limit { self[keyPath: list].append(record) } else { omitted += 1 }
    }
}
