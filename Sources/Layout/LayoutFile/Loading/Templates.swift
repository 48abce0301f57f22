internal import Schema
internal import YAML

/// Templates of a layout, checked once and expanded at each use.
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
            if !definition.value.check(reading) { broken.insert(definition.name) }
        }
        findCircles()
    }

    /// Returns the layout after all templates and repeated views were expanded.
    func expanded(_ layout: Node) -> Node {
        let expansion = Expansion(templates: self, reading: reading, budget: budget)
        let result = ViewLocations { expansion.view($0, in: .source, depth: 0) }.inLayout(layout)
        guard !budget.isExhausted else { return result }
        for name in definitions.keys.sorted() where !used.contains(name) && !broken.contains(name) {
            guard let definition = definitions[name] else { continue }
            reading.warning("no view uses the template '\(name)'; remove the template", .unused, at: definition.mark)
        }
        return result
    }

    /// A template without errors.
    struct Entry {
        let name: String
        let view: Node
        let parameters: TemplateParameters
    }

    /// Returns the template with this name; nil if the template contains errors or is unknown. Reports an unknown
    /// template.
    func template(_ node: Node) -> Entry? {
        guard let name = node.scalar?.text, let definition = definitions[name] else {
            if let name = node.scalar?.text, names.contains(name) { return nil }
            func hint() -> String { node.scalar.map { similar.suggestion(for: $0.text) } ?? "" }
            reading.error("there is no template \(node.name)\(hint())", .unknownName, at: node)
            return nil
        }
        guard let view = definition.value.view else { return nil }
        used.insert(name)
        guard !broken.contains(name), let parameters = parameters[name] else { return nil }
        return Entry(name: name, view: view, parameters: parameters)
    }

    // MARK: Cycles

    private func findCircles() {
        func references(_ name: String) -> [String] {
            definitions[name]?.value.view.map { Self.templates(in: $0).sorted() } ?? []
        }
        ReferenceCycles.find(from: definitions.keys.sorted(), references: references, name: \.self) { _, cycle in
            guard let mark = cycle.first.flatMap({ definitions[$0]?.mark }) else { return }
            let remedy = "remove one 'template:' of this cycle"
            reading.error(
                "circular templates: \(ReferenceCycles.words(cycle)); \(remedy)",
                .circularReference,
                at: mark
            )
        } inCircle: { name in
            broken.insert(name)
        }
    }

    /// Returns the names of the templates that a view and its subviews use.
    private static func templates(in body: Node) -> Set<String> {
        var names: Set<String> = []
        func visit(_ node: Node) {
            if let name = node["template"]?.scalar?.text { names.insert(name) }
            ViewLocations.visit(in: node, visit)
        }
        visit(body)
        return names
    }
}
