internal import YAML

/// The values that replace names such as `${label}` in a part of a layout.
final class Scope: Sendable {
    /// A value, with the scope for names inside the value.
    struct Argument: Sendable {
        let node: Node
        let scope: Scope
    }

    private enum Kind {
        case source, literal, names
    }

    /// Scope of the layout outside of templates and repeated views; `${` has no special meaning in this scope.
    static let source = Scope(.source)
    /// Scope of text that a parameter has inserted; `${` has no special meaning in this scope.
    static let literal = Scope(.literal)

    private let kind: Kind
    private let values: [String: Argument]
    /// Default values of a template's parameters.
    private let defaults: [String: Node]
    /// Scope around a repeated view; nil if `${name}` is not replaced there.
    private let outer: Scope?

    private init(_ kind: Kind) {
        (self.kind, values, defaults, outer) = (kind, [:], [:], nil)
    }

    /// Creates the scope of a template's view.
    init(_ values: [String: Argument], defaults: [String: Node]) {
        (kind, self.values, self.defaults, outer) = (.names, values, defaults, nil)
    }

    /// Creates the scope of a repeated view.
    init(item name: String, _ item: Argument, in outer: Scope) {
        (kind, values, defaults) = (.names, [name: item], [:])
        self.outer = outer.hasNames ? outer : nil
    }

    /// Whether `${name}` is replaced.
    var hasNames: Bool { kind == .names }

    /// Whether values in this scope are copies made by a template or repeated view. Each copy counts towards the
    /// layout's limits, because a template can make any number of copies.
    var isCounted: Bool { kind != .source }

    /// Returns the value of a name; nil if the name is unknown.
    subscript(name: String) -> Argument? {
        values[name] ?? defaults[name].map { Argument(node: $0, scope: .literal) } ?? outer?[name]
    }

    /// Known names, for suggestions in messages about unknown names.
    ///
    /// Excludes `defaults`: the names in a template are checked before its expansion, so only repeated views outside of
    /// templates cause such messages.
    var names: [String] { values.keys.sorted() + (outer?.names ?? []) }
}
