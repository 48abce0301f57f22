internal import Schema
internal import YAML

/// Reads the handler calls of one event: a name, a mapping of names to arguments, a list of these, or the long form.
struct CallReader {
    let reading: Reading
    /// Whether a name without a dot is an action.
    let takesActions: Bool
    let canPass: Bool
    private(set) var calls: [HandlerCall] = []
    private(set) var action: Located<String>?
    private(set) var pass = false

    init(_ reading: Reading, takesActions: Bool = false, canPass: Bool = false) {
        self.reading = reading
        self.takesActions = takesActions
        self.canPass = canPass
    }

    mutating func read(_ node: Node) {
        switch node.content {
        case .sequence(let nodes): for node in nodes { entry(node) }
        default: entry(node)
        }
    }

    private mutating func entry(_ node: Node) {
        switch node.content {
        case .scalar(let scalar) where !scalar.isNull && !scalar.text.isEmpty: word(scalar.text, node)
        case .mapping(let pairs) where !pairs.isEmpty: for pair in pairs { entry(pair) }
        default:
            let known = "a handler call such as 'plugin.handler' or 'plugin.handler: arguments'"
            reading.error("\(known) is expected here, not \(node.kind)", at: node)
        }
    }

    private mutating func entry(_ pair: Node.Pair) {
        guard let key = pair.key.scalar?.text else {
            reading.error("a handler's name is expected here, not \(pair.key.kind)", at: pair.key)
            return
        }
        switch key {
        case "do": read(pair.value)
        case "pass":
            guard let truth = Setting<Bool>.boolean.read(pair.value, reading) else { return }
            if truth, !canPass {
                reading.error("nothing can be passed on here; only touches, presses and motion climb", at: pair.key)
            }
            pass = truth
        default: if let call = call(key, pair.value, pair.key) { calls.append(call) }
        }
    }

    private mutating func word(_ text: String, _ node: Node) {
        guard !text.contains("."), takesActions else {
            if let call = call(text, nil, node) { calls.append(call) }
            return
        }
        if let action {
            reading.error("one event has one action, and '\(action.value)' is it already", at: node)
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
            guard parts.count == 1, arguments != nil else { return "" }
            let action = takesActions ? ", and an action without a colon" : ""
            return "; a plugin is named with its handler, as in 'shell.run: …'\(action)"
        }
        reading.error("'plugin.handler' is expected here, not \(node.kind)\(remedy())", at: node)
        return nil
    }
}
