internal import GestureKinds
internal import Platform
internal import Schema
internal import YAML

extension LayoutCheck {
    /// Warns of duplicate ids. Reports an error if the layout refers to a duplicate id.
    func checkIds() {
        var firstResponders = Set(inventory.windows.compactMap { $0.firstResponder?.value })
        if let id = layout.firstResponder { firstResponders.insert(id.value) }
        check(inventory.responders.map { ($0.id, "a \($0.kind)") }, referredTo: firstResponders)

        var referred = Set(inventory.sequences.flatMap { $0.steps.map(\.value) })
        for gesture in inventory.gestures {
            referred.formUnion((gesture.requireToFail + gesture.simultaneousWith).map(\.value))
        }
        let gestures = inventory.gestures.compactMap { gesture in gesture.id.map { ($0, gesture.title) }
        }
        let recognized = gestures + inventory.sequences.compactMap { $0.id.map { ($0, "a sequence") } }
        check(recognized, referredTo: referred)
        checkIdsOfOwners(recognized)
    }

    /// Warns of a gesture or sequence that has the id of a view, controller or window. Such an id is ambiguous in
    /// commands and messages.
    private func checkIdsOfOwners(_ ids: [(id: Located<String>, kind: String)]) {
        let owners = Dictionary(inventory.responders.map { ($0.id.value, $0) }) { first, _ in first }
        for (id, kind) in ids {
            guard let owner = owners[id.value], owner.id.mark != id.mark else { continue }
            func message() -> String {
                let user = "a \(owner.kind) on \(line(owner.id.mark, from: id.mark))"
                return "the id '\(id.value)' of \(kind) is already used by \(user); use a different id"
            }
            reading.warning(message(), .duplicateName, at: id.mark)
        }
    }

    private func check(_ ids: [(id: Located<String>, kind: String)], referredTo: Set<String>) {
        var first: [String: (mark: Mark, kind: String)] = [:]
        for (id, kind) in ids {
            guard let former = first[id.value] else {
                first[id.value] = (id.mark, kind)
                continue
            }
            let isReferredTo = referredTo.contains(id.value)
            func message() -> String {
                let reference = isReferredTo ? ", and other elements refer to this id" : ""
                if former.mark == id.mark {
                    let problem = "several elements get the id '\(id.value)' from this line"
                    return "\(problem)\(reference); use a template parameter or '${item}' in the id"
                }
                let user = "\(former.kind) on \(line(former.mark, from: id.mark))"
                return "the id '\(id.value)' is already used by \(user)\(reference); use a different id"
            }
            if isReferredTo {
                reading.error(message(), .duplicateName, at: id.mark)
            } else {
                reading.warning(message(), .duplicateName, at: id.mark)
            }
        }
    }

    /// Whether a plugin or a call of a `tree` command may enable a gesture at run time.
    private func mayBeEnabled(_ gesture: String) -> Bool {
        if layout.plugins.contains(where: { ["script", "process", "library", "stream"].contains($0.value.type.value) })
        {
            return true
        }
        return inventory.calls.contains { call in
            guard call.isOfTree, ["enable", "toggle", "set"].contains(call.handler) else { return false }
            return call.arguments?.names(gesture) == true
        }
    }

    /// Reports references to unknown ids, and to ids that gestures, sequences or first responders cannot use.
    func checkReferences() {
        let gestures = Ids(inventory.gestures.compactMap { $0.id?.value })
        for gesture in inventory.gestures {
            for other in gesture.requireToFail { expect(other, "gesture", in: gestures) }
            for other in gesture.simultaneousWith where other.value != "*" { expect(other, "gesture", in: gestures) }
            for other in gesture.requireToFail where other.value == gesture.id?.value {
                let message = "this gesture waits for its own failure, so it is never recognized"
                reading.error(
                    "\(message); remove '\(other.value)' from 'requireToFail'",
                    .circularReference,
                    at: other.mark
                )
            }
        }
        let disabled = Set(inventory.gestures.filter { $0.isEnabled == false }.compactMap { $0.id?.value })
        for sequence in inventory.sequences {
            for step in sequence.steps {
                expect(step, "gesture", in: gestures)
                guard disabled.contains(step.value), !mayBeEnabled(step.value) else { continue }
                let remedy = "remove this step, or remove 'enabled: false' from the gesture"
                reading.warning(
                    "the gesture '\(step.value)' is disabled, so this sequence is never recognized; \(remedy)",
                    .noEffect,
                    at: step.mark
                )
            }
        }
        checkCircles()
        let firsts = Dictionary(inventory.responders.map { ($0.id.value, $0) }) { first, _ in first }
        let responders = Ids(firsts.keys)
        for id in [layout.firstResponder] + inventory.windows.map(\.firstResponder) {
            guard let id else { continue }
            expect(id, "view, controller or window", in: responders)
            if firsts[id.value]?.canBecomeFirst == false {
                let reason = "because it has 'canBecomeFirstResponder: false'; remove this key"
                reading.error("'\(id.value)' cannot become first responder, \(reason)", .wrongTarget, at: id.mark)
            }
        }
    }

    /// Ids to which the layout may refer.
    private final class Ids {
        let all: Set<String>
        private(set) lazy var names = KnownNames(sorting: all)

        init(_ ids: some Sequence<String>) { all = Set(ids) }
    }

    private func expect(_ name: Located<String>, _ kind: String, in known: Ids) {
        guard !known.all.contains(name.value), !layout.unreadNames.mayContain(id: name.value) else { return }
        func hint() -> String { known.names.suggestion(for: name.value) }
        reading.error("there is no \(kind) with the id '\(name.value)'\(hint())", .unknownName, at: name.mark)
    }

    /// Warns of gestures that are never recognized because they wait in a cycle for each other to fail.
    private func checkCircles() {
        var waits: [String: [Located<String>]] = [:]
        for gesture in inventory.gestures {
            if let id = gesture.id?.value { waits[id, default: []] += gesture.requireToFail }
        }
        let ids = inventory.gestures.compactMap { $0.id?.value }
        func references(_ id: String) -> [Located<String>] { waits[id] ?? [] }
        ReferenceCycles.find(from: ids, references: references, name: \.value) { other, cycle in
            // Another check reports a gesture that waits for its own failure.
            guard cycle.count > 1 else { return }
            let message = "these gestures wait for each other to fail, so they are never recognized"
            let remedy = "remove 'requireToFail' from one of them"
            reading.warning(
                "\(message): \(ReferenceCycles.words(cycle)); \(remedy)",
                .circularReference,
                at: other.mark
            )
        }
    }

    /// Reports handler calls to plugins that the layout does not contain.
    func checkPlugins() {
        let names = layout.plugins.map(\.name)
        let (known, similar) = (Set(names), KnownNames(names))
        for call in inventory.calls where !known.contains(call.plugin) && !call.isOfTree {
            guard !layout.unreadNames.mayContain(key: call.plugin) else { continue }
            func hint() -> String {
                names.isEmpty ? "; add it to 'plugins:'" : similar.suggestion(for: call.plugin)
            }
            reading.error("there is no plugin '\(call.plugin)'\(hint())", .unknownName, at: call.mark)
        }
    }

    /// Warns of actions that no responder handles. The check covers the responder chains of the sender and of possible
    /// first responders.
    func checkActions() {
        let firstResponders = ([layout.firstResponder] + inventory.windows.map(\.firstResponder)).compactMap(\.?.value)
        let chains = ActionChains(layout, firstResponders: Set(firstResponders))
        let owners = Dictionary(inventory.actions.map { ($0.name, $0.mark) }) { first, _ in first }
        let similar = KnownNames(sorting: owners.keys)
        for sent in chains.sent {
            let action = sent.action
            guard let owner = owners[action.value] else {
                guard !layout.unreadNames.mayContain(key: action.value) else { continue }
                func hint() -> String {
                    owners.isEmpty ? "; add it to 'actions:' of a view" : similar.suggestion(for: action.value)
                }
                reading.warning(
                    "no 'actions:' handles the action '\(action.value)'\(hint())",
                    .unknownName,
                    at: action.mark
                )
                continue
            }
            guard !sent.isHandled, !chains.firstResponderActions.contains(action.value) else { continue }
            func position() -> String { line(owner, from: action.mark) }
            let sender = sent.sender.title
            reading.warning(
                "the action '\(action.value)' of \(sender) never reaches its handler on \(position()), "
                    + "which is not in the responder chain of \(sender); "
                    + "add '\(action.value)' to 'actions:' of a superview of \(sender), "
                    + "or set 'firstResponder' to the view that has this handler",
                .unreachable,
                at: action.mark
            )
        }
    }
}

extension GestureLayout {
    /// Name of the gesture's type in messages.
    fileprivate var title: String { isPartlyInvalid ? "a gesture" : "a \(type.rawValue)" }
}

extension Node {
    /// Whether the argument of a tree command contains the id, or a placeholder whose value may be the id.
    fileprivate func names(_ id: String) -> Bool {
        if let text = scalar?.text { return text == id || text.holds("{{") }
        if let nodes = sequence { return nodes.contains { $0.names(id) } }
        return self["view"]?.names(id) == true
    }
}
