internal import HandlerEvents
internal import JSON
internal import LayoutFile
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import TouchTrace

/// A handler that a script has called at least once.
struct CalledHandler {
    /// The binding for traces, without arguments.
    let binding: Binding
    var number: InternedID = 0
}

extension ScriptRunner: ScriptHost {
    func get(_ property: String, of view: String) throws(CommandRejection) -> JSONValue {
        guard let tree = site.tree else { throw "the view tree is currently not available; try again later" }
        return try tree.value(of: property, of: view)
    }

    func set(_ properties: JSONValue, of view: String) throws(CommandRejection) {
        guard let tree = site.tree else { throw "the view tree is currently not available; try again later" }
        let command = CheckedCommand(.set(view: view, properties: properties.withEmptyLists))
        let reply = tree.perform(command, from: name)
        if let recorder = site.context.recorder {
            let id = recorder.names.id(ofPlugin: "\(TreeHandler.plugin).\(TreeHandler.set.rawValue)")
            let setsOnlyEnabled = properties.members?.map(\.key) == [ViewFlag.enabled.rawValue]
            let gesture = setsOnlyEnabled ? tree.gestureToEnable(view) : nil
            let target = gesture.map { recorder.names.id(of: $0) } ?? recorder.names.id(of: tree.view(view))
            recorder.command(
                TreeHandler.set.number,
                id,
                for: event.event,
                on: target,
                isDone: reply == .done
            )
        }
        if case .refused(let rejection) = reply { throw rejection.hiding(properties) }
    }

    func call(_ handler: String, _ arguments: JSONValue) throws(CommandRejection) {
        let parts = handler.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let tree = site.tree else {
            throw CommandRejection("'\(handler.excerpt())' is not a handler; write 'plugin.handler'")
        }
        let (plugin, name) = (parts[0], parts[1])
        let read: any HandlerArguments
        do throws(CommandRejection) {
            read = try tree.calls.read(arguments, of: name, plugin)
        } catch {
            throw error.hiding(arguments)
        }
        let slot = site.plugins?[plugin]
        let binding = Binding(
            plugin: plugin,
            handler: name,
            view: self.name,
            arguments: read,
            group: called[handler]?.binding.group ?? site.context.nextGroup(),
            isOfScript: slot?.plan.script != nil,
            hostEnvironment: site.hostEnvironment
        )
        var event = event
        (event.event, event.stream) = (.action, 0)
        withUnsafePointer(to: event) { one in
            let row = Span(_unsafeStart: one, count: 1)
            let results: HandlerResults
            if let command = read as? TreeCall {
                results = HandlerResults(accepted: 1)
                tree.perform(TreeCommandCall(command, binding, nil), event)
            } else if let script = slot?.script {
                results = site.context.append(.script(ScriptCall(script, binding)), row)
            } else {
                results = slot?.take(row, for: binding) ?? HandlerResults()
            }
            report(row, handler, binding, results)
        }
    }

    func emit(_ action: String, _ value: Double) throws(CommandRejection) {
        var event = event
        (event.event, event.value) = (.action, value)
        guard let tree = site.tree else { throw "the view tree is currently not available; try again later" }
        try tree.emit(action, event)
    }

    func log(_ text: @autoclosure () -> String) {
        guard lines.take(at: max(event.time, site.now)) else { return }
        log.say(.notice, text().excerpt(1000))
    }

    /// Notifies the recorder and the observers of a call. Omits the arguments of the call, which may be confidential.
    private func report(_ row: Span<HandlerEvent>, _ handler: String, _ made: Binding, _ results: HandlerResults) {
        if called[handler] == nil {
            let binding = Binding(
                plugin: made.plugin,
                handler: made.handler,
                view: made.view,
                arguments: NoArguments(),
                group: made.group,
                isOfScript: made.isOfScript,
                hostEnvironment: site.hostEnvironment
            )
            // Limits the size of the table, because scripts can generate any number of handler names.
            if called.count >= 256 { called = [:] }
            called[handler] = CalledHandler(binding: binding)
        }
        guard var known = called[handler] else { return }
        if let recorder = site.context.recorder {
            if !recorder.names.isCurrent(known.number) { known.number = recorder.names.add(known.binding) }
            recorder.handler(known.number, row, results)
            called[handler] = known
        }
        for observer in site.context.observers {
            observer.handlerCalled(known.binding, row[0], isAccepted: results.isAccepted(0))
        }
    }
}

extension CommandRejection {
    /// Returns the rejection with masked values of the call in its message, because the values may be confidential.
    fileprivate func hiding(_ value: JSONValue) -> CommandRejection {
        var values: Set<String> = []
        func add(_ value: JSONValue) {
            if let parts = value.list ?? value.members?.map(\.value) {
                for part in parts { add(part) }
            } else {
                values.insert((value.text ?? value.description).excerpt())
            }
        }
        add(value)
        // More searches would block the input thread for too long.
        guard values.count <= 64 else {
            return "a call with more than 64 different values was rejected; pass fewer values to see the reason"
        }
        let text = values.sorted { $0.utf8.count > $1.utf8.count }.reduce(description) { text, value in
            // Values of one or two bytes occur in messages by chance, so they are masked only in quotes.
            value.utf8.count > 2 ? text.masking(value, by: "…") : text.masking("'\(value)'", by: "'…'")
        }
        return CommandRejection(text)
    }
}

extension String {
    /// Replaces each occurrence of a string. The standard library's `replacing(_:with:)` would link the regular
    /// expression engine into the program.
    fileprivate func masking(_ value: String, by mask: String) -> String {
        var rest = utf8[...]
        var result: [UInt8] = []
        result.reserveCapacity(rest.count)
        while let first = rest.first {
            if rest.starts(with: value.utf8) {
                result += mask.utf8
                rest = rest.dropFirst(value.utf8.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension JSONValue {
    /// A copy with empty lists in place of empty objects. Lua does not distinguish the two, and no property of a view
    /// is an empty object.
    fileprivate var withEmptyLists: JSONValue {
        .object((members ?? []).map { Member($0.key, $0.value == .object([]) ? .list([]) : $0.value) })
    }
}
