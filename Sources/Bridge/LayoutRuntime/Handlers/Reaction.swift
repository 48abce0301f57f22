package import Geometry
package import Occurrences
package import PluginAPI
package import ResponderKit
package import TouchTrace

/// What is done at one event of one owner: the handler calls that the layout bound to it, in order.
package final class Reaction {
    struct Call {
        let plugin: PluginSlot
        let binding: Binding
    }

    let event: EventName
    let calls: ContiguousArray<Call>
    /// Whether the event then goes on up the chain, unless a plugin decides.
    package let passes: Bool
    /// Where the owner's screen begins in the application's coordinates; nil for an owner that is on all of them.
    private let ownOrigin: Point?
    private let desk: HandlerDesk
    /// What a recorder knows the calls by.
    @exclusivity(unchecked) private var ids: ContiguousArray<InternedID>

    init(_ event: EventName, _ calls: ContiguousArray<Call>, passes: Bool, origin: Point?, desk: HandlerDesk) {
        (self.event, self.calls, self.passes) = (event, calls, passes)
        (ownOrigin, self.desk) = (origin, desk)
        ids = ContiguousArray(repeating: 0, count: calls.count)
    }

    /// Where the screen of the owner begins.
    var origin: Point { ownOrigin ?? .zero }
    /// The time that the application has reached, whether the owner is shown or not.
    var now: Int64 { desk.application?.now ?? 0 }

    /// Hands one occurrence to every call; true when a plugin lets it pass, false when one keeps it, nil when none says.
    package func hand(over occurrence: Occurrence) -> Bool? {
        var taken = 0
        return hand(over: occurrence, &taken)
    }

    /// The same, and counts the calls that their plugins took.
    private func hand(over occurrence: Occurrence, _ taken: inout Int) -> Bool? {
        var decision: Bool?
        withUnsafePointer(to: occurrence) { one in
            let row = Span(_unsafeStart: one, count: 1)
            for place in calls.indices {
                let answers = hand(over: row, to: place)
                taken += answers.acceptedCount
                if let passes = answers.passes { decision = passes || decision == true }
            }
        }
        return decision
    }

    /// Hands occurrences of one moment to one of the calls.
    private func hand(over row: Span<Occurrence>, to place: Int) -> Answers {
        let answers = calls[place].plugin.take(row, for: calls[place].binding)
        if desk.hears(event) { note(row, place, answers) }
        return answers
    }

    /// Tells those who want to know of calls, after the plugin was called, which is not to wait for them.
    private func note(_ row: Span<Occurrence>, _ place: Int, _ answers: Answers) {
        if let recorder = desk.recorder { recorder.handler(id(of: place, recorder.names), row, answers) }
        guard let heard = desk.heard else { return }
        for index in row.indices { heard(calls[place].binding, row[index], answers.isAccepted(index)) }
    }

    private func id(of place: Int, _ names: InternTable) -> InternedID {
        if !names.isCurrent(ids[place]) { ids[place] = names.add(calls[place].binding) }
        return ids[place]
    }

    /// The same where nothing can be passed on; how many calls their plugins took.
    @discardableResult
    package func run(_ occurrence: Occurrence) -> Int {
        var taken = 0
        _ = hand(over: occurrence, &taken)
        return taken
    }

    /// Hands all touches of the event to one call after the other; true when they go on up the chain.
    func take(_ touches: TouchSet, _ event: Event?, in view: View?) -> Bool {
        let members = touches.members
        var decision: Bool?
        desk.withRoom { room in
            var first = 0
            while first < members.count {
                let places = first..<min(first + Answers.most, members.count)
                fill(room, members, places, event, view)
                let row = Span(_unsafeStart: UnsafePointer(room), count: places.count)
                for place in calls.indices {
                    if let passes = hand(over: row, to: place).passes { decision = passes || decision == true }
                }
                first = places.upperBound
            }
        }
        return decision ?? passes
    }

    /// Makes an occurrence of each of the touches at some places.
    private func fill(
        _ room: UnsafeMutablePointer<Occurrence>,
        _ members: [Touch],
        _ places: Range<Int>,
        _ event: Event?,
        _ view: View?
    ) {
        let (time, count) = (event?.time, Int32(truncatingIfNeeded: members.count))
        // All of them are in the same view, so the way to its points is gone once.
        let way = view?.fromScreen
        for place in places {
            // The list holds them until the end, so that none has to be held once more.
            Unmanaged.passUnretained(members[place])._withUnsafeGuaranteedRef { touch in
                let screenPlace = touch.screenPlace
                let local = way.map { screenPlace.applying($0) } ?? touch.location(in: nil)
                let origin = ownOrigin ?? desk.origin(at: screenPlace)
                let target = room + (place - places.lowerBound)
                target.initialize(to: Occurrence(self.event, touch, at: time ?? touch.time, local, origin: origin))
                target.pointee.touchCount = count
            }
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

/// The reactions of one owner, at most one for each event.
struct ReactionTable {
    private var reactions: ContiguousArray<Reaction?> = []

    init(_ reactions: [Reaction]) {
        guard !reactions.isEmpty else { return }
        self.reactions = ContiguousArray(repeating: nil, count: EventName.allCases.count)
        for reaction in reactions { self.reactions[reaction.event.place] = reaction }
    }

    subscript(_ event: EventName) -> Reaction? { reactions.isEmpty ? nil : reactions[event.place] }
}

/// What all reactions of an application share.
package final class HandlerDesk {
    /// Records what was handed to plugins; nil while nothing is recorded.
    @exclusivity(unchecked) package var recorder: TraceRecorder?
    /// Told of every call besides.
    @exclusivity(unchecked) package var heard: ((Binding, Occurrence, Bool) -> Void)?
    /// Called when a sequence makes a step, is completed or fails.
    @exclusivity(unchecked) package var onSequence: ((SequenceStep) -> Void)?
    /// Whose time it is when something happens that comes of no event.
    package weak var application: Application?
    /// The screens, where they lie.
    @exclusivity(unchecked) package var screens: [Rect] = []
    private var lastGroup: Int32 = 0
    /// Room for what the touches of one event did, unless it is in use.
    @exclusivity(unchecked) private var room: UnsafeMutablePointer<Occurrence>?

    package init() {}

    deinit { room?.deallocate() }

    /// A number for the bindings of one place; none comes again, as plugins go on when another layout comes.
    func nextGroup() -> Int32 {
        lastGroup += 1
        return lastGroup
    }

    /// Whether anybody is to be told of the calls for an event.
    func hears(_ event: EventName) -> Bool {
        heard != nil || recorder.map { $0.hears(event) } == true
    }

    /// Reports a step of a sequence, before its handlers are called.
    package func report(_ step: SequenceStep) {
        recorder?.sequence(step)
        onSequence?(step)
    }

    /// Lends room for `Answers.most` occurrences; a plugin that brings about another event meanwhile gets other room.
    @inline(__always)
    func withRoom(_ body: (UnsafeMutablePointer<Occurrence>) -> Void) {
        let own = room ?? .allocate(capacity: Answers.most)
        room = nil
        body(own)
        room?.deallocate()
        room = own
    }

    /// Where the screen at a place begins.
    package func origin(at place: Point) -> Point { screens.first { $0.contains(place) }?.origin ?? .zero }
}
