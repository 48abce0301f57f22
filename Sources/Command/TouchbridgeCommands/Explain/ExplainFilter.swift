internal import CommandSupport
internal import Explain
internal import Geometry
internal import HandlerEvents
internal import LayoutPlans
internal import Platform
internal import Schema

/// Selects fingers of a recording by three options. `--view` is a view or gesture with missing handler calls, and
/// `--why-not` is the event of these calls. `--at` is the point of the touch-down.
struct ExplainFilter {
    private let owner: String?
    private let event: EventName?
    private let point: Point?

    /// Maximum distance in points between the point of `--at` and a touch-down: half the size of the smallest
    /// recommended touch target (44 pt).
    private static let reach = 22.0

    static let options: Set<String> = ["view", "why-not", "at"]

    init(_ arguments: Arguments, of plan: LayoutPlan) throws(UsageError) {
        owner = arguments.value("view")
        event = try arguments.value("why-not").map { name throws(UsageError) in
            if let event = EventName(layoutKey: name) { return event }
            let known = EventName.allCases.map(\.rawValue) + ["recognized"]
            throw arguments.wrong("unknown event '\(name)'\(Self.hint(name, known))")
        }
        let origin = plan.screens[try arguments.screen(of: plan) ?? 0].frame.origin
        point = try arguments.value("at").map { text throws(UsageError) in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            guard numbers.count == 2, let x = numbers[0], let y = numbers[1], x.magnitude < 1e9, y.magnitude < 1e9
            else { throw arguments.wrong("invalid --at '\(text)'; write X,Y in points, for instance --at 540,960") }
            return Point(x: origin.x + x, y: origin.y + y)
        }
    }

    /// Throws if the id in `--view` is unknown, or if the view or gesture with this id has no handler for the event.
    /// `handled` returns the events for which a view or gesture has handlers; nil if unknown.
    func check(_ arguments: Arguments, known: [String], handled: (String) -> [EventName]?) throws(UsageError) {
        guard let owner else { return }
        guard known.contains(owner) else {
            throw arguments.wrong("the layout has no view or gesture '\(owner)'\(Self.hint(owner, known))")
        }
        guard let events = handled(owner) else { return }
        guard !events.isEmpty else {
            throw arguments.wrong("'\(owner)' has no handler; specify a view or gesture with 'on:', or use --at X,Y")
        }
        guard let event, !events.contains(event) else { return }
        let words = events.map { $0 == .ended ? "recognized" : $0.rawValue }.joined(separator: ", ")
        throw arguments.wrong("'\(owner)' has no handler for '\(event.rawValue)'; it has handlers for: \(words)")
    }

    private static func hint(_ name: String, _ known: [String]) -> String {
        Names.nearest(to: name, in: known).map { "; did you mean '\($0)'?" } ?? ""
    }

    func selects(_ explanation: TouchExplanation) -> Bool {
        if let point {
            guard let location = explanation.location, point.distance(to: location) <= Self.reach else { return false }
        }
        guard owner != nil || event != nil else { return true }
        guard owner != nil else { return explanation.surprisinglyMissed.contains { $0.event == event } }
        return explanation.missed.contains(where: isAsked)
    }

    private func isAsked(_ call: TouchExplanation.MissedCall) -> Bool {
        (call.view == owner || call.gesture == owner) && (event == nil || call.event == event)
    }

    /// Returns the explanation in one line. Appends why a handler of the view in `--view` was not called, unless the
    /// title contains this reason.
    func shortText(of explanation: TouchExplanation) -> String {
        let sentences = explanation.sections.flatMap(\.sentences)
        // The title of a contact that became no touch always states the reason.
        guard owner != nil, explanation.kind == .touch,
            let answer = sentences.first(where: { $0.missed.contains(where: isAsked) })?.words
        else { return explanation.title }
        return explanation.title.holds(answer) ? explanation.title : "\(explanation.title); \(answer)"
    }

    /// Sentence that is printed if no finger is selected.
    var emptyAnswer: String {
        let place = point == nil ? "" : " at this point"
        guard owner != nil || event != nil else { return "No finger went down\(place)." }
        let events = event.map { " for the event '\($0.rawValue)'" } ?? ""
        let calls = owner.map { "a handler of '\($0)'\(events)" } ?? "a handler\(events)"
        return "No finger\(place) missed \(calls)."
    }
}

extension EventName {
    /// Creates an event from its key in a layout, where `recognized` is another key for `ended`; nil for other words.
    fileprivate init?(layoutKey: String) { self.init(rawValue: layoutKey == "recognized" ? "ended" : layoutKey) }
}
