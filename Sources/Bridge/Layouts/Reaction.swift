internal import Geometry
internal import Occurrences
internal import PluginAPI
internal import ResponderKit

/// What is done at one event of one owner: the handler calls that the layout bound to it, in order.
final class Reaction {
    struct Call {
        let plugin: PluginSlot
        let binding: Binding
    }

    let event: EventName
    let calls: ContiguousArray<Call>
    /// Whether the event then goes on up the chain, unless a plugin decides.
    let passes: Bool
    /// Where the owner's screen begins in the application's coordinates; nil for an owner that is on all of them.
    private let ownOrigin: Point?
    private let desk: HandlerDesk
    /// What a recorder knows the calls by.
    @exclusivity(unchecked) private var marks: ContiguousArray<Mark>

    init(_ event: EventName, _ calls: ContiguousArray<Call>, passes: Bool, origin: Point?, desk: HandlerDesk) {
        (self.event, self.calls, self.passes) = (event, calls, passes)
        (ownOrigin, self.desk) = (origin, desk)
        marks = ContiguousArray(repeating: 0, count: calls.count)
    }

    /// Where the screen of the owner begins.
    var origin: Point { ownOrigin ?? .zero }
    /// The time that the application has reached, whether the owner is shown or not.
    var now: Int64 { desk.application?.now ?? 0 }

    /// Hands one occurrence to every call; true when a plugin lets it pass, false when one keeps it, nil when none says.
    func hand(over occurrence: Occurrence) -> Bool? {
        var taken = 0
        return hand(over: occurrence, &taken)
    }

    /// The same, and counts the calls that their plugins took.
    private func hand(over occurrence: Occurrence, _ taken: inout Int) -> Bool? {
        var decision: Bool?
        for place in calls.indices {
            let call = calls[place]
            let answer = call.plugin.take(occurrence, for: call.binding)
            if answer.isAccepted { taken += 1 }
            if let trace = desk.trace { trace.handler(call.binding, occurrence, isAccepted: answer.isAccepted) }
            if let recorder = desk.recorder {
                recorder.handler(mark(of: place, recorder.roster), occurrence, isAccepted: answer.isAccepted)
            }
            if let heard = desk.heard { heard(call.binding, occurrence, answer.isAccepted) }
            if let passes = answer.passes { decision = passes || decision == true }
        }
        return decision
    }

    private func mark(of place: Int, _ roster: Roster) -> Mark {
        if !roster.isCurrent(marks[place]) { marks[place] = roster.add(calls[place].binding) }
        return marks[place]
    }

    /// The same where nothing can be passed on; how many calls their plugins took.
    @discardableResult
    func run(_ occurrence: Occurrence) -> Int {
        var taken = 0
        _ = hand(over: occurrence, &taken)
        return taken
    }

    /// Hands over one occurrence for each touch; true when they go on up the chain.
    func take(_ touches: TouchSet, _ event: Event?, in view: View?) -> Bool {
        var decision: Bool?
        if calls.count == 1, !desk.hears(self.event), let plugin = calls[0].plugin.plugin {
            let binding = calls[0].binding
            var taken = 0
            var isNext = false
            forEach(of: touches, event, in: view) { occurrence in
                occurrence.followsDirectly = isNext
                isNext = true
                let answer = plugin.take(occurrence, for: binding)
                if answer.isAccepted { taken += 1 }
                if let passes = answer.passes { decision = passes || decision == true }
            }
            calls[0].plugin.credit(taken)
        } else {
            forEach(of: touches, event, in: view) {
                if let passes = hand(over: $0) { decision = passes || decision == true }
            }
        }
        return decision ?? passes
    }

    @inline(__always)
    private func forEach(of touches: TouchSet, _ event: Event?, in view: View?, _ body: (inout Occurrence) -> Void) {
        let (time, count) = (event?.time, Int32(truncatingIfNeeded: touches.count))
        // All of them are in the same view, so the way to its points is gone once.
        let way = view?.fromScreen
        let members = touches.members
        for place in members.indices {
            // The list holds them until the end, so that none has to be held once more.
            var occurrence = Unmanaged.passUnretained(members[place])._withUnsafeGuaranteedRef { touch in
                let screenPlace = touch.screenPlace
                let place = way.map { screenPlace.applying($0) } ?? touch.location(in: nil)
                let origin = ownOrigin ?? desk.origin(at: screenPlace)
                var occurrence = Occurrence(self.event, touch, at: time ?? touch.time, place, origin: origin)
                occurrence.touchCount = count
                return occurrence
            }
            body(&occurrence)
        }
    }

    /// Hands over one occurrence for each press; true when they go on up the chain.
    func take(_ presses: Set<Press>, _ event: Event?) -> Bool {
        var decision: Bool?
        // A set has no order of its own, and traces need one.
        for press in presses.sorted(by: { ($0.button.device, $0.button.code) < ($1.button.device, $1.button.code) }) {
            if let passes = hand(over: Occurrence(self.event, press, event)) { decision = passes || decision == true }
        }
        return decision ?? passes
    }

    /// Hands over a shake or a remote-control command; true when it goes on up the chain.
    func take(_ event: Event?) -> Bool {
        var occurrence = Occurrence(self.event, at: event?.time ?? now)
        occurrence.code = Int32(event?.subtype.rawValue ?? 0)
        return hand(over: occurrence) ?? passes
    }
}

/// What all reactions of an application share.
final class HandlerDesk {
    /// Who writes down what was handed to plugins; nil when nobody does, and then nothing is made of it.
    @exclusivity(unchecked) var trace: TraceWriter?
    /// Who writes down what was handed to plugins, as numbers; nil when nobody does.
    @exclusivity(unchecked) var recorder: Recorder?
    /// Told of every call besides.
    @exclusivity(unchecked) var heard: ((Binding, Occurrence, Bool) -> Void)?
    /// Whose time it is when something happens that comes of no event.
    weak var application: Application?
    /// The screens, where they lie.
    @exclusivity(unchecked) var screens: [Rect] = []
    private var lastGroup: Int32 = 0

    /// A number for the bindings of one place; none comes again, as plugins go on when another layout comes.
    func nextGroup() -> Int32 {
        lastGroup += 1
        return lastGroup
    }

    /// Whether anybody is to be told of the calls for an event.
    func hears(_ event: EventName) -> Bool {
        trace != nil || heard != nil || recorder.map { $0.hears(event) } == true
    }

    /// Where the screen at a place begins.
    func origin(at place: Point) -> Point { screens.first { $0.contains(place) }?.origin ?? .zero }
}
