public import GestureKinds
public import HandlerEvents
internal import JSON
internal import PluginAPI
public import Snapshots
public import TouchTrace

/// Explanation of every finger that went down, derived from trace records.
///
/// Can be created on any thread.
public struct Explanation: Sendable {
    /// Touches, rejected contacts and other events, in order of their start.
    public let explanations: [TouchExplanation]
    /// Number of entries omitted because of the limit.
    public let omitted: Int

    /// Explains records in chronological order; `delivered` holds the events that handlers received in this time.
    public init(
        _ records: [TraceRecord],
        delivered: [TraceRecorder.DeliveredEvent] = [],
        _ names: InternTable,
        _ facts: LayoutFacts
    ) {
        var explainer = Explainer(names, facts)
        let handlerEvents = Dictionary(delivered.map { ($0.number, $0.handlerEvent) }) { first, _ in first }
        for record in records {
            explainer.take(record, record.kind == .handler ? handlerEvents[record.eventNumber] : nil)
        }
        self = explainer.explanation
    }

    init(explanations: [TouchExplanation], omitted: Int) { (self.explanations, self.omitted) = (explanations, omitted) }

    /// Explanations of touches only.
    public var touches: [TouchExplanation] { explanations.filter { $0.kind == .touch } }
    /// Returns the explanation of a touch, nil if it is unknown.
    public func touch(_ number: Int) -> TouchExplanation? {
        explanations.first { $0.kind == .touch && $0.number == number }
    }
}

/// Builds an explanation incrementally from single records, with bounded memory.
public struct Explainer {
    private var collector: Collector
    private let names: InternTable
    /// Layout facts; must be replaced after a reload.
    public var facts: LayoutFacts
    /// Facts before changes of the tree, with the number of explanations that began before each change.
    private var formerFacts: [(count: Int, facts: LayoutFacts)] = []
    /// Maximum number of stored changes; explanations of earlier touches then use the facts after later changes.
    private static let formerLimit = 64

    /// Creates an explainer, limited to one touch if `only` is set.
    public init(_ names: InternTable, _ facts: LayoutFacts, only touch: Int? = nil, limit: Int = 1000) {
        (self.names, self.facts) = (names, facts)
        collector = Collector(only: touch.map { Int32(clamping: $0) }, limit: limit)
    }

    /// Replaces the facts for later touches, after a command has changed the tree.
    public mutating func treeDidChange(to facts: LayoutFacts) {
        let count = collector.items.count
        if count > formerFacts.last?.count ?? 0, formerFacts.count < Self.formerLimit {
            formerFacts.append((count, self.facts))
        }
        self.facts = facts
    }

    /// Adds the next record, with the delivered event if the record is a handler call.
    public mutating func take(_ record: TraceRecord, _ handlerEvent: HandlerEvent? = nil) {
        collector.take(record, handlerEvent, names, facts)
    }

    /// Explanation of the records so far.
    public var explanation: Explanation {
        var explanations: [TouchExplanation] = []
        for (facts, end) in formerFacts.map({ ($0.facts, $0.count) }) + [(facts, collector.items.count)] {
            let context = Context(names: names, facts: facts, start: collector.start)
            explanations += collector.items[explanations.count..<end].map { TouchExplanation($0, collector, context) }
        }
        return Explanation(explanations: explanations, omitted: collector.omitted)
    }
}

/// Explanation of one finger.
public struct TouchExplanation: Sendable {
    public enum Kind: String, Sendable {
        case touch
        /// A contact that never became a touch.
        case contact
        /// An event that does not belong to one finger.
        case note
    }

    public let kind: Kind
    /// The touch's number, 0 for others.
    public let number: Int
    /// Start in microseconds of the event clock.
    public let time: Int64
    /// One-line summary.
    public let title: String
    public let sections: [Section]
    /// True for a touch that hit a view.
    public let isHit: Bool
    /// Additional members of the JSON output.
    let details: [JSONValue.Member]

    /// A group of sentences with one heading.
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
        /// The rule that decided.
        public var rule: Rule?
    }

    /// Returns a copy without sections of the given kinds.
    public func without(_ kinds: Section.Kind...) -> TouchExplanation {
        let rest = sections.filter { !kinds.contains($0.kind) }
        return TouchExplanation(
            kind: kind,
            number: number,
            time: time,
            title: title,
            sections: rest,
            isHit: isHit,
            details: details
        )
    }

    /// Texts of all sentences, without rules.
    public var sentences: [String] { sections.flatMap(\.sentences).map(\.text) }
}
