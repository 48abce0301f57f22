public import Geometry
public import GestureKinds
public import HandlerEvents
internal import JSON
public import Platform
internal import PluginAPI
public import Snapshots
public import TouchTrace

/// Explanations of all fingers that went down, derived from trace records.
///
/// An instance can be created on any thread.
public struct Explanation: Sendable {
    /// Touches, rejected contacts and other events, in order of their start.
    public let explanations: [TouchExplanation]
    /// Number of entries omitted because the limit was exceeded.
    public let omitted: Int

    /// Explains records, which must be in chronological order; `delivered` contains the events that handlers received
    /// in the same period.
    public init(
        _ records: [TraceRecord],
        delivered: [TraceRecorder.DeliveredEvent] = [],
        reports: [CallReports.Entry] = [],
        _ names: InternTable,
        _ facts: LayoutFacts
    ) {
        var explainer = Explainer(names, facts)
        explainer.service = ServiceCalls(reports)
        let handlerEvents = Dictionary(delivered.map { ($0.number, $0.handlerEvent) }) { first, _ in first }
        for record in records {
            explainer.take(record, record.kind == .handler ? handlerEvents[record.eventNumber] : nil)
        }
        self = explainer.explanation
    }

    init(explanations: [TouchExplanation], omitted: Int) { (self.explanations, self.omitted) = (explanations, omitted) }

    /// Explanations of touches only.
    public var touches: [TouchExplanation] { explanations.filter { $0.kind == .touch } }
    /// Returns the explanation of a touch; nil if the touch is unknown.
    public func touch(_ number: Int) -> TouchExplanation? {
        explanations.first { $0.kind == .touch && $0.number == number }
    }
}

/// Builds an explanation incrementally, record by record, with bounded memory.
public struct Explainer {
    private var collector: Collector
    private let names: InternTable
    /// Facts about the current layout; must be replaced after a reload.
    public var facts: LayoutFacts
    /// Facts before each change of the tree, with the number of explanations that began before the change.
    private var formerFacts: [(count: Int, facts: LayoutFacts)] = []
    /// Maximum number of entries in `formerFacts`. If exceeded, facts from after a change of the tree also explain
    /// touches from before the change.
    private static let formerLimit = 64

    /// Creates an explainer; if `only` is set, explains only that touch.
    public init(_ names: InternTable, _ facts: LayoutFacts, only touch: Int? = nil, limit: Int = 1000) {
        (self.names, self.facts) = (names, facts)
        collector = Collector(only: touch.map { Int32(clamping: $0) }, limit: limit)
    }

    /// Outcomes of handler calls in the service; must be set before the first record.
    public var service: ServiceCalls {
        get { collector.service }
        set { collector.service = newValue }
    }

    /// Conversion of event times to wall-clock times; nil if unknown.
    public var epoch: EventEpoch?
    /// Whether explanations show dates, because live records have no defined start. Otherwise, explanations show times
    /// since the first event of the recording.
    public var isLive = false

    /// Sets the time of the recording's first event, which explanations show as 0. By default, explanations show the
    /// time of the first record as 0.
    public mutating func begin(at time: Int64) { collector.begin(at: time) }

    /// Replaces the facts for later touches after a command has changed the view tree.
    public mutating func treeDidChange(to facts: LayoutFacts) {
        let count = collector.items.count
        if count > formerFacts.last?.count ?? 0, formerFacts.count < Self.formerLimit {
            formerFacts.append((count, self.facts))
        }
        self.facts = facts
    }

    /// Adds the next record; for a handler call, also the event that was delivered.
    public mutating func take(_ record: TraceRecord, _ handlerEvent: HandlerEvent? = nil) {
        collector.take(record, handlerEvent, names, facts)
    }

    /// Explanation of the records added so far.
    public var explanation: Explanation {
        var explanations: [TouchExplanation] = []
        for (facts, end) in formerFacts.map({ ($0.facts, $0.count) }) + [(facts, collector.items.count)] {
            let context = context(facts)
            explanations += collector.items[explanations.count..<end].map { TouchExplanation($0, collector, context) }
        }
        return Explanation(explanations: explanations, omitted: collector.omitted)
    }

    /// Returns the explanation of a device that was ignored, with the time of the first event.
    ///
    /// - Parameter rule: The rule that states the reason; nil if there is none.
    public func explanation(ofIgnored device: String, _ reason: String, _ rule: Rule?) -> TouchExplanation {
        TouchExplanation(ignored: device, reason, rule, context(facts))
    }

    private func context(_ facts: LayoutFacts) -> Context {
        Context(names: names, facts: facts, start: collector.start, epoch: epoch, isLive: isLive)
    }
}

/// Explanation of one finger, or of an event without a finger.
public struct TouchExplanation: Sendable {
    public enum Kind: String, Sendable {
        case touch
        /// A contact that never became a touch.
        case contact
        /// A device that was ignored.
        case device
        /// An event without a particular finger.
        case note
    }

    public let kind: Kind
    /// Number that identifies the touch; 0 for contacts, devices and notes.
    public let number: Int
    /// Start time in microseconds of the event clock.
    public let time: Int64
    /// The same time in seconds since the recording's first event.
    let seconds: Double
    /// The same time as a date; nil if unknown.
    let date: String?
    /// One-line summary.
    public let title: String
    public let sections: [Section]
    /// Whether the explanation is about a touch that hit a view.
    public let isHit: Bool
    /// Point at which the finger went down, in the coordinate space of all screens; nil if unknown.
    public let location: Point?
    /// Machine-readable reason why a handler call failed or was not made: a layout key such as `atMost`, or the outcome
    /// of the call. The JSON output contains this reason if no rule states a reason.
    let code: String?
    /// Additional object members in the JSON output.
    let details: [JSONValue.Member]

    /// A group of sentences under one heading.
    public struct Section: Sendable {
        public enum Kind: String, Sendable, CaseIterable {
            case from, search, gestures, heard, handlers, whyNot
        }

        public let kind: Kind
        public let sentences: [Sentence]
    }

    /// One sentence without terminal control characters.
    public struct Sentence: Sendable {
        public let text: String
        /// Indentation level.
        public var depth = 0
        /// The rule that explains the behaviour in the sentence; nil if no rule explains it.
        public var rule: Rule?
        /// The expected calls that did not happen, if the sentence states why.
        public var missed: [MissedCall] = []
        /// Whether the layout itself prevents the missed calls: another responder consumes the touch, a page covers the
        /// view, or the gesture needs more fingers.
        var isExpected = false
        /// Whether the calls were missed because a gesture needs more fingers.
        var needsMoreFingers = false
        /// Shorter form for one-line output; nil to use `text`.
        var phrase: String?

        /// The statement without its final period, for use after other statements on one line.
        public var words: String { phrase ?? text.withoutPeriod }
    }

    /// An expected call of a handler or action that did not happen.
    public struct MissedCall: Hashable, Sendable {
        /// Id of the view; its class if it has no id.
        public let view: String
        /// Id of the view's gesture or sequence that binds the call; nil if the view itself binds the call.
        public let gesture: String?
        public let event: EventName
        /// `plugin.handler`, or the name of the action.
        public let call: String
    }

    /// The expected calls that did not happen, in the order of the sentences with the reasons.
    public var missed: [MissedCall] { sections.flatMap(\.sentences).flatMap(\.missed) }

    /// Missed calls that may surprise the user. If the touch called a handler, omits the calls that the layout itself
    /// prevents.
    public var surprisinglyMissed: [MissedCall] {
        let isHandled = sections.contains { $0.kind == .handlers && !$0.sentences.isEmpty }
        return sections.flatMap(\.sentences).filter { !isHandled || !$0.isExpected }.flatMap(\.missed)
    }

    /// Returns a copy without some kinds of sections.
    public func without(_ kinds: Section.Kind...) -> TouchExplanation {
        let rest = sections.filter { !kinds.contains($0.kind) }
        return TouchExplanation(
            kind: kind,
            number: number,
            time: time,
            seconds: seconds,
            date: date,
            title: title,
            sections: rest,
            isHit: isHit,
            location: location,
            code: code,
            details: details
        )
    }

    /// Text of each sentence, without rules.
    public var sentences: [String] { sections.flatMap(\.sentences).map(\.text) }
}
