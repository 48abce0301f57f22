internal import Geometry
package import HandlerEvents
internal import InputHub
internal import PluginAPI
package import ResponderKit
internal import TouchTrace

/// What a layout says of a responder, whatever its class: its reactions to events and to actions.
package final class BoundHandlers: Interceptor {
    private let reactions: BoundCallTable
    private let actions: [Selector: BoundCalls]
    /// Whose handlers they are, as far as events tell places in its points.
    @exclusivity(unchecked) private var owner = Owner.other

    private enum Owner {
        case view(Unmanaged<View>)
        case controller(Unmanaged<ViewController>)
        case other
    }

    init(_ name: String, _ reactions: [BoundCalls], actions: [Selector: BoundCalls], canBecomeFirstResponder: Bool) {
        self.reactions = BoundCallTable(reactions)
        self.actions = actions
        super.init(named: name, canBecomeFirstResponder: canBecomeFirstResponder)
    }

    /// Puts the handlers before a responder, which keeps them.
    func stand(before responder: Responder) {
        responder.interceptor = self
        switch responder {
        case let view as View: owner = .view(.passUnretained(view))
        case let controller as ViewController: owner = .controller(.passUnretained(controller))
        default: break
        }
    }

    package subscript(_ event: EventName) -> BoundCalls? { reactions[event] }

    /// The names of the actions that it answers.
    package var actionNames: [String] { actions.keys.map(\.name).sorted() }

    /// The view in whose points events tell places; nil for the window.
    private var place: View? {
        switch owner {
        case .view(let view): view.takeUnretainedValue()
        case .controller(let controller): controller.takeUnretainedValue().viewIfLoaded
        case .other: nil
        }
    }

    package override func passes(
        _ method: Responder.Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?
    ) -> Bool {
        guard let reaction = self[EventName(method)] else { return true }
        switch method {
        case .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled:
            return reaction.take(touches, event, in: place)
        case .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled:
            return reaction.take(presses, event)
        case .motionBegan, .motionEnded, .motionCancelled, .remoteControlReceived:
            return reaction.take(event)
        }
    }

    package override func respond(to action: Selector, _ call: ActionCall) -> Bool {
        guard let reaction = actions[action] else { return false }
        return call { reaction.run(HandlerEvent(call, in: place, origin: reaction.origin, now: reaction.now)) }
    }
}

extension Responder {
    /// The handlers that a layout put before it.
    package var handlers: BoundHandlers? { interceptor as? BoundHandlers }
}

extension EventName {
    /// The event that a method tells of.
    init(_ method: Responder.Method) {
        switch method {
        case .touchesBegan: self = .touchesBegan
        case .touchesMoved: self = .touchesMoved
        case .touchesEnded: self = .touchesEnded
        case .touchesCancelled: self = .touchesCancelled
        case .pressesBegan: self = .pressesBegan
        case .pressesChanged: self = .pressesChanged
        case .pressesEnded: self = .pressesEnded
        case .pressesCancelled: self = .pressesCancelled
        case .motionBegan: self = .motionBegan
        case .motionEnded: self = .motionEnded
        case .motionCancelled: self = .motionCancelled
        case .remoteControlReceived: self = .remoteControlReceived
        }
    }
}

/// What is done at one event of one owner: the handler calls that the layout bound to it, in order.
package final class BoundCalls {
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
    private let context: DispatchContext
    /// What a recorder knows the calls by.
    @exclusivity(unchecked) private var ids: ContiguousArray<InternedID>

    init(_ event: EventName, _ calls: ContiguousArray<Call>, passes: Bool, origin: Point?, context: DispatchContext) {
        (self.event, self.calls, self.passes) = (event, calls, passes)
        (ownOrigin, self.context) = (origin, context)
        ids = ContiguousArray(repeating: 0, count: calls.count)
    }

    /// Where the screen of the owner begins.
    var origin: Point { ownOrigin ?? .zero }
    /// The time that the application has reached, whether the owner is shown or not.
    var now: Int64 { context.application?.now ?? 0 }

    /// Hands one event to every call; true when a plugin lets it pass, false when one keeps it, nil when none says.
    package func hand(over handlerEvent: HandlerEvent) -> Bool? {
        var taken = 0
        return hand(over: handlerEvent, &taken)
    }

    /// The same, and counts the calls that their plugins took.
    private func hand(over handlerEvent: HandlerEvent, _ taken: inout Int) -> Bool? {
        var decision: Bool?
        withUnsafePointer(to: handlerEvent) { one in
            let row = Span(_unsafeStart: one, count: 1)
            for place in calls.indices {
                let answers = hand(over: row, to: place)
                taken += answers.acceptedCount
                if let passes = answers.passes { decision = passes || decision == true }
            }
        }
        return decision
    }

    /// Hands events of one moment to one of the calls.
    private func hand(over row: Span<HandlerEvent>, to place: Int) -> HandlerResults {
        let answers = calls[place].plugin.take(row, for: calls[place].binding)
        if context.isObserved(event) { note(row, place, answers) }
        return answers
    }

    /// Tells those who want to know of calls, after the plugin was called, which is not to wait for them.
    private func note(_ row: Span<HandlerEvent>, _ place: Int, _ answers: HandlerResults) {
        if let recorder = context.recorder { recorder.handler(id(of: place, recorder.names), row, answers) }
        for observer in context.observers {
            for index in row.indices {
                observer.handlerCalled(calls[place].binding, row[index], isAccepted: answers.isAccepted(index))
            }
        }
    }

    private func id(of place: Int, _ names: InternTable) -> InternedID {
        if !names.isCurrent(ids[place]) { ids[place] = names.add(calls[place].binding) }
        return ids[place]
    }

    /// The same where nothing can be passed on; how many calls their plugins took.
    @discardableResult
    package func run(_ handlerEvent: HandlerEvent) -> Int {
        var taken = 0
        _ = hand(over: handlerEvent, &taken)
        return taken
    }

    /// Hands all touches of the event to one call after the other; true when they go on up the chain.
    func take(_ touches: TouchSet, _ event: Event?, in view: View?) -> Bool {
        let members = touches.members
        var decision: Bool?
        context.withRoom { room in
            var first = 0
            while first < members.count {
                let places = first..<min(first + HandlerResults.most, members.count)
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

    /// Makes an event of each of the touches at some places.
    private func fill(
        _ room: UnsafeMutablePointer<HandlerEvent>,
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
                let origin = ownOrigin ?? context.origin(at: screenPlace)
                let target = room + (place - places.lowerBound)
                target.initialize(to: HandlerEvent(self.event, touch, at: time ?? touch.time, local, origin: origin))
                target.pointee.touchCount = count
            }
        }
    }

    /// Hands over one event for each press; true when they go on up the chain.
    func take(_ presses: Set<Press>, _ event: Event?) -> Bool {
        var decision: Bool?
        // A set has no order of its own, and traces need one.
        for press in presses.sorted(by: { ($0.button.device, $0.button.code) < ($1.button.device, $1.button.code) }) {
            if let passes = hand(over: HandlerEvent(self.event, press, event)) { decision = passes || decision == true }
        }
        return decision ?? passes
    }

    /// Hands over a shake or a remote-control command; true when it goes on up the chain.
    func take(_ event: Event?) -> Bool {
        var handlerEvent = HandlerEvent(self.event, at: event?.time ?? now)
        handlerEvent.code = Int32(event?.subtype.rawValue ?? 0)
        return hand(over: handlerEvent) ?? passes
    }
}

/// The reactions of one owner, at most one for each event.
struct BoundCallTable {
    private var reactions: ContiguousArray<BoundCalls?> = []

    init(_ reactions: [BoundCalls]) {
        guard !reactions.isEmpty else { return }
        self.reactions = ContiguousArray(repeating: nil, count: EventName.allCases.count)
        for reaction in reactions { self.reactions[reaction.event.place] = reaction }
    }

    subscript(_ event: EventName) -> BoundCalls? { reactions.isEmpty ? nil : reactions[event.place] }
}

/// A plugin's place among those of a layout: handler calls find it here, whether it could be made or not.
final class PluginSlot {
    let name: String
    let plan: PluginPlan
    /// The plugin; nil while it is not made, where it could not be, and in a dry run.
    @exclusivity(unchecked) var plugin: (any Plugin)?
    /// Nothing is made, and every call counts as taken.
    private let isDry: Bool
    /// No other slot of the set ever had or will have it.
    let number: Int
    /// How many events the plugin took.
    @exclusivity(unchecked) private(set) var acceptedCount = 0
    /// It could not be made or started.
    private var hasFailed = false
    /// How many events were in vain since then.
    @exclusivity(unchecked) private var lostCount = 0

    init(_ name: String, _ plan: PluginPlan, isDry: Bool, number: Int) {
        (self.name, self.plan, self.isDry, self.number) = (name, plan, isDry, number)
    }

    func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults {
        guard let plugin else {
            lostCount += handlerEvents.count
            return HandlerResults(accepted: isDry ? handlerEvents.count : 0)
        }
        let answers = plugin.take(handlerEvents, for: binding)
        acceptedCount += answers.acceptedCount
        return answers
    }

    func fail() {
        plugin = nil
        hasFailed = true
    }

    /// How the plugin is, or that it never came to be; nil while there is none.
    var health: PluginHealth? {
        guard var health = plugin?.health ?? (hasFailed ? PluginHealth() : nil) else { return nil }
        if plugin == nil { (health.isConnected, health.failures, health.dropped) = (false, 1, lostCount) }
        health.accepted = acceptedCount
        return health
    }
}
