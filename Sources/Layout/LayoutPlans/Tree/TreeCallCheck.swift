internal import HandlerEvents
internal import LayoutFile
internal import PluginAPI
internal import Schema

/// Checks calls of tree commands such as `tree.show`: ids must exist, and their views must have the properties that the
/// call sets.
struct TreeCallCheck {
    private let reading: Reading
    private let views: [String: Set<String>]
    private let controllers: [String: ControllerRole]
    private let gestures: Set<String>
    private let cannotBecomeFirst: Set<String>
    /// Whether a plugin can add views at run time.
    private let addsViews: Bool
    private let unreadNames: UnreadNames
    private let viewNames: KnownNames
    private let controllerNames: KnownNames
    /// Whether a screen has touch accommodations, by the name of the screen.
    private let screens: [String: Bool]

    init(_ layout: Layout, addsViews: Bool, _ reading: Reading) {
        (self.reading, self.addsViews, unreadNames) = (reading, addsViews, layout.unreadNames)
        (views, controllers, gestures) = (layout.viewKinds, layout.controllerRoles, layout.gestureIds)
        cannotBecomeFirst = layout.refusedFirstResponders
        screens = Dictionary(
            ScreenPlan.all(of: layout).map { ($0.name, $0.layout.accommodations != nil) },
            uniquingKeysWith: { first, _ in first }
        )
        (viewNames, controllerNames) = (KnownNames(sorting: views.keys), KnownNames(sorting: controllers.keys))
    }

    /// Whether an unknown id is an error: plugins add no views, and no element with an error may have the id.
    private func isMissing(_ id: Located<String>) -> Bool { !addsViews && !unreadNames.mayContain(id: id.value) }

    func run(_ calls: [TreeCall]) {
        for call in calls {
            if let mark = call.accommodation?.mark, call.targets.isEmpty, !screens.values.contains(true) {
                let remedy = "add 'accommodations' to a screen, as in 'accommodations: { holdDuration: 300ms }'"
                reading.error("no screen has 'accommodations'; \(remedy)", .missingKey, at: mark)
            }
            for target in call.targets where target.value.isConstant {
                check(Located(target.value.source, at: target.mark), of: call)
            }
        }
    }

    private func check(_ id: Located<String>, of call: TreeCall) {
        switch call.handler.argument {
        case .views, .toggle, .properties:
            if gestures.contains(id.value), call.isPartlyInvalid || checkGesture(id, of: call) { return }
            let mayBeGesture = call.setsOnlyEnabled || call.isPartlyInvalid
            guard let kinds = kinds(of: id, orGesture: mayBeGesture) else { return }
            for name in call.change.names { check(name, of: id, kinds, call) }
            guard [.bringToFront, .sendToBack].contains(call.handler), kinds == ["Window"] else { return }
            let reason = "is a Window, which '\(TreeHandler.plugin).\(call.handler.rawValue)' cannot move"
            reading.error(
                "'\(id.value)' \(reason); set its order with 'level' in 'windows:'",
                .wrongTarget,
                at: id.mark
            )
        case .event:
            guard let kinds = kinds(of: id), kinds.isSubset(of: ["View", "Window"]) else { return }
            reading.error(
                "'\(id.value)' is a \(kinds.min() ?? "View") and sends no control events; write the id of a control",
                .wrongTarget,
                at: id.mark
            )
        case .page, .controller: checkController(id, of: call.handler)
        case .accommodations: checkScreen(id)
        case .responder:
            if cannotBecomeFirst.contains(id.value) {
                let reason = "because it has 'canBecomeFirstResponder: false'; remove this key"
                return reading.error(
                    "'\(id.value)' cannot become first responder, \(reason)",
                    .wrongTarget,
                    at: id.mark
                )
            }
            guard views[id.value] == nil, controllers[id.value] == nil, isMissing(id) else { return }
            let known = KnownNames(sorting: Set(views.keys).union(controllers.keys))
            reading.error(
                "there is no view or controller with the id '\(id.value)'\(known.suggestion(for: id.value))",
                .unknownName,
                at: id.mark
            )
        }
    }

    /// Checks a call that targets a gesture; returns false if the call targets a view with the same id.
    private func checkGesture(_ id: Located<String>, of call: TreeCall) -> Bool {
        if call.setsOnlyEnabled {
            let controls = ViewLayout.classes(with: ViewFlag.enabled.rawValue)?.map(\.rawValue) ?? []
            return views[id.value]?.isDisjoint(with: controls) ?? true
        }
        guard views[id.value] == nil else { return false }
        let remedy = "write the id of a view, or use 'tree.enable' or 'tree.disable'"
        reading.error(
            "'\(id.value)' is a gesture, and a call can set only its 'enabled'; \(remedy)",
            .wrongTarget,
            at: id.mark
        )
        return true
    }

    /// Returns the class names of the views with this id. For a missing view, returns nil, and reports an error unless
    /// the view may exist at run time. `orGesture` is true if the id may also name a gesture.
    private func kinds(of id: Located<String>, orGesture: Bool = false) -> Set<String>? {
        if let kinds = views[id.value] { return kinds }
        guard isMissing(id) else { return nil }
        let isController = controllers[id.value] != nil
        let what = orGesture ? "view or gesture" : "view"
        func hint() -> String {
            if orGesture, !isController {
                return KnownNames(sorting: gestures.union(views.keys)).suggestion(for: id.value)
            }
            return isController
                ? "; '\(id.value)' is a controller, so add an 'id' to its view" : viewNames.suggestion(for: id.value)
        }
        reading.error("there is no \(what) with the id '\(id.value)'\(hint())", .unknownName, at: id.mark)
        return nil
    }

    private func check(_ name: Located<String>, of id: Located<String>, _ kinds: Set<String>, _ call: TreeCall) {
        guard let owners = ViewLayout.classes(with: name.value)?.map(\.rawValue), kinds.isDisjoint(with: owners),
            let kind = kinds.min()
        else { return }
        let mark = [.enable, .disable].contains(call.handler) ? id.mark : name.mark
        let remedy =
            name.value == "enabled"
            ? "; write 'tree.set: { view: \(id.value), userInteractionEnabled: \(call.handler == .enable) }'"
            : "; use a \(Names.alternatives(owners))"
        reading.error("'\(id.value)' is a \(kind) and has no '\(name.value)'\(remedy)", .wrongTarget, at: mark)
    }

    private func checkScreen(_ name: Located<String>) {
        switch screens[name.value] {
        case true: break
        case false:
            reading.error(
                "the screen '\(name.value)' has no 'accommodations'; add them, as in 'accommodations: { holdDuration: 300ms }'",
                .missingKey,
                at: name.mark
            )
        case nil where unreadNames.mayContain(id: name.value): break
        case nil:
            func hint() -> String { KnownNames(sorting: screens.keys).suggestion(for: name.value) }
            reading.error("there is no screen '\(name.value)'\(hint())", .unknownName, at: name.mark)
        }
    }

    private func checkController(_ id: Located<String>, of handler: TreeHandler) {
        guard let role = controllers[id.value] else {
            guard isMissing(id) || views[id.value] != nil else { return }
            func hint() -> String {
                views[id.value] == nil
                    ? controllerNames.suggestion(for: id.value)
                    : "; '\(id.value)' is a view, so add an 'id' to its controller"
            }
            return reading.error("there is no controller with the id '\(id.value)'\(hint())", .unknownName, at: id.mark)
        }
        switch (handler, role.place) {
        case (.push, .stack): break
        case (.push, .free) where role.canBePushed: break
        case (.push, .free):
            reading.error(
                "'\(id.value)' cannot be pushed: no NavigationController lists it in 'pages:'; use 'tree.present'",
                .wrongTarget,
                at: id.mark
            )
        case (.present, .stack), (.dismiss, .stack):
            let reason = "is in the stack of a NavigationController and is never presented"
            reading.error("'\(id.value)' \(reason); use 'tree.push' to show '\(id.value)'", .wrongTarget, at: id.mark)
        case (.push, .fixed), (.present, .fixed), (.dismiss, .fixed):
            reading.error(
                "'\(id.value)' is not a page; add '\(id.value)' to 'pages:' of the controller that shows the page",
                .wrongTarget,
                at: id.mark
            )
        case (.pop, _), (.popToRoot, _):
            guard !role.hasStack else { return }
            let reason = "is neither a NavigationController nor in the stack of a NavigationController"
            reading.error("'\(id.value)' \(reason); write the id of a NavigationController", .wrongTarget, at: id.mark)
        default: break
        }
    }
}

extension TreeCall {
    /// Whether the call sets only `enabled`, a property that gestures also have.
    fileprivate var setsOnlyEnabled: Bool { change.names.map(\.value) == [ViewFlag.enabled.rawValue] }

    /// Records the properties that the call may change. Checks do not rely on the initial values of these properties.
    func add(to changes: inout ViewChanges) {
        guard handler != .accommodate else { return }
        for target in targets {
            let id = target.value.source
            switch handler {
            // An id that contains a placeholder may refer to any view.
            case _ where !target.value.isConstant: changes.areUnlimited = true
            case .bringToFront, .sendToBack: changes.addOrder(of: id)
            default: for name in change.names { changes.add(name.value, of: id) }
            }
        }
    }
}
