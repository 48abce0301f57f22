/// An object that can be told of events: by default it passes every event on to the next responder.
open class Responder: ActionTarget {
    /// The chain walk that is passing through here, by its number and its method (R21).
    @exclusivity(unchecked) private var walk: UInt64 = 0
    /// Who hears events and actions before this responder's own methods do; nil for nobody.
    @exclusivity(unchecked) public var interceptor: Interceptor?
    /// What an observer of this package's knows it by, 0 for nothing.
    @exclusivity(unchecked) package final var internedID: Int32 = 0

    /// A responder that stands in no chain.
    public init() {}

    /// Who is told what this responder passes on; nil at the end of the chain (R1).
    open var next: Responder? { nil }

    // MARK: Touches

    /// Fingers went down; the default passes the touches on to `next` (R11).
    open func touchesBegan(_ touches: TouchSet, with event: Event?) {
        pass(.touchesBegan, touches, [], event) { $0.touchesBegan(touches, with: event) }
    }

    /// Fingers moved; the default passes the touches on to `next`.
    open func touchesMoved(_ touches: TouchSet, with event: Event?) {
        pass(.touchesMoved, touches, [], event) { $0.touchesMoved(touches, with: event) }
    }

    /// Fingers went up; the default passes the touches on to `next`.
    open func touchesEnded(_ touches: TouchSet, with event: Event?) {
        pass(.touchesEnded, touches, [], event) { $0.touchesEnded(touches, with: event) }
    }

    /// Touches were taken back; the default passes them on to `next`.
    open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        pass(.touchesCancelled, touches, [], event) { $0.touchesCancelled(touches, with: event) }
    }

    // MARK: Presses

    /// Buttons went down; the default passes the presses on to `next` (P4).
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesBegan, [], presses, event) { $0.pressesBegan(presses, with: event) }
    }

    /// Analog values of buttons changed; the default passes the presses on to `next` (P6).
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesChanged, [], presses, event) { $0.pressesChanged(presses, with: event) }
    }

    /// Buttons went up; the default passes the presses on to `next`.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesEnded, [], presses, event) { $0.pressesEnded(presses, with: event) }
    }

    /// Presses were taken back; the default passes them on to `next`.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesCancelled, [], presses, event) { $0.pressesCancelled(presses, with: event) }
    }

    // MARK: Motion and remote control

    /// A shake began; the default passes it on to `next` (M4).
    open func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
        pass(.motionBegan, [], [], event) { $0.motionBegan(motion, with: event) }
    }

    /// A shake ended; the default passes it on to `next`.
    open func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
        pass(.motionEnded, [], [], event) { $0.motionEnded(motion, with: event) }
    }

    /// A shake was interrupted or went on too long; the default passes it on to `next` (M3).
    open func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
        pass(.motionCancelled, [], [], event) { $0.motionCancelled(motion, with: event) }
    }

    /// A headset button or media key was used; the default passes it on to `next` (RC4).
    open func remoteControlReceived(with event: Event?) {
        pass(.remoteControlReceived, [], [], event) { $0.remoteControlReceived(with: event) }
    }

    // MARK: First responder and actions

    /// Whether this responder agrees to become first responder; false unless overridden (F3).
    open var canBecomeFirstResponder: Bool { interceptor?.canBecomeFirstResponder ?? false }

    /// Whether this responder agrees to stop being first responder; true unless overridden (F3).
    open var canResignFirstResponder: Bool { true }

    /// Whether this is the first responder of its window (F9).
    open var isFirstResponder: Bool { chainWindow?.firstResponder === self }

    /// Makes this the first responder of its window; false, and nothing changes, when somebody objects (F4).
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = chainWindow else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let current = window.firstResponder {
            guard current.resignFirstResponder() else { return false }
            // Whoever became first while this one was leaving was asked for later.
            guard window.firstResponder == nil || window.firstResponder === current else { return false }
        }
        // Those who were asked may have taken this responder away.
        guard chainWindow === window else { return false }
        window.firstResponder = self
        return true
    }

    /// Stops being first responder; false, and nothing changes, when this responder objects (F7).
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if let window = chainWindow, window.firstResponder === self { window.firstResponder = nil }
        return true
    }

    /// Answers to an action: the default answers to none. See ``Action``.
    open func respond(to action: Action, _ call: ActionCall) -> Bool { false }

    /// Whether this responder answers to the action, by default whether its interceptor or `respond(to:_:)` does (A6).
    open func canPerformAction(_ action: Action, withSender sender: AnyObject?) -> Bool {
        answer(action, ActionCall(asking: sender))
    }

    /// The first responder from here up the chain that can perform the action, nil when there is none (A7).
    open func target(forAction action: Action, withSender sender: AnyObject?) -> Responder? {
        firstInChain { $0.canPerformAction(action, withSender: sender) }
    }
}

extension Responder {
    /// The event methods, as observers and traces name them.
    public enum Method: String, Sendable, CaseIterable {
        case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
        case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
        case motionBegan, motionEnded, motionCancelled
        case remoteControlReceived
    }

    /// Hands an event to the next responder, unless this walk is already passing through it (R21).
    private func pass(
        _ method: Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?,
        _ call: (Responder) -> Void
    ) {
        guard let next else { return }
        // Whoever was called directly is part of the walk as well.
        let former = walk
        walk = Self.walk(of: method, event)
        next.receive(method, touches, presses, event, call)
        walk = former
    }

    /// What one call of one method is known by on its way up: a handler may well call another method further down.
    private static func walk(of method: Method, _ event: Event?) -> UInt64 {
        (event?.walk ?? Event.walkOutsideEvents) << 8 | UInt64(unsafeBitCast(method, to: UInt8.self))
    }

    /// Calls one event method of this responder as part of a walk up the chain, if nobody before it keeps the event.
    func receive(
        _ method: Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ event: Event?,
        _ call: (Responder) -> Void
    ) {
        let current = Self.walk(of: method, event)
        guard walk != current else { return }
        let former = walk
        walk = current
        if let event, let observers = event.observers {
            observers.tell { $0.responder(self, called: method, touches: touches, event: event) }
        }
        if interceptor?.passes(method, touches, presses, event) ?? true { call(self) }
        walk = former
    }

    /// The first responder from here up the chain for which the condition holds; a circle is walked once (R21).
    func firstInChain(where condition: (Responder) -> Bool) -> Responder? {
        var responder = self
        var landmark = self
        var (steps, reach) = (0, 1)
        while !condition(responder) {
            guard let next = responder.next, next !== landmark else { return nil }
            responder = next
            steps += 1
            if steps == reach {
                (landmark, steps, reach) = (responder, 0, reach * 2)
            }
        }
        return responder
    }

    /// The view through which this responder stands in a window: its own, or the first one up its chain.
    var holder: View? {
        switch firstInChain(where: { $0 is View || $0 is ViewController }) {
        case let view as View: view
        case let controller as ViewController: controller.viewIfLoaded
        default: nil
        }
    }

    /// The window that this responder stands in, nil when it stands in none.
    var chainWindow: Window? { holder?.window }

    /// Whether the responder stands in its window through a view of the subtree.
    func isInside(_ view: View) -> Bool { holder?.isDescendant(of: view) ?? false }
}
