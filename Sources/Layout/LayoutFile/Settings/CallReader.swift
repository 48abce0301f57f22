internal import HandlerEvents
internal import Schema
internal import YAML

/// Reads the handler calls of one event. A call is a handler name, or a mapping from handler names to arguments. A list
/// of calls and the long form with `do:` are accepted too.
struct CallReader {
    let reading: Reading
    /// Whether a name without a dot is read as an action.
    let takesActions: Bool
    let canPass: Bool
    private(set) var calls: [HandlerCall] = []
    private(set) var action: Located<String>?
    private(set) var pass = false
    /// Whether any list of calls is empty.
    private var hasEmptyList = false

    /// Whether there is neither a call nor an action, because a list of calls is empty.
    var isEmptyList: Bool { hasEmptyList && calls.isEmpty && action == nil && !reading.hasErrors }

    init(_ reading: Reading, takesActions: Bool = false, canPass: Bool = false) {
        self.reading = reading
        self.takesActions = takesActions
        self.canPass = canPass
    }

    mutating func read(_ node: Node) {
        switch node.content {
        case .sequence(let nodes):
            if nodes.isEmpty { hasEmptyList = true }
            reading.eachElement(nodes, of: node) { entry($0) }
        default: entry(node)
        }
    }

    private mutating func entry(_ node: Node) {
        switch node.content {
        case .scalar(let scalar) where !scalar.isNull && !scalar.text.isEmpty: word(scalar.text, node)
        case .mapping(let pairs) where !pairs.isEmpty:
            let (first, formerAction) = (calls.count, action)
            for pair in pairs { entry(pair) }
            if let when = node["when"], let action, formerAction == nil {
                reading.error("the action '\(action.value)' cannot have a condition; bind it without 'when'", at: when)
            }
            if let when = node["when"] { set(condition(when), from: first, at: when) }
        default:
            let known = "a handler call such as 'plugin.handler' or 'plugin.handler: arguments'"
            reading.expected(known, not: node.kind, at: node)
        }
    }

    private mutating func entry(_ pair: Node.Pair) {
        guard let key = pair.key.scalar?.text else {
            reading.error("the name of a handler must be a string, not \(pair.key.kind)", at: pair.key)
            return
        }
        switch key {
        case "when": break
        case "every":
            reading.error(
                "'every' is allowed only in an element of the layout's 'timers:'; remove it here",
                at: pair.key
            )
        case "do": reading.naming(pair.key, of: pair.value) { read(pair.value) }
        case "pass":
            let setting = Setting<Bool>.boolean
            let value = reading.naming(pair.key, of: pair.value) { setting.read(pair.value, reading) }
            guard let truth = value else { return }
            if truth, !canPass {
                let allowed = "events that go up the responder chain: touches, presses, motion and remote control"
                reading.error("'pass' is allowed only for \(allowed); remove 'pass'", at: pair.key)
            }
            pass = truth
        default: if let call = call(key, pair.value, pair.key) { calls.append(call) }
        }
    }

    /// Sets the condition of the calls that were read since `first`.
    private mutating func set(_ condition: CallCondition?, from first: Int, at node: Node) {
        if first == calls.count { reading.error("'when' needs a handler call beside it, or remove 'when'", at: node) }
        for index in calls.indices.dropFirst(first) {
            if calls[index].condition != nil {
                let name = "\(calls[index].plugin).\(calls[index].handler)"
                reading.error("'\(name)' has two conditions; remove one", at: node)
            }
            calls[index].condition = condition
        }
    }

    /// Reads a condition; returns nil if it is invalid.
    private func condition(_ value: Node) -> CallCondition? {
        let example = #"write it as in 'when: "{{value}} > 50"'"#
        guard let text = value.scalar?.text else {
            reading.error("'when' must be a comparison, not \(value.kind); \(example)", at: value)
            return nil
        }
        do throws(CallCondition.Mistake) { return try CallCondition(text) } catch {
            reading.error("'when' is invalid: \(error.reason); \(example)", at: value)
            return nil
        }
    }

    private mutating func word(_ text: String, _ node: Node) {
        guard !text.contains("."), takesActions else {
            if let call = call(text, nil, node) { calls.append(call) }
            return
        }
        if let action {
            let rule = "an event can have only one action, and this event already has '\(action.value)'"
            reading.error("\(rule); remove one of them", at: node)
        } else {
            action = Located(text, at: node.mark)
        }
    }

    private func call(_ text: String, _ arguments: Node?, _ node: Node) -> HandlerCall? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty {
            return HandlerCall(
                plugin: String(parts[0]),
                handler: String(parts[1]),
                arguments: arguments,
                mark: node.mark
            )
        }
        func remedy() -> String {
            guard parts.count == 1 else { return "" }
            let action = takesActions ? ", or only the name of an action" : ""
            return "; write the plugin and its handler, as in 'shell.run: [echo, hello]'\(action)"
        }
        reading.error("\(node.kind) is not a handler call of the form 'plugin.handler'\(remedy())", at: node)
        return nil
    }
}
