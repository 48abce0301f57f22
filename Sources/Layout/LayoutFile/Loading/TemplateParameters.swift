internal import Platform
internal import Schema
internal import YAML

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

extension TemplateLayout {
    /// Checks that the view uses all declared parameters and no other names. Returns false if the template cannot be
    /// expanded.
    func check(_ reading: Reading) -> Bool {
        let parameters = Set(self.parameters.map(\.name))
        var check = Check(parameters: parameters, similar: KnownNames(self.parameters.map(\.name)), reading: reading)
        if let view { check.visit(view, []) }
        for parameter in self.parameters where !check.used.contains(parameter.name) {
            reading.warning(
                "the template's view does not use the parameter '\(parameter.name)'; remove the parameter",
                .unused,
                at: parameter.mark
            )
        }
        return check.isValid
    }

    private struct Check {
        let parameters: Set<String>
        let similar: KnownNames
        let reading: Reading
        var used: Set<String> = []
        var isValid = true

        /// Checks a node. `items` contains the names that enclosing repeated views define for their current item.
        mutating func visit(_ node: Node, _ items: Set<String>) {
            switch node.content {
            case .scalar(let scalar): check(scalar, node, items)
            case .sequence(let nodes): for node in nodes { visit(node, items) }
            case .mapping(let pairs):
                let repeated = pairs.first(where: \.isRepeat).map { Repetition.name(in: $0.value) }
                let inner = repeated.map { items.union([$0]) } ?? items
                for pair in pairs {
                    if pair.key.scalar?.text == "template", pair.value.scalar?.text.holds("${") == true {
                        report(
                            "'template' cannot contain a parameter; write the name of the template",
                            .wrongValue,
                            pair.value
                        )
                    }
                    visit(pair.value, pair.isRepeat ? items : inner)
                }
            }
        }

        private mutating func check(_ scalar: Scalar, _ node: Node, _ items: Set<String>) {
            guard scalar.text.holds("${") else { return }
            guard let pieces = TemplateText.pieces(of: scalar.text) else {
                return report(TemplateText.unclosed, .wrongExpression, node)
            }
            for case .expression(let source) in pieces {
                func isKnown(_ name: String) -> Bool { items.contains(name) || parameters.contains(name) }
                guard let expression = Expression(source, isKnown: isKnown) else {
                    report(Expression.invalid(source), .wrongExpression, node)
                    continue
                }
                for name in expression.names {
                    let first = isKnown(name) ? name : String(name.prefix { $0 != "." })
                    used.insert(first)
                    guard !isKnown(first) else { continue }
                    report(
                        "the template has no parameter '\(name)'\(similar.suggestion(for: name))",
                        .unknownName,
                        node
                    )
                }
            }
        }

        private mutating func report(_ message: String, _ code: Diagnostic.Code, _ node: Node) {
            reading.error(message, code, at: node)
            isValid = false
        }
    }
}
