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
        for sequence in inventory.sequences {
            for step in sequence.steps { expect(step, "gesture", in: gestures) }
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
        var called: Set<String> = []
        for call in inventory.calls {
            called.insert(call.plugin)
            guard !known.contains(call.plugin) else { continue }
            func hint() -> String {
                names.isEmpty ? "; 'plugins:' names none" : Names.suggestion(for: call.plugin, in: names)
            }
            reading.error("there is no plugin '\(call.plugin)'\(hint())", at: call.mark)
        }
        // What calls it may be what has a mistake.
        guard !reading.hasErrors else { return }
        // One that has settings may be of use without being called; a bare one is not.
        for plugin in layout.plugins where !called.contains(plugin.name) && plugin.value.node.mapping?.count == 1 {
            reading.warning("nothing calls the plugin '\(plugin.name)'", at: plugin.mark)
        }
    }

    /// An action that nobody answers climbs the chain in vain.
    func checkActions() {
        let answered = Set(inventory.actions.map(\.name))
        for action in inventory.bindings.compactMap(\.action) where !answered.contains(action.value) {
            func hint() -> String { Names.suggestion(for: action.value, in: answered.sorted()) }
            reading.warning("nobody has the action '\(action.value)' in 'actions:'\(hint())", at: action.mark)
        }
    }
}
