internal import Geometry
package import HandlerEvents
internal import InputHub
internal import PluginAPI
package import ResponderKit
internal import TouchTrace

/// The handlers bound to the events and actions of a responder.
package final class BoundHandlers: Interceptor {
    private let boundCalls: BoundCallTable
    private let actions: [Selector: BoundCalls]
    /// The responder, for its coordinate system. Unretained, because the responder retains its handlers.
    @exclusivity(unchecked) private var owner = Owner.other

    private enum Owner {
        case view(Unmanaged<View>)
        case controller(Unmanaged<ViewController>)
        case other
    }

    init(_ name: String, _ boundCalls: [BoundCalls], actions: [Selector: BoundCalls], canBecomeFirstResponder: Bool) {
        self.boundCalls = BoundCallTable(boundCalls)
        self.actions = actions
        super.init(named: name, canBecomeFirstResponder: canBecomeFirstResponder)
    }

    /// Installs the handlers in a responder, which retains them.
    func install(in responder: Responder) {
        responder.interceptor = self
        switch responder {
        case let view as View: owner = .view(.passUnretained(view))
        case let controller as ViewController: owner = .controller(.passUnretained(controller))
        default: break
        }
    }

    package subscript(_ event: EventName) -> BoundCalls? { boundCalls[event] }

    /// The names of the handled actions, sorted.
    package var actionNames: [String] { actions.keys.map(\.name).sorted() }

    /// The view for the coordinates of events; nil means window coordinates. The responder retains the view during a
    /// call.
    private var coordinateView: Unmanaged<View>? {
        switch owner {
        case .view(let view): view
        case .controller(let controller):
            controller._withUnsafeGuaranteedRef { $0.viewIfLoaded.map { .passUnretained($0) } }
        case .other: nil
        }
    }

    package override func passes(
        _ method: Responder.Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?
    ) -> Bool {
        // The table is constant and retains the calls, so the unretained reference remains valid.
        boundCalls[EventName(method)].unretained?._withUnsafeGuaranteedRef { eventCalls in
            switch method {
            case .touchesBegan, .touchesMoved, .touchesEnded, .touchesCancelled:
                eventCalls.take(touches, event, in: coordinateView)
            case .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled:
                eventCalls.take(presses, event)
            case .motionBegan, .motionEnded, .motionCancelled, .remoteControlReceived:
                eventCalls.take(event)
            }
        } ?? true
    }

    package override var handlesTouches: Bool { boundCalls[.touchesBegan].map { !$0.passes } ?? false }

    /// The calls bound to an action; nil without bound calls.
    subscript(action action: String) -> BoundCalls? { actions[Selector(action)] }

    package override func respond(to action: Selector, _ call: ActionCall) -> Bool {
        guard let eventCalls = actions[action] else { return false }
        return call {
            let view = coordinateView?.takeUnretainedValue()
            eventCalls.run(HandlerEvent(call, in: view, origin: eventCalls.origin, now: eventCalls.now))
        }
    }
}

extension Responder {
    /// The handlers bound to the responder; nil without handlers.
    package var handlers: BoundHandlers? { interceptor as? BoundHandlers }
}

extension EventName {
    /// Creates the event for a responder method.
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

/// The handler calls bound to one event of one owner, such as a view or a gesture, in order.
package final class BoundCalls {
    struct Call {
        let receiver: Receiver
        let binding: Binding
        /// The slot of `receiver` if the receiver is a plugin; nil otherwise.
        private let slot: PluginSlot?
        /// Applies the binding's rate limit (`atMost`) and delay (`after`); nil if the binding has neither.
        let limiter: CallLimiter?
        /// Whether the call has a condition or a limiter.
        let isSelective: Bool

        init(to slot: PluginSlot, _ binding: Binding, _ limiter: CallLimiter?) {
            (receiver, self.binding, self.slot) = (.plugin(.passUnretained(slot)), binding, slot)
            (self.limiter, isSelective) = (limiter, binding.condition != nil || limiter != nil)
        }

        init(to receiver: Receiver, _ binding: Binding, _ limiter: CallLimiter?) {
            (self.receiver, self.binding, slot) = (receiver, binding, nil)
            (self.limiter, isSelective) = (limiter, binding.condition != nil || limiter != nil)
        }
    }

    /// The target of a call.
    enum Receiver {
        /// The slot of a plugin. Unmanaged to avoid a retain and a release at each access; `Call.slot` retains the
        /// slot.
        case plugin(Unmanaged<PluginSlot>)
        case tree(TreeCommandCall)
        case script(ScriptCall)
    }

    let event: EventName
    let calls: ContiguousArray<Call>
    /// Whether the event continues up the responder chain if no plugin decides this.
    package let passes: Bool
    /// Origin of the owner's screen in application coordinates; nil for an owner without a single screen, such as the
    /// application.
    private let ownOrigin: Point?
    private let context: DispatchContext
    /// Ids of the calls in trace records.
    @exclusivity(unchecked) private var ids: ContiguousArray<InternedID>

    init(_ event: EventName, _ calls: ContiguousArray<Call>, passes: Bool, origin: Point?, context: DispatchContext) {
        (self.event, self.calls, self.passes) = (event, calls, passes)
        (ownOrigin, self.context) = (origin, context)
        ids = ContiguousArray(repeating: 0, count: calls.count)
    }

    /// Origin of the owner's screen in application coordinates; zero without a single screen.
    var origin: Point { ownOrigin ?? .zero }
    /// Current time of the application's clock; valid even while the owner is not in a window.
    var now: Int64 { context.now }

    /// Makes all bound calls with an event. Returns true if a plugin passes the event to the next responder, false if
    /// plugins only consume the event, and nil if no plugin decides.
    package func deliver(_ handlerEvent: HandlerEvent) -> Bool? {
        var taken = 0
        return deliver(handlerEvent, &taken)
    }

    /// Makes all bound calls with an event, and adds the number of accepted calls to `taken`. Returns the same value as
    /// `deliver(_:)`.
    private func deliver(_ handlerEvent: HandlerEvent, _ taken: inout Int) -> Bool? {
        var decision: Bool?
        withUnsafePointer(to: handlerEvent) { one in
            let row = Span(_unsafeStart: one, count: 1)
            for index in calls.indices {
                let answers = deliver(row, to: index)
                taken += answers.acceptedCount
                if let passes = answers.passes { decision = passes || decision == true }
            }
        }
        context.runTreeCommands()
        return decision
    }

    /// Delivers the events of one frame to the receiver of one bound call.
    private func deliver(_ row: Span<HandlerEvent>, to index: Int) -> HandlerResults {
        if calls[index].isSelective { return deliverSelected(row, to: index) }
        let answers = call(index, row)
        if context.isObserved(event) { report(row, of: index, answers) }
        return answers
    }

    /// Delivers the events that satisfy the condition and the limiter of the call.
    ///
    /// Not inlined, because few calls have a condition or a limiter.
    @inline(never)
    private func deliverSelected(_ row: Span<HandlerEvent>, to index: Int) -> HandlerResults {
        var (answers, withheld) = (HandlerResults(), WithheldCalls())
        for position in row.indices {
            let handlerEvent = row[position]
            // Touch accommodations can delay the events of a touch. The limiter therefore uses the current time for
            // older events.
            let time = max(handlerEvent.time, now)
            if calls[index].binding.condition?.holds(for: handlerEvent) == false {
                withheld.add(position, to: \.skipped)
            } else if calls[index].limiter?.delay(self, index, handlerEvent, at: time) == true {
                withheld.add(position, to: \.delayed)
            } else if calls[index].limiter?.allowsCall(at: time) == false {
                withheld.add(position, to: \.limited)
                countLimited(index)
            } else {
                let answer = call(index, row.extracting(position..<position + 1))
                answers.add(HandlerResult(isAccepted: answer.isAccepted(0), passes: answer.passes), at: position)
            }
        }
        if context.isObserved(event) { report(row, of: index, answers, withheld) }
        return answers
    }

    /// Delivers the event of a delayed call.
    func deliverDelayed(_ handlerEvent: HandlerEvent, to index: Int) {
        withUnsafePointer(to: handlerEvent) { one in
            let row = Span(_unsafeStart: one, count: 1)
            var (answers, withheld) = (HandlerResults(), WithheldCalls())
            if calls[index].limiter?.allowsCall(at: handlerEvent.time) == false {
                withheld.add(0, to: \.limited)
                countLimited(index)
            } else {
                answers = call(index, row)
            }
            if context.isObserved(event) { report(row, of: index, answers, withheld) }
        }
        context.runTreeCommands()
    }

    private func countLimited(_ index: Int) {
        guard case .plugin(let slot) = calls[index].receiver else { return }
        slot._withUnsafeGuaranteedRef { $0.limitedCount += 1 }
    }

    /// Makes a call without testing its condition and its limiter. The parameter is an index, because copying a `Call`
    /// would retain its objects.
    @inline(__always)
    private func call(_ index: Int, _ row: Span<HandlerEvent>) -> HandlerResults {
        switch calls[index].receiver {
        case .plugin(let slot): take(row, slot, .passUnretained(calls[index].binding))
        case .tree(let command): context.append(.tree(command), row)
        case .script(let call): context.append(.script(call), row)
        }
    }

    @inline(__always)
    private func take(
        _ row: Span<HandlerEvent>,
        _ plugin: Unmanaged<PluginSlot>,
        _ binding: Unmanaged<Binding>
    ) -> HandlerResults {
        plugin._withUnsafeGuaranteedRef { plugin in
            binding._withUnsafeGuaranteedRef { plugin.take(row, for: $0) }
        }
    }

    /// Notifies the recorder and the observers, after the plugin: recording must not delay the plugin.
    ///
    /// Not inlined, because usually neither a recorder nor an observer exists.
    @inline(never)
    private func report(
        _ row: Span<HandlerEvent>,
        of call: Int,
        _ answers: HandlerResults,
        _ withheld: WithheldCalls = WithheldCalls()
    ) {
        if let recorder = context.recorder {
            recorder.handler(id(of: call, recorder.names), row, answers, withheld)
        }
        for observer in context.observers {
            for index in row.indices where !withheld.contains(index) {
                observer.handlerCalled(calls[call].binding, row[index], isAccepted: answers.isAccepted(index))
            }
        }
    }

    private func id(of index: Int, _ names: InternTable) -> InternedID {
        if !names.isCurrent(ids[index]) { ids[index] = names.add(calls[index].binding) }
        return ids[index]
    }

    /// Makes all bound calls with an event outside the responder chain; returns the number of accepted calls.
    @discardableResult
    package func run(_ handlerEvent: HandlerEvent) -> Int {
        var taken = 0
        _ = deliver(handlerEvent, &taken)
        return taken
    }

    /// Makes all bound calls for the touches of an event; returns whether the touches continue up the responder chain.
    func take(_ touches: TouchSet, _ event: Event?, in view: Unmanaged<View>?) -> Bool {
        let members = touches.members
        var decision: Bool?
        context.withBuffer { buffer in
            var first = 0
            while first < members.count {
                let range = first..<min(first + HandlerResults.capacity, members.count)
                fill(buffer, members, range, event, view)
                let row = Span(_unsafeStart: UnsafePointer(buffer), count: range.count)
                for index in calls.indices {
                    if let passes = deliver(row, to: index).passes { decision = passes || decision == true }
                }
                first = range.upperBound
            }
        }
        return decision ?? passes
    }

    /// Fills the buffer with one event per touch of a range.
    private func fill(
        _ buffer: UnsafeMutablePointer<HandlerEvent>,
        _ members: [Touch],
        _ range: Range<Int>,
        _ event: Event?,
        _ view: Unmanaged<View>?
    ) {
        let (time, count) = (event?.time, Int32(truncatingIfNeeded: members.count))
        // Computes the coordinate conversion once, because all touches are in the same view.
        let conversion = view?._withUnsafeGuaranteedRef { $0.fromScreen }
        for index in range {
            // Needs no retain, because the array retains the touches.
            Unmanaged.passUnretained(members[index])._withUnsafeGuaranteedRef { touch in
                let location = touch.locationOnScreen
                let local = conversion.map { location.applying($0) } ?? touch.location(in: nil)
                let origin = ownOrigin ?? context.origin(at: location)
                // Sets the fields in place, because copying a large event is slow. Other fields always have their
                // defaults, because the buffer contains only touches.
                let target = buffer + (index - range.lowerBound)
                (target.pointee.event, target.pointee.time) = (self.event, time ?? touch.time)
                target.pointee.set(touch, local, origin: origin)
                target.pointee.stream = target.pointee.touch
                target.pointee.touchCount = count
            }
        }
    }

    /// Makes all bound calls once for each press; returns whether the presses continue up the responder chain.
    func take(_ presses: Set<Press>, _ event: Event?) -> Bool {
        var decision: Bool?
        // Sets are unordered; sorting keeps traces deterministic.
        for press in presses.sorted(by: { ($0.button.device, $0.button.code) < ($1.button.device, $1.button.code) }) {
            if let passes = deliver(HandlerEvent(self.event, press, event)) { decision = passes || decision == true }
        }
        return decision ?? passes
    }

    /// Makes all bound calls for a shake or a remote-control command; returns whether this event continues up the
    /// responder chain.
    func take(_ event: Event?) -> Bool {
        var handlerEvent = HandlerEvent(self.event, at: event?.time ?? now)
        handlerEvent.code = Int32(event?.subtype.rawValue ?? 0)
        return deliver(handlerEvent) ?? passes
    }
}

/// The bound calls of one owner, such as a view or a gesture; at most one entry per event.
struct BoundCallTable {
    private var boundCalls: ContiguousArray<BoundCalls?> = []

    init(_ boundCalls: [BoundCalls]) {
        guard !boundCalls.isEmpty else { return }
        self.boundCalls = ContiguousArray(repeating: nil, count: EventName.allCases.count)
        for eventCalls in boundCalls { self.boundCalls[eventCalls.event.index] = eventCalls }
    }

    subscript(_ event: EventName) -> BoundCalls? { boundCalls.isEmpty ? nil : boundCalls[event.index] }
}
