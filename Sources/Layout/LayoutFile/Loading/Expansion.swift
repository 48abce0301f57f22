internal import Schema
internal import YAML

/// Replaces `template: NAME` with the view of the template, and `repeat:` with one view for each item.
struct Expansion {
    let templates: Templates
    let reading: Reading
    let budget: Budget

    /// Returns the view after expansion. `depth` is the nesting depth in the expanded layout.
    func view(_ node: Node, in scope: Scope, depth: Int) -> Node {
        if let argument = inserted(node, scope) { return view(argument.node, in: argument.scope, depth: depth) }
        guard allows(node, scope, depth), let pairs = node.mapping else { return node }
        if let pair = pairs.first(where: \.isRepeat) {
            reading.error(
                "'repeat' is possible only in elements of 'subviews'; remove 'repeat'",
                .misplacedKey,
                at: pair.key
            )
        }
        let own = pairs.filter { !["template", "with", "repeat"].contains($0.key.scalar?.text) }
        let rest = Node(.mapping(parts(own, ViewLocations.inView, scope, depth)), mark: node.mark)
        guard let name = node["template"] else {
            if let with = pairs.first(where: { $0.key.scalar?.text == "with" }) {
                reading.error(
                    "'with' has no effect without 'template'; add 'template: NAME'",
                    .missingKey,
                    at: with.key
                )
            }
            return rest
        }
        guard let template = templates.template(name) else { return rest }
        let given = node["with"].map { resolved($0, scope) }
        guard let inner = self.scope(of: template, at: name, given) else { return rest }
        return view(template.view, in: inner, depth: depth + 1).overridden(by: rest)
    }

    /// Returns the views that result from an element of `subviews:`: one view, or one for each item of `repeat:`.
    private func views(_ node: Node, in scope: Scope, depth: Int) -> [Node] {
        if let argument = inserted(node, scope) { return views(argument.node, in: argument.scope, depth: depth) }
        guard let pairs = node.mapping, let pair = pairs.first(where: \.isRepeat) else {
            return [view(node, in: scope, depth: depth)]
        }
        guard let repetition = Repetition(pair.value, scope, reading, resolved) else { return [] }
        let body = Node(.mapping(pairs.filter { !$0.isRepeat }), mark: node.mark)
        return repetition.items.map { item in
            view(body, in: Scope(item: repetition.name, item, in: scope), depth: depth)
        }
    }

    private func parts(
        _ pairs: [Node.Pair],
        _ kinds: [String: ViewLocations.Kind],
        _ scope: Scope,
        _ depth: Int
    ) -> [Node.Pair] {
        pairs.map { pair in
            let kind = pair.key.scalar.flatMap { kinds[$0.text] }
            return Node.Pair(key: pair.key, value: part(pair.value, kind, scope, depth))
        }
    }

    private func part(_ node: Node, _ kind: ViewLocations.Kind?, _ scope: Scope, _ depth: Int) -> Node {
        guard let kind else { return value(node, in: scope, depth: depth + 1) }
        if let argument = inserted(node, scope) { return part(argument.node, kind, argument.scope, depth) }
        guard kind != .view else { return view(node, in: scope, depth: depth + 2) }
        guard allows(node, scope, depth + 1) else { return node }
        switch (kind, node.content) {
        case (.views, .sequence(let nodes)):
            return Node(.sequence(nodes.flatMap { views($0, in: scope, depth: depth + 2) }), mark: node.mark)
        case (.controllers, .sequence(let nodes)):
            return Node(.sequence(nodes.map { part($0, .controller, scope, depth + 1) }), mark: node.mark)
        case (.controller, .mapping(let pairs)):
            return Node(.mapping(parts(pairs, ViewLocations.inController, scope, depth)), mark: node.mark)
        default: return node
        }
    }

    /// Replaces each `${…}` in a value that contains no views.
    private func value(_ node: Node, in scope: Scope, depth: Int) -> Node {
        guard scope.isCounted else { return node }
        guard allows(node, scope, depth) else { return Node(.mapping([]), mark: node.mark) }
        switch node.content {
        case .scalar:
            let argument = resolved(node, scope)
            return argument.node.scalar == nil
                ? value(argument.node, in: argument.scope, depth: depth) : argument.node
        case .sequence(let nodes):
            return Node(.sequence(nodes.map { value($0, in: scope, depth: depth + 1) }), mark: node.mark)
        case .mapping(let pairs):
            let changed = pairs.map { Node.Pair(key: $0.key, value: value($0.value, in: scope, depth: depth + 1)) }
            return Node(.mapping(changed), mark: node.mark)
        }
    }

    /// Returns whether the limits of `budget` allow the value. Counts only copies by templates and repetitions; all
    /// other values were counted when includes were resolved.
    private func allows(_ node: Node, _ scope: Scope, _ depth: Int) -> Bool {
        scope.isCounted ? budget.takes(node, depth: depth) : budget.allows(node, depth: depth)
    }

    // MARK: Names

    /// Returns the value that replaces a string such as `${content}`. Nil if the node is not a string, or if the scope
    /// replaces no names.
    private func inserted(_ node: Node, _ scope: Scope) -> Scope.Argument? {
        scope.hasNames && node.scalar != nil ? resolved(node, scope) : nil
    }

    /// Returns the value of a string that may contain `${…}`. Returns a list or mapping unchanged, because names inside
    /// it are replaced later.
    private func resolved(_ node: Node, _ scope: Scope) -> Scope.Argument {
        guard scope.hasNames, let scalar = node.scalar else {
            return Scope.Argument(node: node, scope: scope.isCounted ? scope : .literal)
        }
        return Substitution(scope, reading, budget).resolved(scalar, node)
    }

    /// Reads the parameters that a view passes to a template with `with:`. Reports unknown and missing parameters;
    /// returns nil if a parameter is missing.
    private func scope(of template: Templates.Entry, at name: Node, _ given: Scope.Argument?) -> Scope? {
        let parameters = template.parameters
        var values: [String: Scope.Argument] = [:]
        for parameter in given.flatMap({ Setting.parameters.read($0.node, reading) }) ?? [] {
            if parameters.names.contains(parameter.name) {
                values[parameter.name] = resolved(parameter.value, given?.scope ?? .literal)
            } else {
                func hint() -> String { parameters.similar.suggestion(for: parameter.name) }
                let problem = "the template '\(template.name)' has no parameter '\(parameter.name)'"
                reading.error("\(problem)\(hint())", .unknownName, at: parameter.mark)
            }
        }
        var missing = parameters.required.lazy.filter { values[$0] == nil }.makeIterator()
        guard let first = missing.next() else { return Scope(values, defaults: parameters.defaults) }
        let others = [missing.next(), missing.next(), missing.next()].compactMap(\.self)
        let list = ([first] + others).map { "\($0): …" }.joined(separator: ", ")
        reading.error(
            "the template '\(template.name)' requires parameters; write 'with: {\(list)}'",
            .missingKey,
            at: name
        )
        return nil
    }
}
