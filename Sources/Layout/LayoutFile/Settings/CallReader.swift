internal import HandlerEvents
internal import Platform
internal import Schema
internal import YAML

/// Reads the handler calls of one event. A call is a handler name, or a mapping from handler names to arguments. Also
/// accepts a list of calls, and the long form with `do:`.
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

    /// Whether the event has neither a call nor an action because of an empty list.
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
            for key in CallRestriction.allCases {
                guard let value = node[key.rawValue] else { continue }
                if let action, formerAction == nil {
                    let rule = "the action '\(action.value)' cannot have a \(key.noun)"
                    reading.error("\(rule); bind it without '\(key.rawValue)'", .misplacedKey, at: value)
                }
                restrict(key, value, from: first)
            }
        default:
            let known = "a handler call such as 'plugin.handler' or 'plugin.handler: arguments'"
            reading.expected(known, not: node.kind, at: node)
        }
    }

    private mutating func entry(_ pair: Node.Pair) {
        guard let key = pair.key.scalar?.text else {
            reading.error("the name of a handler must be a string, not \(pair.key.kind)", .wrongName, at: pair.key)
            return
        }
        switch key {
        case CallRestriction.when.rawValue, CallRestriction.atMost.rawValue, CallRestriction.after.rawValue: break
        case "every":
            reading.error(
                "'every' is allowed only in an element of the layout's 'timers:'; remove it here",
                .misplacedKey,
                at: pair.key
            )
        case "do": reading.naming(pair.key, of: pair.value) { read(pair.value) }
        case "pass":
            let setting = Setting<Bool>.boolean
            let value = reading.naming(pair.key, of: pair.value) { setting.read(pair.value, reading) }
            guard let truth = value else { return }
            if truth, !canPass {
                let allowed = "events that go up the responder chain: touches, presses, motion and remote control"
                reading.error("'pass' is allowed only for \(allowed); remove 'pass'", .misplacedKey, at: pair.key)
            }
            pass = truth
        default: if let call = call(key, pair.value, pair.key) { calls.append(call) }
        }
    }

    /// Applies a restriction (`when`, `atMost` or `after`) to the calls whose index is at least `first`.
    private mutating func restrict(_ key: CallRestriction, _ value: Node, from first: Int) {
        if first == calls.count {
            let name = key.rawValue
            let problem = "'\(name)' has no effect without a handler call"
            reading.error("\(problem); add a call, or remove '\(name)'", .missingKey, at: value)
        }
        for index in calls.indices.dropFirst(first) where calls[index].restrictions.contains(key) {
            let name = "\(calls[index].plugin).\(calls[index].handler)"
            reading.error("'\(name)' has two \(key.noun)s; remove one", .conflict, at: value)
        }
        let range = calls.indices.dropFirst(first)
        switch key {
        case .when:
            let condition = condition(value)
            for index in range { calls[index].condition = condition }
        case .atMost:
            let rate = naming(key, value) { Setting<CallRate>.rate.read($0, reading) }
            for index in range { calls[index].rate = rate }
        case .after:
            let quietTime = naming(key, value) { Setting<TimeSpan>.quietTime.read($0, reading) }
            for index in range { calls[index].quietTime = quietTime }
        }
    }

    private func naming<Result>(_ key: CallRestriction, _ value: Node, _ read: (Node) -> Result?) -> Result? {
        reading.naming(Node(.scalar(Scalar(key.rawValue)), mark: value.mark), of: value) { read(value) }
    }

    /// Reads a condition; returns nil if it is invalid.
    private func condition(_ value: Node) -> CallCondition? {
        let example = #"write it as in 'when: "{{value}} > 50"'"#
        guard let text = value.scalar?.text else {
            reading.error("'when' must be a comparison, not \(value.kind); \(example)", .wrongExpression, at: value)
            return nil
        }
        do throws(CallCondition.Mistake) { return try CallCondition(text) } catch {
            reading.error("'when' is invalid: \(error.reason); \(example)", .wrongExpression, at: value)
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
            reading.error("\(rule); remove one of them", .conflict, at: node)
        } else {
            action = Located(text, at: node.mark)
        }
    }

    /// Keys that other programs use for conditions, rate limits and delays, with the equivalent keys of layouts.
    private static let foreignKeys: [String: CallRestriction] = [
        "if": .when, "condition": .when, "throttle": .atMost, "rate": .atMost, "limit": .atMost, "rateLimit": .atMost,
        "debounce": .after, "delay": .after,
    ]

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
            if let key = Self.foreignKeys[text] { return "; write '\(key.rawValue)'" }
            let senders = takesActions ? "" : ", and only events of controls can send actions"
            let action = takesActions ? ", or only the name of an action" : ""
            return "\(senders); write the plugin and its handler, as in 'shell.run: [echo, hello]'\(action)"
        }
        reading.error(
            "\(node.kind) is not a handler call of the form 'plugin.handler'\(remedy())",
            .wrongValue,
            at: node
        )
        return nil
    }
}
