internal import Schema
internal import YAML

/// The templates of a layout. Replaces `template: NAME` with the view of the template.
final class Templates {
    private let reading: Reading
    private let budget: Budget
    private var definitions: [String: Named<TemplateLayout>] = [:]
    /// Names of templates that contain errors. The errors are reported once, and these templates are not expanded.
    private var broken: Set<String> = []
    private var used: Set<String> = []
    /// Names of all templates, including templates that contain errors.
    private let names: Set<String>
    private let similar: KnownNames
    /// Parameters of each template, by template name.
    private var parameters: [String: TemplateParameters] = [:]

    /// Reads and checks the templates in `templates:`.
    init(_ node: Node?, _ reading: Reading, _ budget: Budget) {
        (self.reading, self.budget) = (reading, budget)
        let all = node?.mapping?.compactMap { $0.key.scalar?.text } ?? []
        (names, similar) = (Set(all), KnownNames(all))
        guard let node else { return }
        let setting = Setting<[Named<TemplateLayout>]>.dictionary(of: .table(TemplateLayout.table))
        for definition in setting.read(node, reading) ?? [] where definitions[definition.name] == nil {
            definitions[definition.name] = definition
            parameters[definition.name] = TemplateParameters(definition.value)
            if !Substitution.check(definition.value, reading) { broken.insert(definition.name) }
        }
        findCircles()
    }

    /// Returns the layout after all templates were expanded.
    func expanded(_ layout: Node) -> Node {
        let result = ViewLocations { self.view($0, depth: 0) }.inLayout(layout)
        guard !budget.isExhausted else { return result }
        for name in definitions.keys.sorted() where !used.contains(name) && !broken.contains(name) {
            guard let definition = definitions[name] else { continue }
            reading.warning("no view uses the template '\(name)'; remove the template", at: definition.mark)
        }
        return result
    }

    private func view(_ node: Node, depth: Int) -> Node {
        guard budget.allows(node, depth: depth), let pairs = node.mapping else { return node }
        let own = pairs.filter { $0.key.scalar?.text != "template" && $0.key.scalar?.text != "with" }
        let locations = ViewLocations { self.view($0, depth: depth + 2) }
        let rest = locations.inView(Node(.mapping(own), mark: node.mark))
        guard let template = node["template"] else {
            if let with = pairs.first(where: { $0.key.scalar?.text == "with" }) {
                reading.error("'with' has no effect without 'template'; add 'template: NAME'", at: with.key)
            }
            return rest
        }
        guard let (name, definition) = definition(template), let body = definition.view else { return rest }
        used.insert(name)
        guard !broken.contains(name), let parameters = parameters[name],
            let substitution = Substitution(parameters, name, at: template, with: node["with"], reading, budget)
        else { return rest }
        return view(substitution.applied(to: body, depth: depth), depth: depth + 1).overridden(by: rest)
    }

    private func definition(_ template: Node) -> (String, TemplateLayout)? {
        guard let name = template.scalar?.text, let definition = definitions[name] else {
            if let name = template.scalar?.text, names.contains(name) { return nil }
            func hint() -> String { template.scalar.map { similar.suggestion(for: $0.text) } ?? "" }
            reading.error("there is no template \(template.name)\(hint())", at: template)
            return nil
        }
        return (name, definition.value)
    }

    // MARK: Cycles

    private func findCircles() {
        func references(_ name: String) -> [String] {
            definitions[name]?.value.view.map { Self.templates(in: $0).sorted() } ?? []
        }
        ReferenceCycles.find(from: definitions.keys.sorted(), references: references, name: \.self) { _, cycle in
            guard let mark = cycle.first.flatMap({ definitions[$0]?.mark }) else { return }
            let remedy = "remove one 'template:' of this cycle"
            reading.error("circular templates: \(ReferenceCycles.words(cycle)); \(remedy)", at: mark)
        } inCircle: { name in
            broken.insert(name)
        }
    }

    /// Returns the names of the templates that a view and its subviews use.
    private static func templates(in body: Node) -> Set<String> {
        var names: Set<String> = []
        func visit(_ node: Node) -> Node {
            if let name = node["template"]?.scalar?.text { names.insert(name) }
            return ViewLocations(change: visit).inView(node)
        }
        _ = visit(body)
        return names
    }
}
