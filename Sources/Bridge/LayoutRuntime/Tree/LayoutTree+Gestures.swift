internal import GestureKinds
internal import HandlerEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import Platform
package import ResponderKit
internal import Schema

extension LayoutTree {
    /// Creates a recognizer and adds it to a view.
    func make(_ layout: GestureLayout, on view: View, _ screen: ScreenPlan) {
        let recognizer = layout.makeRecognizer()
        recognizer.delegate = rules
        panelLengths.add(layout.settings, recognizer, of: view, screen)
        if let id = layout.id?.value {
            recognizer.name = id
            if gestures[id] == nil {
                setGesture(recognizer, for: id)
                if let isEnabled = retained.gestures[id] { setEnabled(isEnabled, of: recognizer) }
            }
        }
        pending.requirements += layout.requireToFail.map { (recognizer, $0.value) }
        pending.simultaneous += layout.simultaneousWith.map { (recognizer, $0.value) }
        let owner = CallBinder.Owner(view.identifier ?? "View", gesture: (layout.name, layout.type.rawValue), screen)
        let boundCalls = maker.boundCalls(for: layout.on, of: owner, calls)
        if !boundCalls.isEmpty {
            bound[ObjectIdentifier(recognizer)] = boundCalls.map { BoundEvent($0) }
            let handlers = GestureHandlers(boundCalls)
            recognizer.addAction { handlers.run($0, $0.state) }
            if handlers.needsWatch { watch(recognizer, for: handlers) }
        }
        view.addGestureRecognizer(recognizer)
    }

    /// Enables or disables a gesture for a command, and stores the value for the next reload.
    func setEnabled(_ isEnabled: Bool, of gesture: GestureRecognizer) {
        gesture.isEnabled = isEnabled
        if let id = gesture.name { enabledGestures[id] = isEnabled }
    }

    /// Returns the gestures that can be recognized simultaneously with `gesture`; nil means all gestures.
    package func partners(of gesture: GestureRecognizer) -> [GestureRecognizer]? {
        guard let partners = rules.partners(of: gesture) else { return nil }
        return partners.isEmpty ? [] : gestures.values.filter { partners.contains(ObjectIdentifier($0)) }
    }

    /// Returns whether the layout key `follows:` created a gesture.
    package func isFollower(_ gesture: GestureRecognizer) -> Bool {
        gesture.view.flatMap { followers[ObjectIdentifier($0)] }?.uses(gesture) ?? false
    }

    /// Creates the gestures that move, scale and rotate a view.
    func makeFollower(_ layout: FollowLayout, of view: View, named name: String, _ screen: ScreenPlan) {
        let owner = CallBinder.Owner(name, gesture: ("follows", "follows"), screen)
        let boundCalls = maker.boundCalls(for: layout.on, of: owner, calls)
        let recognizers = layout.gestures.map { $0.kind.recognizer(with: layout.settings) }
        let follower = ViewFollower(layout, recognizers, boundCalls)
        followers[ObjectIdentifier(view)] = follower
        for recognizer in recognizers {
            recognizer.delegate = rules
            recognizer.cancelsTouchesInView = layout.cancelsTouchesInView
            panelLengths.add(layout.settings, recognizer, of: view, screen)
            for other in recognizers where other !== recognizer { rules.allow(recognizer, other) }
            recognizer.addAction { [weak follower] in follower?.follow($0) }
            view.addGestureRecognizer(recognizer)
        }
        if let first = recognizers.first, !boundCalls.isEmpty {
            bound[ObjectIdentifier(first)] = boundCalls.map { BoundEvent($0) }
        }
    }

    /// Creates a sequence; `settle()` resolves its steps.
    func make(_ layout: SequenceLayout, on view: View, named name: String, _ screen: ScreenPlan) {
        let owner = CallBinder.Owner(name, gesture: (layout.name, "sequence"), screen)
        let boundCalls = maker.boundCalls(for: layout.on, of: owner, calls)
        pending.sequences.append((layout, view, boundCalls))
    }

    /// Resolves the pending references by id; called after all objects have been created.
    func settle() {
        for (recognizer, id) in pending.requirements {
            if let other = gestures[id] { recognizer.require(toFail: other) }
        }
        for (recognizer, id) in pending.simultaneous {
            if id == "*" { rules.allow(recognizer) } else if let other = gestures[id] { rules.allow(recognizer, other) }
        }
        for (layout, view, boundCalls) in pending.sequences {
            let steps = layout.steps.compactMap { gestures[$0.value] }
            guard steps.count == layout.steps.count, !steps.isEmpty else { continue }
            let sequence = GestureSequence(
                layout.id?.value,
                of: view,
                steps,
                within: layout.within.microseconds,
                boundCalls,
                maker.context,
                timers
            )
            sequences.append(sequence)
            sequencesByView[ObjectIdentifier(view), default: []].append(sequence)
            sequenceFacts.append((layout.name, steps, sequence.limits, boundCalls.map { BoundEvent($0) }))
        }
        for (controller, other) in pending.presentations { controller.present(other, animated: false) }
        pending.keyWindow?.makeKey()
        for id in pending.windowResponders { _ = responder(id)?.becomeFirstResponder() }
        pending = PendingNames(firstResponders: pending.firstResponders)
    }
}

/// References to objects that may be defined later in the layout file.
struct PendingNames {
    var requirements: [(GestureRecognizer, String)] = []
    var simultaneous: [(GestureRecognizer, String)] = []
    var sequences: [(SequenceLayout, View, [BoundCalls])] = []
    var presentations: [(ViewController, ViewController)] = []
    var windowResponders: [String] = []
    weak var keyWindow: Window?
    /// Ids of first responders in the layout.
    var firstResponders: Set<String> = []

    init(firstResponders: Set<String> = []) { self.firstResponders = firstResponders }
}

extension GestureLayout {
    /// The gesture's id, or its type if it has no id.
    var name: String { id?.value ?? type.rawValue }

    fileprivate func makeRecognizer() -> GestureRecognizer {
        let recognizer = type.kind.recognizer(with: settings)
        if let isEnabled { recognizer.isEnabled = isEnabled }
        if let cancelsTouchesInView { recognizer.cancelsTouchesInView = cancelsTouchesInView }
        if let delaysTouchesBegan { recognizer.delaysTouchesBegan = delaysTouchesBegan }
        if let delaysTouchesEnded { recognizer.delaysTouchesEnded = delaysTouchesEnded }
        if let allowedPressTypes {
            let names = allowedPressTypes.map(\.value)
            recognizer.allowedPressTypes = Set(Press.PressType.allCases.filter { names.contains("\($0)") })
        }
        return recognizer
    }
}

extension SequenceLayout {
    /// The sequence's id, or `sequence` if it has no id.
    var name: String { id?.value ?? "sequence" }
}
