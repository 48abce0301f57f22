internal import Geometry
package import HandlerEvents
package import InputHub
internal import LayoutFile
package import LayoutPlans
internal import PluginAPI
public import ResponderKit
internal import Schema

/// The objects of a layout: windows, views, controllers and gestures, searchable by id.
public final class LayoutTree {
    public let application: Application
    /// The windows: first the main window of each screen, then the other windows in the order of the layout.
    public private(set) var windows: [Window] = []

    let root: LayoutApplication
    let screens: [ScreenPlan]
    let rules = GestureRules()
    let timers: TimerList
    let calls: CallArguments
    package var views: [String: View] = [:] { didSet { knownViews = nil } }
    var controllers: [String: ViewController] = [:] { didSet { knownControllers = nil } }
    var gestures: [String: GestureRecognizer] = [:] { didSet { knownGestures = nil } }
    /// Snapshot of the ids of views for error replies; nil after a change.
    private var knownViews: [String]?
    /// Snapshot of the ids of controllers for error replies; nil after a change.
    private var knownControllers: [String]?
    /// Snapshot of the ids of gestures for error replies; nil after a change.
    private var knownGestures: [String]?
    /// All controllers of the tree; retained here, because a view does not retain its controller.
    var retainedControllers: [ObjectIdentifier: ViewController] = [:]
    /// The pushing or presenting controller of each page. Pages are controllers for a later push or presentation.
    var pageOwners: [ObjectIdentifier: ViewController] = [:]
    /// Frames relative to the superview's size, by view.
    var relativeFrames: [ObjectIdentifier: FrameLayout] = [:]
    /// Objects that move views with fingers, by view.
    var followers: [ObjectIdentifier: ViewFollower] = [:]
    /// Lengths in millimetres.
    var panelLengths = PanelLengths()
    /// Objects that repeat the events of buttons with `autorepeat`, by button.
    var repeaters: [ObjectIdentifier: ButtonRepeater] = [:]
    var sequences: [GestureSequence] = []
    /// The layout's timers, in the order of the layout.
    var layoutTimers: [LayoutTimer] = []
    /// Gesture sequences by view.
    package var sequencesByView: [ObjectIdentifier: [GestureSequence]] = [:]
    /// Bindings of controls and gestures, copied for `explain` and the inspector.
    package var bound: [ObjectIdentifier: [BoundEvent]] = [:]
    /// Names, steps, time limits and bindings of the gesture sequences, copied for `explain` and the inspector.
    package var sequenceFacts: [(name: String, steps: [GestureRecognizer], limits: [Int64], bound: [BoundEvent])] = []
    package var screenCalls: [[EventName: BoundCalls]] = []
    /// Calls that turn a screen off or on, by screen index.
    package var screenPowerCalls: [[EventName: BoundCalls]] = []
    /// References by id, resolved after the creation of all objects.
    var pending = PendingNames()
    /// Views added by plugins.
    var added = AddedViews()
    /// Property values set by commands on views of the layout.
    var commandValues: [ObjectIdentifier: CommandValues] = [:]
    /// Whether the touch accommodations of each screen are on; false for a screen without accommodations.
    package internal(set) var accommodates: [Bool] = []
    /// Called with the index of a screen after a command has switched its accommodations.
    package var accommodationsDidChange: (Int) -> Void = { _ in }
    /// Values of `enabled` set by commands on gestures, by id.
    var enabledGestures: [String: Bool] = [:]
    /// State from the former tree; empty once applied.
    var retained: RetainedState
    let maker: CallBinder
    let activity: ActivityMonitor
    private var watch: GestureWatch?
    /// Whether `send`, not a finger, causes the next event of a control.
    private var isSendingEvent = false

    /// Creates all objects of a plan, and shows the windows.
    package init(
        _ plan: LayoutPlan,
        in application: LayoutApplication,
        _ maker: CallBinder,
        _ activity: ActivityMonitor,
        timers: TimerList,
        after retained: RetainedState = RetainedState()
    ) {
        (self.application, root, self.timers) = (application, application, timers)
        self.retained = retained
        (screens, calls) = (plan.screens, plan.calls)
        (self.maker, self.activity) = (maker, activity)
        pending.firstResponders = plan.layout.firstResponderNames.union(plan.calls.firstResponders)
        maker.context.treeCommands?.tree = self
        accommodates = screens.map(retained.accommodates)
        build(plan.layout)
        for target in maker.targets.all {
            maker.targets.set(views[target.id], for: target.id)
            maker.targets.set(controllers[target.id], for: target.id)
            maker.targets.set(gestures[target.id], for: target.id)
        }
    }

    /// Sets the view with an id, for commands; nil after its removal.
    func setView(_ view: View?, for id: String) {
        views[id] = view
        maker.targets.set(view, for: id)
    }

    /// Sets the controller with an id, for commands; nil after its removal.
    func setController(_ controller: ViewController?, for id: String) {
        controllers[id] = controller
        maker.targets.set(controller, for: id)
    }

    /// Sets the gesture with an id, for commands; nil after the removal of its view.
    func setGesture(_ gesture: GestureRecognizer?, for id: String) {
        gestures[id] = gesture
        maker.targets.set(gesture, for: id)
    }

    /// Returns the view or window with an id; nil if there is none.
    public func view(_ id: String) -> View? { views[id] }
    /// Returns the controller with an id; nil if there is none.
    public func controller(_ id: String) -> ViewController? { controllers[id] }
    /// Returns the gesture with an id; nil if there is none.
    public func gesture(_ id: String) -> GestureRecognizer? { gestures[id] }

    /// The ids of views and windows, unordered, for another thread. Cached until the next change.
    func viewSnapshot() -> [String] {
        let names = knownViews ?? Array(views.keys)
        knownViews = names
        return names
    }

    func controllerSnapshot() -> [String] {
        let names = knownControllers ?? Array(controllers.keys)
        knownControllers = names
        return names
    }

    func gestureSnapshot() -> [String] {
        let names = knownGestures ?? Array(gestures.keys)
        knownGestures = names
        return names
    }

    /// Sends an event from a control, for a command or for `autorepeat`.
    func send(_ event: Control.Event, from control: Control) {
        isSendingEvent = true
        control.sendActions(for: event)
        isSendingEvent = false
    }

    /// Returns whether `send` caused the current control event. True only for the first event after `send`, because
    /// handlers may cause further events. For example, a handler may remove a pressed control, which then sends
    /// `touchCancel`.
    package func takeSentEvent() -> Bool {
        defer { isSendingEvent = false }
        return isSendingEvent
    }

    // MARK: Building

    private func build(_ layout: Layout) {
        let first = screens[0]
        let screen = screens.count == 1 ? first : nil
        handlers("application", on: layout.on, actions: layout.actions, screen)?.install(in: root)
        for (index, screen) in screens.enumerated() {
            screenPowerCalls.append(powerCalls(of: screen))
            screenCalls.append(boundCalls(of: screen))
            makeMainWindow(screen, screen.layout.root ?? (index == 0 ? layout.root : nil))
        }
        for (index, screen) in screens.enumerated() {
            let others = index == 0 ? layout.windows : []
            for window in others + screen.layout.windows { make(window, on: screen) }
        }
        makeTimers(layout.timers, screen)
        windows[0].makeKey()
        settle()
        if let id = layout.firstResponder?.value { _ = responder(id)?.becomeFirstResponder() }
        restoreRetainedState()
    }

    /// Returns the bound calls for events of a screen and of its devices.
    private func boundCalls(of screen: ScreenPlan) -> [EventName: BoundCalls] {
        boundCalls(of: screen, [(.idle, screen.layout.idle?.calls)], screen.layout.on)
    }

    private func powerCalls(of screen: ScreenPlan) -> [EventName: BoundCalls] {
        boundCalls(of: screen, [(.dark, screen.layout.dark?.calls), (.wake, screen.layout.dark?.wake)], [])
    }

    private func boundCalls(
        of screen: ScreenPlan,
        _ own: [(EventName, [HandlerCall]?)],
        _ others: [EventBinding]
    ) -> [EventName: BoundCalls] {
        let bindings = own.compactMap { event, calls -> EventBinding? in
            guard let calls, let first = calls.first else { return nil }
            return EventBinding(events: [event], calls: calls, mark: first.mark)
        }
        let all = maker.boundCalls(for: bindings + others, of: CallBinder.Owner(screen.name, screen), calls)
        return Dictionary(uniqueKeysWithValues: all.map { ($0.event, $0) })
    }

    private func makeMainWindow(_ screen: ScreenPlan, _ root: ViewLayout?) {
        let window = Window(frame: screen.frame, application: application)
        window.identifier = screens.count == 1 ? "window" : "\(screen.name) window"
        windows.append(window)
        fill(window, with: root, screen)
        window.isHidden = false
    }

    private func make(_ layout: WindowLayout, on screen: ScreenPlan) {
        var frame = layout.frame?.resolved(in: screen.frame.size) ?? Rect(origin: .zero, size: screen.frame.size)
        frame = frame.offsetBy(dx: screen.frame.minX, dy: screen.frame.minY)
        let name = layout.id?.value
        let window = Window(frame: frame, application: application)
        // If several windows share an id, commands address the first window.
        let values = name.flatMap { views[$0] == nil ? retained.values[$0] : nil }
        handlers(
            name ?? "Window",
            on: layout.on,
            actions: layout.actions,
            canBecomeFirstResponder: values?.canBecomeFirstResponder ?? false,
            screen
        )?.install(in: window)
        window.identifier = name
        window.windowLevel = Window.Level(rawValue: layout.level)
        windows.append(window)
        var isHidden = layout.isHidden
        if let name, views[name] == nil {
            setView(window, for: name)
            if let values {
                let bounds = Rect(origin: .zero, size: screens[0].frame.size)
                apply(values, to: window, in: bounds, retainingIn: commandValues(of: window))
                isHidden = values.isHidden ?? isHidden
            }
        }
        fill(window, with: layout.root, screen)
        window.isHidden = isHidden
        if layout.isKey { pending.keyWindow = window }
        if let first = layout.firstResponder { pending.windowResponders.append(first.value) }
    }

    private func fill(_ window: Window, with layout: ViewLayout?, _ screen: ScreenPlan) {
        guard let layout = layout.map(withRetainedValues) else { return }
        let view = makeView(layout, in: window.bounds, on: screen, under: nil)
        guard let controller = retainedControllers.values.first(where: { $0.viewIfLoaded === view }) else {
            return window.addSubview(view)
        }
        window.rootViewController = controller
        // A root controller's view fills its window by default; `frame` in the layout overrides this default.
        guard layout.frame != nil else { return }
        layout.applyGeometry(to: view, in: window.bounds, isNew: false)
    }

    // MARK: Handlers

    /// Creates the handlers of a responder; nil for a responder without handlers.
    func handlers(
        _ name: String,
        on bindings: [EventBinding],
        actions: [Named<[HandlerCall]>],
        canBecomeFirstResponder: Bool = false,
        _ screen: ScreenPlan?
    ) -> BoundHandlers? {
        let delivered = bindings.filter { binding in binding.events.contains { $0.family.isDeliveredToResponders } }
        guard !delivered.isEmpty || !actions.isEmpty || canBecomeFirstResponder else { return nil }
        let owner = CallBinder.Owner(name, screen)
        return BoundHandlers(
            name,
            maker.boundCalls(for: delivered, of: owner, calls),
            actions: maker.boundCalls(for: actions, of: owner, calls),
            canBecomeFirstResponder: canBecomeFirstResponder
        )
    }

    /// Observes states that recognizers do not report to their targets, such as `failed`.
    func watch(_ gesture: GestureRecognizer, for handlers: GestureHandlers) {
        let watch = self.watch ?? GestureWatch()
        if self.watch == nil { application.addObserver(watch) }
        self.watch = watch
        watch.handlers[ObjectIdentifier(gesture)] = handlers
    }

    func stopWatching(_ gesture: GestureRecognizer) { watch?.handlers[ObjectIdentifier(gesture)] = nil }

    /// Returns the controller or view with an id, as a candidate for first responder; nil if there is none.
    func responder(_ id: String) -> Responder? { controllers[id] ?? views[id] }

    // MARK: Teardown

    /// Cancels touches and presses, and removes the tree from its application.
    package func tearDown() {
        if let watch { application.removeObserver(watch) }
        for timer in layoutTimers { timers.set(timer, to: nil) }
        for sequence in sequences { sequence.forget() }
        for repeater in repeaters.values { repeater.stop() }
        for window in windows {
            window.rootViewController = nil
            window.application = nil
        }
        root.interceptor = nil
    }
}

extension EventName.Family {
    /// Whether the handlers in a responder receive events of this family.
    fileprivate var isDeliveredToResponders: Bool {
        switch self {
        case .touches, .presses, .motion, .remoteControl, .device: true
        case .gesture, .control, .action, .screen, .ghost, .panel, .timer: false
        }
    }
}

extension Layout {
    /// Ids of first responders in the layout. The objects with these ids must be able to become first responder.
    fileprivate var firstResponderNames: Set<String> {
        let windows = windows + screens.flatMap(\.windows)
        return Set((windows.map(\.firstResponder) + [firstResponder]).compactMap { $0?.value })
    }
}
