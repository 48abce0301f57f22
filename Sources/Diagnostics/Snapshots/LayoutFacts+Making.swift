public import Bridge
internal import Contacts
internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import Schema
internal import TouchTrace

extension Pipeline {
    /// Copy of the layout's current state, which `explain` and the inspector use to explain touches. Must be read
    /// between events.
    public var facts: LayoutFacts {
        var facts = LayoutFacts()
        facts.isDryRun = plugins.isDry
        if plugins.isDry {
            for plugin in plan.plugins { facts.callRates[plugin.name] = plugin.value.traits.rate }
            facts.unmetRequirement = { [plan = plan] binding in
                plan.machineWarnings(for: binding).first.map {
                    LayoutFacts.UnmetRequirement(code: $0.code.rawValue, words: $0.message)
                }
            }
        }
        facts.screens = plan.screens.map { LayoutFacts.Screen($0) }
        for panel in panels {
            guard let screen = panel.screen else { continue }
            let (x, y) = (panel.device.axes[.contactX], panel.device.axes[.contactY])
            facts.devices[panel.number] = LayoutFacts.Device(
                number: panel.number,
                name: panel.device.name,
                screen: screen,
                x: (x ?? panel.device.axes[.x])?.values,
                y: (y ?? panel.device.axes[.y])?.values
            )
        }
        for call in plan.calls.treeCalls where call.showsViews {
            for target in call.targets where target.value.isConstant {
                facts.showingCalls[target.value.source] = "\(TreeHandler.plugin).\(call.handler.rawValue)"
            }
        }
        // Visits superviews before their subviews, and views from back to front.
        var waiting = application.windows.reversed() as [View]
        while let view = waiting.popLast(), facts.owners.count < LayoutFacts.limit {
            add(view, to: &facts)
            waiting += view.subviews.reversed()
        }
        for sequence in tree.sequenceFacts {
            let steps = sequence.steps.map { names.id(of: $0) }
            facts.sequences.append(
                LayoutFacts.Sequence(name: sequence.name, steps: steps, limits: sequence.limits, bound: sequence.bound)
            )
        }
        return facts
    }

    private func add(_ view: View, to facts: inout LayoutFacts) {
        let gestures = view.gestureRecognizers ?? []
        let owner = LayoutFacts.ViewFacts(
            superview: names.id(of: view.superview),
            isWindow: view is Window,
            order: facts.owners.count,
            bounds: view.bounds,
            toScreens: transformToScreens { toScreens($0, of: view) },
            isHidden: view.isHidden,
            alpha: view.alpha,
            isUserInteractionEnabled: view.isUserInteractionEnabled,
            isMultipleTouchEnabled: view.isMultipleTouchEnabled,
            isExclusiveTouch: view.isExclusiveTouch,
            isEnabled: (view as? Control)?.isEnabled,
            trackingMargin: (view as? Control)?.trackingMargin,
            gestures: gestures.map { names.id(of: $0) },
            slider: (view as? Slider).map { LayoutFacts.SliderFacts($0) }
        )
        add(view, owner, to: &facts)
        for gesture in gestures { add(gesture, to: &facts) }
        // Adds view controllers and the application, which are reachable only through the responder chain.
        var next = view.next
        while let responder = next, !(responder is View), facts.owners[names.id(of: responder)] == nil {
            add(responder, nil, to: &facts)
            if let navigation = responder as? NavigationController { addCovered(by: navigation, to: &facts) }
            next = responder.next
        }
    }

    /// Derives an affine transform from a function that maps points.
    private func transformToScreens(_ map: (Point) -> Point) -> AffineTransform {
        let (zero, one, other) = (map(.zero), map(Point(x: 1, y: 0)), map(Point(x: 0, y: 1)))
        return AffineTransform(
            a: one.x - zero.x,
            b: one.y - zero.y,
            c: other.x - zero.x,
            d: other.y - zero.y,
            tx: zero.x,
            ty: zero.y
        )
    }

    /// Adds the views and gestures with handlers on the covered pages (below the top page) of a navigation stack.
    private func addCovered(by navigation: NavigationController, to facts: inout LayoutFacts) {
        guard let top = navigation.topViewController, let shown = top.viewIfLoaded else { return }
        for page in navigation.viewControllers where page !== top {
            guard let root = page.viewIfLoaded else { continue }
            var waiting = [root]
            while let view = waiting.popLast(), facts.coveredViews.count < LayoutFacts.coveredLimit {
                waiting += view.subviews.reversed()
                let handlers = EventName.allCases.compactMap { view.handlers?[$0] }.map { LayoutFacts.Bound($0) }
                let bound = handlers + (tree.bound[ObjectIdentifier(view)] ?? [])
                let gestures = (view.gestureRecognizers ?? []).map { gesture in
                    (Optional(gesture.layoutName), tree.bound[ObjectIdentifier(gesture)] ?? [])
                }
                for (gesture, bound) in [(nil, bound)] + gestures where !bound.isEmpty {
                    facts.coveredViews.append(
                        LayoutFacts.CoveredView(
                            name: view.layoutName,
                            gesture: gesture,
                            page: page.layoutName,
                            top: top.layoutName,
                            controller: navigation.layoutName,
                            bounds: view.bounds,
                            toScreens: transformToScreens { toScreens(view.convert($0, to: root), of: shown) },
                            bound: bound
                        )
                    )
                }
            }
        }
    }

    private func toScreens(_ point: Point, of view: View) -> Point {
        let local = view.convert(point, to: nil)
        guard let window = view.window else { return local }
        return Point(
            x: local.x + window.frame.minX - window.bounds.minX,
            y: local.y + window.frame.minY - window.bounds.minY
        )
    }

    private func add(_ responder: Responder, _ view: LayoutFacts.ViewFacts?, to facts: inout LayoutFacts) {
        let id = names.id(of: responder)
        let reactions = EventName.allCases.compactMap { responder.handlers?[$0] }
        let own = reactions.map { LayoutFacts.Bound($0) } + (tree.bound[ObjectIdentifier(responder)] ?? [])
        facts.owners[id] = LayoutFacts.Owner(
            id: id,
            name: responder.layoutName,
            type: (responder as? View)?.layoutClass ?? "\(type(of: responder))",
            next: names.id(of: responder.next),
            bound: own,
            actions: responder.handlers?.actionNames ?? [],
            view: view
        )
    }

    private func add(_ gesture: GestureRecognizer, to facts: inout LayoutFacts) {
        let id = names.id(of: gesture)
        facts.gestures[id] = LayoutFacts.Gesture(
            id: id,
            name: gesture.layoutName,
            kind: .of(gesture),
            view: names.id(of: gesture.view),
            isEnabled: gesture.isEnabled,
            isFollower: tree.isFollower(gesture),
            cancelsTouchesInView: gesture.cancelsTouchesInView,
            delaysTouchesBegan: gesture.delaysTouchesBegan,
            hold: gesture.hold,
            explanation: gesture.explanation,
            touchLimit: gesture.touchLimit,
            requiredFailures: gesture.requiredFailures.map { names.id(of: $0) },
            partners: tree.partners(of: gesture)?.map { names.id(of: $0) }.sorted(),
            bound: tree.bound[ObjectIdentifier(gesture)] ?? []
        )
    }
}

extension LayoutFacts.Screen {
    fileprivate init(_ plan: ScreenPlan) {
        let input = plan.layout.input
        self.init(
            name: plan.name,
            frame: plan.frame,
            deadZones: plan.layout.deadZones.map { $0.value.offsetBy(dx: plan.frame.minX, dy: plan.frame.minY) },
            rotation: input.mapping.rotation.rawValue,
            isFlipped: input.mapping.flipsX || input.mapping.flipsY || input.mapping.swapsAxes,
            input: input.match.words,
            minimumPressure: input.filters.minimumPressure,
            staleContactTimeout: input.filters.staleContactTimeout,
            debounce: input.filters.debounce,
            ghosts: input.filters.ghosts,
            holdDuration: plan.layout.accommodations?.holdDuration ?? 0,
            ignoreRepeat: plan.layout.accommodations?.ignoreRepeat ?? 0,
            accommodates: plan.layout.accommodations?.isEnabled ?? false,
            minimumMovement: plan.layout.accommodations?.minimumMovement ?? 0,
            movesTaps: plan.layout.accommodations?.tapAssistance == .final,
            wakeLimit: plan.layout.dark?.limit.microseconds ?? 0
        )
    }
}

extension AxisRange {
    fileprivate var values: ClosedRange<Int32>? { minimum <= maximum ? minimum...maximum : nil }
}

extension LayoutFacts.SliderFacts {
    init(_ slider: Slider) {
        let track = slider.trackRect(forBounds: slider.bounds)
        func thumb(_ value: Double) -> Rect {
            slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: value)
        }
        self.init(
            value: slider.value,
            range: slider.minimumValue...slider.maximumValue,
            tapsSetValue: slider.tapsSetValue,
            step: slider.step,
            hasTicks: !slider.ticks.isEmpty,
            lowest: thumb(slider.minimumValue),
            highest: thumb(slider.maximumValue)
        )
    }
}
