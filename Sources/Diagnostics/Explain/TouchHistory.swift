internal import Geometry
internal import Occurrences
internal import ResponderKit
internal import TouchTrace

/// What is known of one touch.
struct TouchHistory {
    let number: Int32
    var device: Int32 = 0
    var slot: Int16 = 0
    /// Its contact on a panel, nil when a finger was made up.
    var contact: TraceRecord?
    var start: Int64
    /// Where it went down and where it is, on the screens; nil when that is too long ago to be known.
    var began: Point?
    var last = Point.zero
    var moves = 0
    var path = 0.0
    var farthest = 0.0
    /// How far it was along or across at most, whichever is more.
    var straight = 0.0
    var end: (phase: Touch.Phase, time: Int64)?
    /// When and where the next finger of the device went down, after this one had lifted.
    var next: (time: Int64, place: Point)?
    /// When and where the finger before lifted and went down.
    var former: (time: Int64, place: Point)?
    /// When the panel last reported something of it.
    var lastNews: Int64
    /// Nobody, as no window wanted it; nil when it is not known.
    var hit: InternedID?
    var visits: [TraceRecord] = []
    var kept: TraceRecord.Keeping?
    /// A filter took it back.
    var takenBack = TraceRecord.ContactRejection.none
    /// How far it went down from the thumb of the slider that it hit; nil when that is not known.
    var thumbGap: Double?
    /// Touches that were down when it began.
    var others: [Int32] = []
    var offers: [TraceRecord] = []
    /// What gestures did with it, and waited for.
    var gestures: [TraceRecord] = []
    var calls: [Call] = []
    var controls: [TraceRecord] = []
    var actions: [TraceRecord] = []
    var runs: [Run] = []
    /// The gestures that were under way when it came, and took it.
    var joined: Set<InternedID> = []
    /// What the gestures of the touch were to sequences, by their places in the layout.
    var turns: [Int: Turn] = [:]
    /// Steps that found no room.
    var omitted = 0

    /// A gesture was recognized that is a step of a sequence.
    struct Turn {
        let gesture: InternedID
        /// How many steps were made by then, this one included.
        let made: Int
        /// It came so long after the step before, which was too late.
        let late: Int64?
        /// Whose turn it was, if it was another's.
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
        var last: Occurrence?
    }

    /// So many steps of one kind are kept of one touch.
    static let limit = 200

    mutating func add(_ record: TraceRecord, to list: WritableKeyPath<TouchHistory, [TraceRecord]>) {
        if self[keyPath: list].count < Self.limit { self[keyPath: list].append(record) } else { omitted += 1 }
    }
}
