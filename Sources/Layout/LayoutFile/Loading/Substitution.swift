internal import Platform
internal import Schema
internal import YAML

/// Replaces `${name}` with the values of template parameters.
struct Substitution {
    private let values: [String: Node]
    private let defaults: [String: Node]
    private let reading: Reading
    private let budget: Budget

    /// Checks the parameters at a use of a template. Reports unknown and missing parameters; returns nil if a parameter
    /// is missing.
    init?(
        _ template: TemplateParameters,
        _ name: String,
        at use: Node,
        with given: Node?,
        _ reading: Reading,
        _ budget: Budget
    ) {
        (self.reading, self.budget, defaults) = (reading, budget, template.defaults)
        var values: [String: Node] = [:]
        for parameter in given.flatMap({ Setting.parameters.read($0, reading) }) ?? [] {
            if template.names.contains(parameter.name) {
                values[parameter.name] = parameter.value
            } else {
                func hint() -> String { template.similar.suggestion(for: parameter.name) }
                let mark = parameter.mark
                reading.error("the template '\(name)' has no parameter '\(parameter.name)'\(hint())", at: mark)
            }
        }
        self.values = values
        var missing = template.required.lazy.filter { values[$0] == nil }.makeIterator()
        guard let first = missing.next() else { return }
        let others = [missing.next(), missing.next(), missing.next()].compactMap(\.self)
        let list = ([first] + others).map { "\($0): …" }.joined(separator: ", ")
        reading.error("the template '\(name)' requires parameters; write 'with: {\(list)}'", at: use)
        return nil
    }

    /// Returns the node after all parameters were substituted.
    func applied(to node: Node, depth: Int) -> Node {
        guard budget.takes(node, depth: depth) else { return Node(.mapping([]), mark: node.mark) }
        switch node.content {
        case .scalar(let scalar): return applied(to: scalar, node, depth)
        case .sequence(let nodes):
            return Node(.sequence(nodes.map { applied(to: $0, depth: depth + 1) }), mark: node.mark)
        case .mapping(let pairs):
            let changed = pairs.map { Node.Pair(key: $0.key, value: applied(to: $0.value, depth: depth + 1)) }
            return Node(.mapping(changed), mark: node.mark)
        }
    }

    private func applied(to scalar: Scalar, _ node: Node, _ depth: Int) -> Node {
        guard scalar.text.holds("$"), let pieces = Piece.pieces(of: scalar.text) else { return node }
        if pieces.count == 1, case .parameter(let name) = pieces[0] {
            // The value is counted, because the value may be a complete subtree. Parameters within the value are not
            // substituted.
            return (values[name] ?? defaults[name]).map { counted($0, depth) } ?? node
        }
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .parameter(let name):
                guard let value = values[name] ?? defaults[name] else { continue }
                guard let part = value.scalar else {
                    reading.error("'${\(name)}' is part of a string, so it must not be \(value.kind)", at: value)
                    continue
                }
                text += part.text
            }
            guard text.utf8.count <= budget.limits.textBytes else { break }
        }
        guard budget.takes(text: text.utf8.count, of: scalar.text.utf8.count, node) else {
            return Node(.scalar(Scalar("")), mark: node.mark)
        }
        guard !text.exceedsCombiningLimit else {
            let message = "the parameters form more than \(String.combiningLimit) consecutive combining marks (Unicode)"
            reading.error("\(message); remove them", at: node)
            return Node(.scalar(Scalar("")), mark: node.mark)
        }
        return Node(.scalar(Scalar(text, style: scalar.style)), mark: node.mark)
    }

    private func counted(_ node: Node, _ depth: Int) -> Node {
        guard budget.takes(node, depth: depth) else { return Node(.mapping([]), mark: node.mark) }
        switch node.content {
        case .scalar: break
        case .sequence(let nodes): for node in nodes { _ = counted(node, depth + 1) }
        case .mapping(let pairs): for pair in pairs { _ = counted(pair.value, depth + 1) }
        }
        return budget.isExhausted ? Node(.mapping([]), mark: node.mark) : node
    }
}

/// Parameters of a template, collected once for all uses of the template.
struct TemplateParameters {
    let names: Set<String>
    let similar: KnownNames
    let defaults: [String: Node]
    /// Parameters without a default value, in the order of declaration.
    let required: [String]

    init(_ template: TemplateLayout) {
        names = Set(template.parameters.map(\.name))
        similar = KnownNames(template.parameters.map(\.name))
        let given = template.parameters.filter { $0.value.scalar?.isNull != true }
        defaults = Dictionary(given.map { ($0.name, $0.value) }) { first, _ in first }
        required = template.parameters.filter { $0.value.scalar?.isNull == true }.map(\.name)
    }
}

/// A part of a string: literal text or a parameter.
enum Piece: Equatable {
    case text(String)
    case parameter(String)

    /// Splits a string at its parameters; `$${` stands for a literal `${`. Returns nil if a closing brace is missing.
    static func pieces(of text: String) -> [Piece]? {
        var pieces: [Piece] = []
        var plain = ""
        var rest = text[...]
        while let dollar = rest.firstIndex(of: "$") {
            plain += rest[..<dollar]
            rest = rest[dollar...]
            if rest.hasPrefix("$${") {
                plain += "${"
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("${") {
                guard let close = rest.firstIndex(of: "}") else { return nil }
                if !plain.isEmpty { pieces.append(.text(plain)) }
                plain = ""
                pieces.append(.parameter(String(rest.dropFirst(2)[..<close])))
                rest = rest[rest.index(after: close)...]
            } else {
                plain += "$"
                rest = rest.dropFirst()
            }
        }
        plain += rest
        if !plain.isEmpty { pieces.append(.text(plain)) }
        return pieces
    }
}

extension Substitution {
    /// Checks that a template's view uses all declared parameters and no other parameters. Returns false if the
    /// template cannot be expanded.
    static func check(_ template: TemplateLayout, _ reading: Reading) -> Bool {
        let names = Set(template.parameters.map(\.name))
        let similar = KnownNames(template.parameters.map(\.name))
        var used: Set<String> = []
        var isValid = true
        func error(_ message: @autoclosure () -> String, _ node: Node) {
            reading.error(message(), at: node)
            isValid = false
        }
        func visit(_ node: Node) {
            switch node.content {
            case .scalar(let scalar):
                guard scalar.text.holds("${") else { return }
                guard let pieces = Piece.pieces(of: scalar.text) else {
                    error("'${' has no closing '}'; add '}', or write '$${' for a literal '${'", node)
                    return
                }
                for case .parameter(let name) in pieces {
                    used.insert(name)
                    guard !names.contains(name) else { continue }
                    error("the template has no parameter '\(name)'\(similar.suggestion(for: name))", node)
                }
            case .sequence(let nodes): nodes.forEach(visit)
            case .mapping(let pairs):
                for pair in pairs {
                    if pair.key.scalar?.text == "template", pair.value.scalar?.text.holds("${") == true {
                        error("'template' cannot contain a parameter; write the name of the template", pair.value)
                    }
                    visit(pair.value)
                }
            }
        }
        if let view = template.view { visit(view) }
        for parameter in template.parameters where !used.contains(parameter.name) {
            reading.warning(
                "the template's view does not use the parameter '\(parameter.name)'; remove the parameter",
                at: parameter.mark
            )
        }
        return isValid
    }
}
