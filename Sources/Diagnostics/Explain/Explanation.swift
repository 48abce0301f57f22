public import GestureKinds
internal import JSON
public import Occurrences
internal import PluginAPI
public import Snapshots
public import TouchTrace

/// What became of every finger that went down, in plain sentences with numbers, made of records.
///
/// It is made of values alone and may be made on any thread.
public struct Explanation: Sendable {
    /// In the order in which they began: touches, contacts that never became one, and what happened besides.
    public let stories: [TouchExplanation]
    /// How many more there were than are told.
    public let omitted: Int

    /// What records say, in the order in which they were made; `told` is what handlers were told meanwhile.
    public init(
        _ records: [TraceRecord],
        told: [TraceRecorder.DeliveredEvent] = [],
        _ names: InternTable,
        _ facts: LayoutFacts
    ) {
        var explainer = Explainer(names, facts)
        let occurrences = Dictionary(told.map { ($0.number, $0.occurrence) }) { first, _ in first }
        for record in records {
            explainer.take(record, record.kind == .handler ? occurrences[record.eventNumber] : nil)
        }
        self = explainer.explanation
    }

    init(stories: [TouchExplanation], omitted: Int) { (self.stories, self.omitted) = (stories, omitted) }

    /// The stories of touches alone.
    public var touches: [TouchExplanation] { stories.filter { $0.kind == .touch } }
    /// The story of one touch, nil when nothing is known of it.
    public func touch(_ number: Int) -> TouchExplanation? { stories.first { $0.kind == .touch && $0.number == number } }
}

/// The same for who gets records one after the other; what it keeps is bounded.
public struct Explainer {
    private var collector: Collector
    private let names: InternTable
    /// What is known of the layout; to be set again when another one is in place.
    public var facts: LayoutFacts

    /// With the number of a touch, only that one's story is kept.
    public init(_ names: InternTable, _ facts: LayoutFacts, only touch: Int? = nil, limit: Int = 1000) {
        (self.names, self.facts) = (names, facts)
        collector = Collector(only: touch.map { Int32(clamping: $0) }, limit: limit)
    }

    /// Takes the next record, with what the handler was told if it is about one.
    public mutating func take(_ record: TraceRecord, _ occurrence: Occurrence? = nil) {
        collector.take(record, occurrence, names, facts)
    }

    /// What is known by now.
    public var explanation: Explanation {
        let context = Context(names: names, facts: facts, start: collector.start)
        return Explanation(
            stories: collector.items.map { TouchExplanation($0, collector, context) },
            omitted: collector.omitted
        )
    }
}

/// What became of one finger.
public struct TouchExplanation: Sendable {
    public enum Kind: String, Sendable {
        case touch
        /// It went down and never became a touch.
        case contact
        /// It is about no single finger.
        case note
    }

    public let kind: Kind
    /// The touch's number, 0 for others.
    public let number: Int
    /// When it began, in microseconds of the clock that events count by.
    public let time: Int64
    /// What it is about, in a few words.
    public let title: String
    public let sections: [Section]
    /// Whether it is a touch that a view got.
    public let isHit: Bool
    /// What programs want to know besides the sentences.
    let details: [JSONValue.Member]

    /// What belongs together.
    public struct Section: Sendable {
        public enum Kind: String, Sendable, CaseIterable {
            case from, search, gestures, heard, handlers, whyNot
        }

        public let kind: Kind
        public let sentences: [Sentence]
    }

    /// One sentence, harmless for terminals.
    public struct Sentence: Sendable {
        public let text: String
        /// How far it is to be indented.
        public var depth = 0
        /// The rule that decided.
        public var rule: Rule?
    }

    /// The same without some of its sections.
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

    /// All of its sentences, without rules.
    public var sentences: [String] { sections.flatMap(\.sentences).map(\.text) }
}
