internal import Geometry
internal import HandlerEvents
internal import LayoutFile
internal import LayoutPlans
internal import Platform
internal import ResponderKit
internal import Schema
internal import TouchTrace

/// Executes the tree commands of the layout's bindings.
extension LayoutTree {
    /// Reason for a command without effect. `words(_:_:)` formats the message only if it is logged.
    private enum Refusal: Error {
        case noView, noController, noOwner, isNoControl, isNoStack, isWindow, noSuperview, isPresented, isRefused
        case lacks(String)
    }

    /// Executes a command on each of its targets, in response to an event.
    func perform(_ command: TreeCommandCall, _ event: HandlerEvent) {
        if let accommodation = command.call.accommodation {
            return accommodate(accommodation.value, command, event)
        }
        for number in command.targets.indices {
            let index = command.targets[number]
            var target = index >= 0 ? maker.targets.all[index] : self.target(command.id(of: number, event))
            let responder: Responder?
            switch command.handler.argument {
            case .views, .toggle, .properties, .event: responder = target.view
            case .page, .controller: responder = target.controller
            case .responder: responder = target.controller ?? target.view
            case .accommodations: responder = nil
            }
            let gesture = command.gesture(of: target)
            var refusal: Refusal?
            do throws(Refusal) {
                if let gesture {
                    setEnabled(of: gesture, command, event)
                } else {
                    try perform(command, event, &target, at: index)
                }
            } catch {
                refusal = error
            }
            if let recorder = maker.context.recorder {
                let id = gesture.map { recorder.names.id(of: $0) } ?? recorder.names.id(of: responder)
                command.record(by: recorder, for: event.event, on: id, isDone: refusal == nil)
            }
            guard let refusal else { continue }
            let id = command.id(of: number, event).excerpt()
            maker.context.treeCommands?.complain(.warning, command.binding, event, Self.words(refusal, id))
        }
    }

    /// Returns the target with an id, for ids with placeholders: they depend on the event.
    private func target(_ id: String) -> CommandTargets.Target {
        CommandTargets.Target(id: id, view: views[id], controller: controllers[id], gesture: gestures[id])
    }

    private func perform(
        _ command: TreeCommandCall,
        _ event: HandlerEvent,
        _ target: inout CommandTargets.Target,
        at index: Int
    ) throws(Refusal) {
        switch command.handler {
        case .show, .hide, .enable, .disable, .set:
            let change = command.call.change
            try set(change.numbers.isEmpty ? change.values : change.values(for: event), command, &target, at: index)
        case .toggle:
            guard let view = target.view else { throw .noView }
            guard let value = command.call.flag.value(of: view) else { throw .lacks(command.call.flag.rawValue) }
            var values = ViewLayout()
            command.call.flag.set(!value, in: &values)
            try set(values, command, &target, at: index)
        case .bringToFront, .sendToBack:
            guard let view = target.view else { throw .noView }
            guard !(view is Window) else { throw .isWindow }
            guard let superview = view.superview else { throw .noSuperview }
            if command.handler == .bringToFront {
                superview.bringSubviewToFront(view)
            } else {
                superview.sendSubviewToBack(view)
            }
        case .becomeFirstResponder:
            guard let responder = target.controller ?? target.view else { throw .noView }
            guard responder.becomeFirstResponder() else { throw .isRefused }
        case .send:
            guard let view = target.view else { throw .noView }
            guard let control = view as? Control else { throw .isNoControl }
            guard let event = command.call.event.flatMap({ Control.Event($0) }) else { return }
            send(event, from: control)
        case .push, .pop, .popToRoot, .present, .dismiss:
            guard let controller = target.controller else { throw .noController }
            try move(controller, command.handler)
        case .accommodate: break
        }
    }

    // MARK: Properties

    private func setEnabled(of gesture: GestureRecognizer, _ command: TreeCommandCall, _ event: HandlerEvent) {
        if command.handler == .toggle { return setEnabled(!gesture.isEnabled, of: gesture) }
        let change = command.call.change
        let values = change.numbers.isEmpty ? change.values : change.values(for: event)
        if let isEnabled = values.isEnabled { setEnabled(isEnabled, of: gesture) }
    }

    private func set(
        _ layout: ViewLayout,
        _ command: TreeCommandCall,
        _ target: inout CommandTargets.Target,
        at index: Int
    ) throws(Refusal) {
        guard let view = target.view else { throw .noView }
        if !command.lacking.isEmpty {
            let kind = ViewLayout.Class(view)
            if let lacked = command.lacking.first(where: { $0.kind == kind }) { throw .lacks(lacked.key) }
        }
        // Does not store values for views of plugins: a reload moves these objects to the new tree.
        if target.values == nil, added.isEmpty || added[ObjectIdentifier(view)] == nil {
            let values = commandValues(of: view)
            target.values = values
            if index >= 0 { maker.targets.set(values, at: index) }
        }
        apply(layout, to: view, retainingIn: target.values, only: command.properties)
    }

    // MARK: View controllers

    private func move(_ controller: ViewController, _ handler: TreeHandler) throws(Refusal) {
        switch handler {
        case .push:
            guard let owner = pageOwners[ObjectIdentifier(controller)] else { throw .noOwner }
            guard let stack = owner as? NavigationController ?? owner.navigationController else { throw .isNoStack }
            if controller.parent === stack {
                stack.popToViewController(controller, animated: false)
            } else {
                stack.pushViewController(controller, animated: false)
                guard controller.parent === stack else { throw .isPresented }
                if let view = controller.viewIfLoaded { layoutSubviews(of: view) }
            }
        case .present:
            guard controller.presentingViewController == nil else { return }
            guard let owner = pageOwners[ObjectIdentifier(controller)] else { throw .noOwner }
            owner.present(controller, animated: false)
            guard controller.presentingViewController != nil else { throw .isPresented }
            if let view = controller.viewIfLoaded { layoutSubviews(of: view) }
        case .dismiss:
            // A child of a presented controller cannot be dismissed alone.
            guard controller.parent == nil else { throw .noOwner }
            controller.presentingViewController?.dismiss(animated: false)
        default:
            guard let stack = controller as? NavigationController ?? controller.navigationController else {
                throw .isNoStack
            }
            if handler == .pop {
                stack.popViewController(animated: false)
            } else {
                stack.popToRootViewController(animated: false)
            }
        }
    }

    // MARK: Messages

    private static func words(_ refusal: Refusal, _ id: String) -> String {
        switch refusal {
        case .noView: "there is currently no view '\(id)'"
        case .noController: "there is currently no controller '\(id)'"
        case .noOwner: "'\(id)' is not a page; use the id of a page"
        case .isNoControl: "'\(id)' is not a control and sends no events; use the id of a control"
        case .isNoStack: "'\(id)' is not in the stack of a navigation controller"
        case .isWindow: "'\(id)' is a window; set its order with the key 'level'"
        case .noSuperview: "'\(id)' currently has no superview"
        case .isPresented: "'\(id)' cannot be shown: its presenter is not in a window or presents another page"
        case .isRefused:
            "'\(id)' cannot become first responder: it is in no window, its 'canBecomeFirstResponder' is false, "
                + "or the current first responder does not resign"
        case .lacks(let key): "'\(id)' has no property '\(key)'"
        }
    }
}

extension ViewFlag {
    /// Returns the value of the property on a live view; nil if the view's class lacks the property.
    fileprivate func value(of view: View) -> Bool? {
        switch self {
        case .hidden: view.isHidden
        case .userInteractionEnabled: view.isUserInteractionEnabled
        case .multipleTouchEnabled: view.isMultipleTouchEnabled
        case .exclusiveTouch: view.isExclusiveTouch
        case .clipsToBounds: view.clipsToBounds
        case .enabled: (view as? Control)?.isEnabled
        case .selected: (view as? Control)?.isSelected
        case .continuous: (view as? Slider)?.isContinuous
        case .vertical: (view as? Slider)?.isVertical
        case .tapsSetValue: (view as? Slider)?.tapsSetValue
        case .isOn: (view as? Switch)?.isOn
        }
    }
}
