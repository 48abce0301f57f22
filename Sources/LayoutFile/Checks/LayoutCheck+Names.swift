internal import Schema
internal import YAML

extension LayoutCheck {
    /// Ids are there to tell things apart; one that stands twice is a mistake when something refers to it.
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
            var message = "'\(id.value)' is the id of \(former.kind) already, in \(line(former.mark, from: id.mark))"
            if former.mark == id.mark {
                message = "the id '\(id.value)' is given several times from here; make it a template's parameter"
            }
            if referredTo.contains(id.value) {
                reading.error("\(message), and something refers to it", at: id.mark)
            } else {
                reading.warning(message, at: id.mark)
            }
        }
    }

    /// Ids that something refers to have to be there.
    func checkReferences() {
        let gestures = Set(inventory.gestures.compactMap { $0.id?.value })
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
        let responders = Set(inventory.responders.map(\.id.value))
        for id in [layout.firstResponder] + inventory.windows.map(\.firstResponder) {
            guard let id else { continue }
            let responder = inventory.responders.first { $0.id.value == id.value }
            expect(id, "view, controller or window", in: responders)
            if responder?.canBecomeFirst == false {
                reading.error("'\(id.value)' has canBecomeFirstResponder: false", at: id.mark)
            }
        }
    }

    private func expect(_ name: Located<String>, _ kind: String, in known: Set<String>) {
        guard !known.contains(name.value) else { return }
        func hint() -> String { Names.suggestion(for: name.value, in: known.sorted()) }
        reading.error("there is no \(kind) with the id '\(name.value)'\(hint())", at: name.mark)
    }

    /// Gestures that wait for each other's failure in a circle are never recognized.
    private func checkCircles() {
        var waits: [String: [Located<String>]] = [:]
        for gesture in inventory.gestures {
            if let id = gesture.id?.value { waits[id, default: []] += gesture.requireToFail }
        }
        var done: Set<String> = []
        for gesture in inventory.gestures {
            if let id = gesture.id?.value { follow(id, [], waits, &done) }
        }
    }

    private func follow(
        _ id: String,
        _ path: [String],
        _ waits: [String: [Located<String>]],
        _ done: inout Set<String>
    ) {
        // Deeper than this nobody writes them, and the stack is not endless.
        guard !done.contains(id), path.count < 1000 else { return }
        for other in waits[id] ?? [] {
            let path = path + [id]
            guard let first = path.firstIndex(of: other.value) else {
                follow(other.value, path, waits, &done)
                continue
            }
            guard path.count - first > 1 else { continue }
            let circle = (path[first...] + [other.value]).joined(separator: " → ")
            reading.warning("these gestures wait for each other's failure: \(circle)", at: other.mark)
        }
        done.insert(id)
    }

    /// The plugins that handler calls name have to be there.
    func checkPlugins() {
        let names = layout.plugins.map(\.name)
        let known = Set(names)
        for call in inventory.calls where !known.contains(call.plugin) {
            func hint() -> String {
                names.isEmpty ? "; 'plugins:' names none" : Names.suggestion(for: call.plugin, in: names)
            }
            reading.error("there is no plugin '\(call.plugin)'\(hint())", at: call.mark)
        }
    }

    /// An action that nobody answers climbs the chain in vain, and so does one that only others than its chain answer.
    func checkActions() {
        let firstResponders = ([layout.firstResponder] + inventory.windows.map(\.firstResponder)).compactMap(\.?.value)
        let chains = ActionChains(layout, firstResponders: Set(firstResponders))
        let owners = Dictionary(inventory.actions.map { ($0.name, $0.mark) }) { first, _ in first }
        for sent in chains.sent {
            let action = sent.action
            if owners[action.value] == nil {
                func hint() -> String { Names.suggestion(for: action.value, in: owners.keys.sorted()) }
                reading.warning("nobody has the action '\(action.value)' in 'actions:'\(hint())", at: action.mark)
            } else if !sent.isAnswered, !chains.firstAnswers.contains(action.value) {
                let owner = owners[action.value] ?? action.mark
                let place = "who has it, in \(line(owner, from: action.mark)), is not above \(sent.sender)"
                let remedy = "give it to one that is, or name a 'firstResponder' below it"
                reading.warning("the action '\(action.value)' is never answered: \(place); \(remedy)", at: action.mark)
            }
        }
    }
}
