internal import Platform
internal import Schema
internal import YAML

/// The parsed value of `repeat:`. The view is repeated for each item; `${…}` refers to the current item by `name`.
struct Repetition {
    /// Limit repeated-views (limits.md, Layouts): maximum number of items of one `repeat:`. If exceeded: an error is
    /// reported at the value of `repeat:`.
    static let limit = 10_000

    let name: String
    let items: [Scope.Argument]

    static let expected = "a list, a range such as 1..9, or a name with one of these such as { row: 1..9 }"

    /// Returns the name by which `${…}` refers to the current item; the default is `item`.
    static func name(in value: Node) -> String {
        guard let pairs = value.mapping, pairs.count == 1, let name = pairs[0].key.scalar?.text else { return "item" }
        return name
    }

    /// Reads the value of `repeat:`. `resolve` replaces `${…}` in a string. Reports an error and returns nil if the
    /// value is invalid.
    init?(_ value: Node, _ scope: Scope, _ reading: Reading, _ resolve: (Node, Scope) -> Scope.Argument) {
        name = Self.name(in: value)
        let source = value.mapping.flatMap { $0.count == 1 ? $0[0].value : nil } ?? value
        let content = resolve(source, scope)
        let range = content.node.scalar.flatMap { Self.range($0.text) }
        guard let count = content.node.sequence?.count ?? range?.count else {
            let remedy = content.node.scalar?.integer.map { "; write 1..\($0)" } ?? ""
            reading.error(
                "'repeat' must be \(Self.expected), not \(content.node.kind)\(remedy)",
                .wrongValue,
                at: source
            )
            return nil
        }
        guard count <= Self.limit else {
            let message = "'repeat' has \(count) items, but at most \(Self.limit) are possible; write fewer items"
            reading.error(message, .limitExceeded, at: source)
            return nil
        }
        items =
            content.node.sequence?.map { resolve($0, content.scope) }
            ?? range?.map { .init(node: Node(.scalar(Scalar("\($0)")), mark: source.mark), scope: .literal) } ?? []
    }

    /// Parses a range such as `1..9`, which includes both numbers. Returns nil for other texts.
    private static func range(_ text: String) -> ClosedRange<Int>? {
        guard let dots = text.utf8Range(of: ".."), let first = Int32(text[..<dots.lowerBound]),
            let last = Int32(text[dots.upperBound...]), first <= last
        else { return nil }
        return Int(first)...Int(last)
    }
}

extension Node.Pair {
    /// Whether the key is `repeat`, which makes the mapping a repeated view.
    var isRepeat: Bool { key.scalar?.text == "repeat" }
}
