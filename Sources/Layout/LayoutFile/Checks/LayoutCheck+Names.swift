internal import GestureKinds
internal import Schema
internal import YAML

extension LayoutCheck {
    /// Warns of duplicate ids; a duplicate that is referred to is an error.
    func checkIds() {
        var firstResponders = Set(inventory.windows.compactMap { $0.firstResponder?.value })
        if let id = layout.firstResponder { firstResponders.insert(id.value) }
        check(inventory.responders.map { ($0.id, "a \($0.kind)") }, referredTo: firstResponders)

        var referred = Set(inventory.sequences.flatMap { $0.steps.map(\.value) })
        for gesture in inventory.gestures {
            referred.formUnion((gesture.requireToFail + gesture.simultaneousWith).map(\.value))
        }
        let gestures = inventory.gestures.compactMap { gesture in gesture.id.map { ($0, "a \(gesture.type.rawValue)") }
        }
        check(gestures + inventory.sequences.compactMap { $0.id.map { ($0, "a sequence") } }, referredTo: referred)
    }

    private func check(_ ids: [(id: Located<String>, kind: String)], referredTo: Set<String>) {
        var first: [String: (mark: Mark, kind: String)] = [:]
        for (id, kind) in ids {
            guard let former = first[id.value] else {
                first[id.value] = (id.mark, kind)
                continue
            }
            func message() -> String {
                if former.mark == id.mark {
                    return "the id '\(id.value)' is given several times from here; make it a template's parameter"
                }
                return "'\(id.value)' is the id of \(former.kind) already, in \(line(former.mark, from: id.mark))"
            }
            if referredTo.contains(id.value) {
                reading.error("\(message()), and something refers to it", at: id.mark)
            } else {
                reading.warning(message(), at: id.mark)
            }
        }
    }

    /// Reports references to missing ids.
    func checkReferences() {
        let gestures = Ids(inventory.gestures.compactMap { $0.id?.value })
        for gesture in inventory.gestures {
            for other in gesture.requireToFail { expect(other, "gesture", in: gestures) }
            for other in gesture.simultaneousWith where other.value != "*" { expect(other, "gesture", in: gestures) }
            for other in gesture.requireToFail where other.value == gesture.id?.value {
                reading.error("a gesture that waits until it has failed itself is never recognized", at: other.mark)
            }
        }
        let disabled = Set(inventory.gestures.filter { $0.isEnabled == false }.compactMap { $0.id?.value })
        for sequence in inventory.sequences {
            for step in sequence.steps {
                expect(step, "gesture", in: gestures)
                guard disabled.contains(step.value) else { continue }
                reading.warning("'\(step.value)' has enabled: false, so this sequence gets no further", at: step.mark)
            }
        }
        checkCircles()
        let firsts = Dictionary(inventory.responders.map { ($0.id.value, $0) }) { first, _ in first }
        let responders = Ids(firsts.keys)
        for id in [layout.firstResponder] + inventory.windows.map(\.firstResponder) {
            guard let id else { continue }
            expect(id, "view, controller or window", in: responders)
            if firsts[id.value]?.canBecomeFirst == false {
                reading.error("'\(id.value)' has canBecomeFirstResponder: false", at: id.mark)
            }
        }
    }

    /// Ids that may be referred to.
    private final class Ids {
        let all: Set<String>
        private(set) lazy var names = KnownNames(sorting: all)

        init(_ ids: some Sequence<String>) { all = Set(ids) }
    }

    private func expect(_ name: Located<String>, _ kind: String, in known: Ids) {
        guard !known.all.contains(name.value) else { return }
        func hint() -> String { known.names.suggestion(for: name.value) }
        reading.error("there is no \(kind) with the id '\(name.value)'\(hint())", at: name.mark)
    }

    /// Warns of gestures that wait in a cycle for each other's failure, and so are never recognized.
    private func checkCircles() {
        var waits: [String: [Located<String>]] = [:]
        for gesture in inventory.gestures {
            if let id = gesture.id?.value { waits[id, default: []] += gesture.requireToFail }
        }
        let ids = inventory.gestures.compactMap { $0.id?.value }
        func references(_ id: String) -> [Located<String>] { waits[id] ?? [] }
        Circles.find(from: ids, references: references, name: \.value) { other, circle in
            // A gesture that waits for itself is already reported.
            guard circle.count > 1 else { return }
            reading.warning("these gestures wait for each other's failure: \(Circles.words(circle))", at: other.mark)
        }
    }

    /// Reports handler calls to missing plugins.
    func checkPlugins() {
        let names = layout.plugins.map(\.name)
        let (known, similar) = (Set(names), KnownNames(names))
        for call in inventory.calls where !known.contains(call.plugin) && !call.isOfTree {
            func hint() -> String {
                names.isEmpty ? "; 'plugins:' names none" : similar.suggestion(for: call.plugin)
            }
            reading.error("there is no plugin '\(call.plugin)'\(hint())", at: call.mark)
        }
    }

    /// Warns of actions that no responder on the sender's or a first responder's chain handles.
    func checkActions() {
        let firstResponders = ([layout.firstResponder] + inventory.windows.map(\.firstResponder)).compactMap(\.?.value)
        let chains = ActionChains(layout, firstResponders: Set(firstResponders))
        let owners = Dictionary(inventory.actions.map { ($0.name, $0.mark) }) { first, _ in first }
        let similar = KnownNames(sorting: owners.keys)
        for sent in chains.sent {
            let action = sent.action
            guard let owner = owners[action.value] else {
                func hint() -> String { similar.suggestion(for: action.value) }
                reading.warning("no 'actions:' has the action '\(action.value)'\(hint())", at: action.mark)
                continue
            }
            guard !sent.isHandled, !chains.firstResponderActions.contains(action.value) else { continue }
            func position() -> String { line(owner, from: action.mark) }
            let remedy = "add it to a responder that is, or name a 'firstResponder' below it"
            reading.warning(
                "the action '\(action.value)' is never handled: its handler in \(position()) "
                    + "is not above \(sent.sender.title); \(remedy)",
                at: action.mark
            )
        }
    }
}
