internal import Platform
internal import Schema
internal import YAML

/// Replaces `${…}` in strings.
struct Substitution {
    private let scope: Scope
    private let reading: Reading
    private let budget: Budget

    init(_ scope: Scope, _ reading: Reading, _ budget: Budget) {
        (self.scope, self.reading, self.budget) = (scope, reading, budget)
    }

    /// Returns the value of a string. A string that consists only of `${…}` can have a value of any type.
    func resolved(_ scalar: Scalar, _ node: Node) -> Scope.Argument {
        guard scalar.text.holds("$") else { return literal(scalar, node) }
        guard let pieces = TemplateText.pieces(of: scalar.text) else {
            reading.error(TemplateText.unclosed, .wrongExpression, at: node)
            return literal(scalar, node)
        }
        if pieces.count == 1, case .expression(let source) = pieces[0] {
            guard budget.takes(text: 0, of: scalar.text.utf8.count, node) else { return literal(Scalar(""), node) }
            return value(of: source, node) ?? literal(scalar, node)
        }
        return literal(text(pieces, scalar, node), node)
    }

    private func literal(_ scalar: Scalar, _ node: Node) -> Scope.Argument {
        Scope.Argument(node: Node(.scalar(scalar), mark: node.mark), scope: .literal)
    }

    private func text(_ pieces: [TemplateText], _ scalar: Scalar, _ node: Node) -> Scalar {
        var text = ""
        for piece in pieces {
            switch piece {
            case .text(let part): text += part
            case .expression(let source):
                guard let value = value(of: source, node)?.node else { continue }
                guard let part = value.scalar else {
                    reading.error(
                        "'${\(source)}' is part of a string, so it must not be \(value.kind)",
                        .wrongExpression,
                        at: value
                    )
                    continue
                }
                text += part.text
            }
            guard text.utf8.count <= budget.limits.textBytes else { break }
        }
        guard budget.takes(text: text.utf8.count, of: scalar.text.utf8.count, node) else { return Scalar("") }
        guard !text.exceedsCombiningLimit else {
            let message = "the parameters form more than \(String.combiningLimit) consecutive combining marks (Unicode)"
            reading.error("\(message); remove them", .limitExceeded, at: node)
            return Scalar("")
        }
        return Scalar(text, style: scalar.style)
    }

    /// Returns the value of the content of `${…}`; reports an error and returns nil if the content has no value.
    private func value(of source: String, _ node: Node) -> Scope.Argument? {
        switch Expression(source, isKnown: { scope[$0] != nil }) {
        case .name(let name)?: return value(ofName: name, node)
        case .sum(let products)?:
            do throws(Expression.Failure) {
                let length = try Expression.sum(products) { operand throws(Expression.Failure) in
                    try number(operand, node)
                }
                return literal(Scalar(length.text), node)
            } catch {
                if let reason = error.reason { reading.error("'${\(source)}' \(reason)", .wrongExpression, at: node) }
                return nil
            }
        case nil:
            reading.error(Expression.invalid(source), .wrongExpression, at: node)
            return nil
        }
    }

    /// Returns the value of a name, or of a key of a mapping such as `item.label`. If the name or key is unknown,
    /// reports an error and returns nil.
    private func value(ofName name: String, _ node: Node) -> Scope.Argument? {
        if let argument = scope[name] { return argument }
        if let dot = name.firstIndex(of: "."), let argument = scope[String(name[..<dot])] {
            let key = String(name[name.index(after: dot)...])
            guard let member = budget.member(key, of: argument.node) else {
                func hint() -> String {
                    let keys = argument.node.mapping?.compactMap { $0.key.scalar?.text } ?? []
                    return keys.isEmpty ? "" : Names.suggestion(for: key, in: keys)
                }
                reading.error(
                    "'\(name[..<dot])' (\(argument.node.kind)) has no key '\(key)'\(hint())",
                    .unknownName,
                    at: node
                )
                return nil
            }
            guard argument.scope.hasNames, let scalar = member.scalar else {
                return Scope.Argument(node: member, scope: argument.scope)
            }
            return Substitution(argument.scope, reading, budget).resolved(scalar, member)
        }
        func remedy() -> String {
            let hint = KnownNames(scope.names).suggestion(for: name)
            return hint.hasSuffix("?") ? hint : "\(hint); write '$${' for a literal '${'"
        }
        reading.error("the name '\(name)' is unknown\(remedy())", .unknownName, at: node)
        return nil
    }

    private func number(_ operand: Expression.Operand, _ node: Node) throws(Expression.Failure) -> Length {
        switch operand {
        case .length(let length): return length
        case .name(let name):
            guard let value = value(ofName: name, node)?.node else {
                throw Expression.Failure(reason: nil)
            }
            guard let length = value.scalar.flatMap({ Length(parsing: $0.text) }) else {
                throw Expression.Failure(reason: "needs a number or a percentage for '\(name)', not \(value.kind)")
            }
            return length
        }
    }
}
