/// An object that receives events. By default, it passes every event to the next responder.
open class Responder: ActionTarget {
    /// Identifier of the responder-chain traversal that is calling this responder; 0 outside a traversal (R21).
    @exclusivity(unchecked) private var dispatchID: UInt64 = 0
    /// Receives events and actions before this responder's own methods; nil if there is none.
    @exclusivity(unchecked) public var interceptor: Interceptor?
    /// Identifier assigned by a package-internal observer; 0 if there is none.
    @exclusivity(unchecked) package final var internedID: Int32 = 0

    /// Creates a responder outside any responder chain.
    public init() {}

    /// The next responder in the chain; nil at the end of the chain (R1).
    open var next: Responder? { nil }

    // MARK: Touches

    /// Called when touches begin; the default passes the touches to `next` (R11).
    open func touchesBegan(_ touches: TouchSet, with event: Event?) {
        pass(.touchesBegan, touches, [], .none, event)
    }

    /// Called when touches move; the default passes the touches to `next`.
    open func touchesMoved(_ touches: TouchSet, with event: Event?) {
        pass(.touchesMoved, touches, [], .none, event)
    }

    /// Called when touches end; the default passes the touches to `next`.
    open func touchesEnded(_ touches: TouchSet, with event: Event?) {
        pass(.touchesEnded, touches, [], .none, event)
    }

    /// Called when touches are cancelled; the default passes the touches to `next`.
    open func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        pass(.touchesCancelled, touches, [], .none, event)
    }

    // MARK: Presses

    /// Called when presses begin; the default passes the presses to `next` (P4).
    open func pressesBegan(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesBegan, [], presses, .none, event)
    }

    /// Called when the analog value of presses changes; the default passes the presses to `next` (P6).
    open func pressesChanged(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesChanged, [], presses, .none, event)
    }

    /// Called when presses end; the default passes the presses to `next`.
    open func pressesEnded(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesEnded, [], presses, .none, event)
    }

    /// Called when presses are cancelled; the default passes the presses to `next`.
    open func pressesCancelled(_ presses: Set<Press>, with event: PressesEvent?) {
        pass(.pressesCancelled, [], presses, .none, event)
    }

    // MARK: Motion and remote control

    /// Called when a shake begins; the default passes the event to `next` (M4).
    open func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
        pass(.motionBegan, [], [], motion, event)
    }

    /// Called when a shake ends; the default passes the event to `next`.
    open func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
        pass(.motionEnded, [], [], motion, event)
    }

    /// Called when a shake is interrupted or exceeds its maximum duration; the default passes the event to `next` (M3).
    open func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
        pass(.motionCancelled, [], [], motion, event)
    }

    /// Called for a command from a headset button or media key; the default passes the event to `next` (RC4).
    open func remoteControlReceived(with event: Event?) {
        pass(.remoteControlReceived, [], [], .none, event)
    }

    // MARK: First responder and actions

    /// Whether this responder can become first responder; false unless overridden (F3).
    open var canBecomeFirstResponder: Bool { interceptor?.canBecomeFirstResponder ?? false }

    /// Whether this responder can resign as first responder; true unless overridden (F3).
    open var canResignFirstResponder: Bool { true }

    /// Whether this responder is the first responder of its window (F9).
    open var isFirstResponder: Bool { chainWindow?.firstResponder === self }

    /// Makes this responder the first responder of its window. Returns false without a window, or if this responder or
    /// the current first responder refuses (F4).
    @discardableResult
    open func becomeFirstResponder() -> Bool {
        guard let window = chainWindow else { return false }
        if window.firstResponder === self { return true }
        guard canBecomeFirstResponder else { return false }
        if let current = window.firstResponder {
            guard current.resignFirstResponder() else { return false }
            // Another responder may have become first responder during the resignation; its newer request takes
            // precedence.
            guard window.firstResponder == nil || window.firstResponder === current else { return false }
        }
        // A callback may have removed this responder from the window.
        guard chainWindow === window else { return false }
        window.firstResponder = self
        return true
    }

    /// Resigns as first responder. Returns false if this responder refuses (F7).
    @discardableResult
    open func resignFirstResponder() -> Bool {
        guard canResignFirstResponder else { return false }
        if let window = chainWindow, window.firstResponder === self { window.firstResponder = nil }
        return true
    }

    /// Performs an action, or returns false if the action is not supported. The default returns false. See
    /// ``Selector``.
    open func respond(to action: Selector, _ call: ActionCall) -> Bool { false }

    /// Whether this responder supports the action. The default queries the interceptor, then `respond(to:_:)` (A6).
    open func canPerformAction(_ action: Selector, withSender sender: AnyObject?) -> Bool {
        answer(action, ActionCall(asking: sender))
    }

    /// Returns this responder or the next one in the chain that supports the action; nil if there is none (A7).
    open func target(forAction action: Selector, withSender sender: AnyObject?) -> Responder? {
        firstInChain { $0.canPerformAction(action, withSender: sender) }
    }
}

extension Responder {
    /// Event methods. The raw values are the names in traces.
    public enum Method: String, Sendable, CaseIterable {
        case touchesBegan, touchesMoved, touchesEnded, touchesCancelled
        case pressesBegan, pressesChanged, pressesEnded, pressesCancelled
        case motionBegan, motionEnded, motionCancelled
        case remoteControlReceived
    }

    /// Passes an event to the next responder. Stops at a cycle of the responder chain (R21).
    private func pass(
        _ method: Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ motion: Event.EventSubtype,
        _ event: Event?
    ) {
        guard let next else { return }
        // Marks this responder as part of the traversal even after a direct call of its event method.
        let former = dispatchID
        dispatchID = Self.dispatchID(of: method, event)
        next.receive(method, touches, presses, motion, event)
        dispatchID = former
    }

    /// Returns the identifier of a traversal: its number combined with the method.
    ///
    /// The method is included because a handler may call another event method during the traversal. Such a call is not
    /// a cycle.
    private static func dispatchID(of method: Method, _ event: Event?) -> UInt64 {
        (event?.dispatchID ?? Event.outsideDispatch) << 8 | UInt64(unsafeBitCast(method, to: UInt8.self))
    }

    /// Calls an event method of this responder, unless the interceptor stops the event. Has no effect if this responder
    /// is already part of the same traversal (R21).
    func receive(
        _ method: Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ motion: Event.EventSubtype,
        _ event: Event?
    ) {
        let current = Self.dispatchID(of: method, event)
        guard dispatchID != current else { return }
        let former = dispatchID
        dispatchID = current
        event.unretained?._withUnsafeGuaranteedRef { event in
            event.observers.unretained?._withUnsafeGuaranteedRef {
                $0.responder(self, called: method, touches: touches, event: event)
            }
        }
        if interceptor?.passes(method, touches, presses, event) ?? true {
            call(method, touches, presses, motion, event)
        }
        dispatchID = former
    }

    private func call(
        _ method: Method,
        _ touches: TouchSet,
        _ presses: Set<Press>,
        _ motion: Event.EventSubtype,
        _ event: Event?
    ) {
        switch method {
        case .touchesBegan: touchesBegan(touches, with: event)
        case .touchesMoved: touchesMoved(touches, with: event)
        case .touchesEnded: touchesEnded(touches, with: event)
        case .touchesCancelled: touchesCancelled(touches, with: event)
        case .pressesBegan, .pressesChanged, .pressesEnded, .pressesCancelled:
            call(method, presses, event as? PressesEvent)
        case .motionBegan: motionBegan(motion, with: event)
        case .motionEnded: motionEnded(motion, with: event)
        case .motionCancelled: motionCancelled(motion, with: event)
        case .remoteControlReceived: remoteControlReceived(with: event)
        }
    }

    // A separate function: its variables would otherwise use stack at each level of the responder chain.
    private func call(_ method: Method, _ presses: Set<Press>, _ event: PressesEvent?) {
        switch method {
        case .pressesBegan: pressesBegan(presses, with: event)
        case .pressesChanged: pressesChanged(presses, with: event)
        case .pressesEnded: pressesEnded(presses, with: event)
        case .pressesCancelled: pressesCancelled(presses, with: event)
        default: break
        }
    }

    /// Returns this responder or the next one in the chain that satisfies the condition; nil if there is none.
    ///
    /// A cycle in the chain ends the search (R21).
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

    /// The view that determines this responder's window: the first view in the chain, starting here. If a controller
    /// comes earlier, the controller's view.
    var holder: View? {
        switch firstInChain(where: { $0 is View || $0 is ViewController }) {
        case let view as View: view
        case let controller as ViewController: controller.viewIfLoaded
        default: nil
        }
    }

    /// The window of `holder`; nil without a holder or outside any window.
    var chainWindow: Window? { holder?.window }

    /// Whether `holder` is in the subtree of a view.
    func isInside(_ view: View) -> Bool { holder?.isDescendant(of: view) ?? false }
}

/// Compares responders by identity.
extension Responder: Hashable {
    public static func == (left: Responder, right: Responder) -> Bool { left === right }
    public final func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
