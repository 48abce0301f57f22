internal import HandlerEvents
internal import LayoutFile
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

/// Reads the properties of `tree.set`, in which numbers and Booleans may be placeholders.
///
/// Replaces each placeholder with a sample value, because `ViewLayout.read(properties:)` checks the properties and
/// accepts no placeholders.
struct PropertyReader {
    let reading: Reading
    private var numbers: [EventNumber] = []
    private var hasMistakes = false

    init(reading: Reading) { self.reading = reading }

    mutating func read(_ node: Node) -> TreeCall.PropertyChange? {
        var change = TreeCall.PropertyChange()
        var pairs: [Node.Pair] = []
        for pair in node.mapping ?? [] {
            let name = pair.key.scalar?.text ?? ""
            change.names.append(Located(name, at: pair.key.mark))
            let count = numbers.count
            let value = sample(pair.value, of: name)
            if numbers.count > count, name == "transform", value.mapping != nil {
                change.steps = TransformLayout.read(value, Reading())
            }
            pairs.append(Node.Pair(key: pair.key, value: value))
        }
        guard !hasMistakes, let values = ViewLayout.read(properties: Node(.mapping(pairs), mark: node.mark), reading)
        else { return nil }
        (change.values, change.numbers) = (values, numbers)
        return change
    }

    /// Returns the node with its placeholders replaced by sample values.
    private mutating func sample(_ node: Node, of name: String) -> Node {
        switch name {
        case "value": sample(node, at: .value)
        case "alpha": sample(node, at: .alpha)
        case "tag": sample(node, at: .tag)
        case "frame": sampleEach(node) { .frame($0) }
        case "bounds": sampleEach(node) { .bounds($0) }
        case "center": sampleEach(node) { .center($0) }
        case "transform" where node.mapping != nil: sampleSteps(node)
        case "transform": sampleEach(node) { .matrix($0) }
        default:
            if let flag = ViewFlag(rawValue: name) {
                sample(node, at: .flag(flag), as: "true")
            } else {
                withoutPlaceholders(node, name)
            }
        }
    }

    private mutating func sampleSteps(_ node: Node) -> Node {
        let pairs = (node.mapping ?? []).map { pair in
            let value =
                switch pair.key.scalar?.text {
                case "rotation": sample(pair.value, at: .rotation)
                case "scale" where pair.value.sequence != nil: sampleEach(pair.value) { .scale($0) }
                case "scale": sample(pair.value, at: .scale(nil))
                case "translation": sampleEach(pair.value) { .translation($0) }
                default: pair.value
                }
            return Node.Pair(key: pair.key, value: value)
        }
        return Node(.mapping(pairs), mark: node.mark)
    }

    private mutating func sampleEach(_ node: Node, _ position: (Int) -> EventNumber.Position) -> Node {
        guard let nodes = node.sequence else { return node }
        return Node(.sequence(nodes.enumerated().map { sample($1, at: position($0)) }), mark: node.mark)
    }

    private mutating func sample(_ node: Node, at position: EventNumber.Position, as text: String = "1") -> Node {
        guard let scalar = node.scalar, scalar.text.holds("{{") else { return node }
        // Reports no error here, because mistakes in placeholders were already reported when the arguments were read.
        guard let template = try? Template(scalar.text) else { return failed(node) }
        guard let number = template.number else {
            reading.error(mistake(in: template), .wrongPlaceholder, at: node)
            return failed(node)
        }
        numbers.append(EventNumber(position: position, placeholder: number.placeholder, format: number.format))
        return Node(.scalar(Scalar(text)), mark: node.mark)
    }

    /// Returns the error message for a template that does not expand to a number.
    private func mistake(in template: Template) -> String {
        let remedy = "write a number or only a numeric placeholder such as \"{{value}}\""
        if let text = template.placeholders.first(where: \.isText) {
            return "'{{\(text.rawValue)}}' is a string, not a number; \(remedy)"
        }
        if let word = template.firstWord {
            return "the replacement '\(word)' is not a number; write a number, true or false after each '='"
        }
        return "a number cannot be a combination of a placeholder and other text; \(remedy)"
    }

    /// Reports a placeholder in a property in which placeholders are not allowed.
    private mutating func withoutPlaceholders(_ node: Node, _ name: String) -> Node {
        var waiting = [node]
        while let node = waiting.popLast() {
            switch node.content {
            case .scalar(let scalar) where scalar.text.holds("{{"):
                guard ViewLayout.propertyNames.contains(name) else { return node }
                reading.error("'\(name)' cannot contain placeholders; write a fixed value", .wrongPlaceholder, at: node)
                return failed(node)
            case .scalar: break
            case .sequence(let nodes): waiting += nodes
            case .mapping(let pairs): waiting += pairs.map(\.value)
            }
        }
        return node
    }

    private mutating func failed(_ node: Node) -> Node {
        hasMistakes = true
        return node
    }
}
