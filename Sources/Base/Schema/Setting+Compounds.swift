internal import JSON
public import YAML

extension Setting {
    /// Accepts one of several names and returns its value.
    ///
    /// `former` maps names of earlier releases to current names. Former names are accepted with a warning until the
    /// next major version.
    public static func choice(
        _ names: KeyValuePairs<String, Value>,
        formerly former: KeyValuePairs<String, String> = [:]
    ) -> Setting {
        choice(names.map { ($0.key, $0.value) }, former.map { ($0.key, $0.value) })
    }

    private static func choice(_ pairs: [(String, Value)], _ former: [(String, String)]) -> Setting {
        let known = pairs.map(\.0)
        let list = Names.alternatives(known)
        let accepted = known + former.map(\.0)
        return Setting(expected: list, schema: ["enum": .list(accepted.map { .text($0) })]) { node, reading in
            if let text = node.scalar?.text {
                let present = former.first { $0.0 == text }?.1
                if let present {
                    reading.warning(
                        "'\(text)' was renamed to '\(present)' and is accepted until the next major version; "
                            + "write '\(present)'",
                        .formerName,
                        at: node.mark
                    )
                }
                if let pair = pairs.first(where: { $0.0 == present ?? text }) { return pair.1 }
            }
            func hint() -> String {
                guard let text = node.scalar?.text else { return "" }
                if let remedy = Synonyms.remedy(for: text, in: known) { return remedy }
                return Names.nearest(to: text, in: known).map { "; did you mean '\($0)'?" } ?? ""
            }
            reading.expected(list, not: "\(node.kind)\(hint())", at: node)
            return nil
        }
    }

    /// Accepts a mapping with the keys of `table`.
    public static func table(_ table: @escaping @Sendable @autoclosure () -> Table<Value>) -> Setting {
        self.table(named: table().name, table)
    }

    /// Accepts a mapping with the keys of `table`. If a required key is missing or invalid, marks the value as
    /// incomplete with `mark` and returns it. Later checks then also find errors in its other keys.
    public static func table(
        _ table: @escaping @Sendable @autoclosure () -> Table<Value>,
        ifIncomplete mark: @escaping @Sendable (inout Value) -> Void
    ) -> Setting {
        let complete = Setting.table(table())
        return Setting(expected: complete.expected, schema: complete.schema, tables: complete.tables) { node, reading in
            table().readParts(node, reading, ifIncomplete: mark)
        }
    }

    /// Accepts a mapping with the keys of a recursive table.
    public static func table(named name: String, _ table: @escaping @Sendable () -> Table<Value>) -> Setting {
        Setting(
            expected: "a mapping",
            schema: ["$ref": .text("#/$defs/\(name)")],
            tables: { [table()] },
            read: { table().read($0, $1) }
        )
    }

    /// Accepts `true` for a default value, `false` for no value, or a mapping with the keys of `table`.
    public static func booleanOrTable<Whole>(
        _ table: @escaping @Sendable @autoclosure () -> Table<Whole>,
        default value: Whole
    ) -> Setting where Value == Whole? {
        let (table, boolean) = (Setting<Whole>.table(table()), Setting<Bool>.boolean)
        return Setting(
            expected: "true, false or a mapping",
            schema: ["anyOf": [boolean.schema, table.schema]],
            tables: table.tables
        ) { node, reading in
            if let isOn = node.scalar?.boolean { return .some(isOn ? value : nil) }
            guard node.mapping != nil else {
                let remedy = Fixes.words(Fixes.boolean(node))
                reading.expected("true, false or a mapping", not: "\(node.kind)\(remedy)", at: node)
                return nil
            }
            return table.read(node, reading).map { .some($0) }
        }
    }

    /// Accepts a list of values. Reports and skips invalid elements. In a list with a fixed count, an invalid element
    /// makes the whole list invalid.
    public static func list<Element: Sendable>(
        of element: Setting<Element>,
        count: ClosedRange<Int> = 0...Int.max,
        as expected: String? = nil
    ) -> Setting where Value == [Element] {
        let expected = expected ?? self.expected(count)
        var members: [JSONValue.Member] = [.init("type", "array"), .init("items", element.schema)]
        if count.lowerBound > 0 { members.append(.init("minItems", .number(Double(count.lowerBound)))) }
        if count.upperBound != .max { members.append(.init("maxItems", .number(Double(count.upperBound)))) }
        return Setting(expected: expected, schema: .object(members), tables: element.tables) { node, reading in
            guard let nodes = node.sequence else {
                let isFixed = count.lowerBound == count.upperBound
                func fix() -> String {
                    if isFixed { return Fixes.words(Fixes.list(node, of: count.lowerBound, as: expected)) }
                    return node.mapping == nil ? "" : "; begin each element with '- ', or write the list in '[ ]'"
                }
                reading.expected(expected, not: "\(node.kind)\(fix())", at: node)
                return nil
            }
            guard count.contains(nodes.count) else {
                let values = nodes.count == 1 ? "a list with 1 value" : "a list with \(nodes.count) values"
                reading.expected(expected, not: nodes.isEmpty ? "an empty list" : values, at: node)
                return nil
            }
            // Avoids reallocations, which would copy elements of several hundred bytes (views).
            var values: [Element] = []
            values.reserveCapacity(nodes.count)
            reading.eachElement(nodes, of: node) { if let value = element.read($0, reading) { values.append(value) } }
            return count.lowerBound == count.upperBound && values.count < nodes.count ? nil : values
        }
    }

    private static func expected(_ count: ClosedRange<Int>) -> String {
        if count.lowerBound == count.upperBound { return "a list of \(count.lowerBound) values" }
        if count.upperBound == .max {
            return count.lowerBound == 0 ? "a list" : "a list of at least \(count.lowerBound) values"
        }
        let least = count.lowerBound == 0 ? "at most" : "\(count.lowerBound) to"
        return "a list of \(least) \(count.upperBound) values"
    }

    /// Accepts a list of values, or a single value as a list with one element.
    public static func oneOrMore<Element: Sendable>(of element: Setting<Element>) -> Setting
    where Value == [Element] {
        let list = Setting.list(of: element)
        return Setting(
            expected: "\(element.expected), or a list of these",
            schema: ["anyOf": [element.schema, list.schema]],
            tables: element.tables
        ) { node, reading in
            node.sequence == nil ? element.read(node, reading).map { [$0] } : list.read(node, reading)
        }
    }

    /// Accepts a mapping from user-defined names to values; preserves the source order.
    public static func dictionary<Element: Sendable>(of element: Setting<Element>) -> Setting
    where Value == [Named<Element>] {
        Setting(
            expected: "a mapping with names as keys",
            schema: ["type": "object", "additionalProperties": element.schema],
            tables: element.tables
        ) { node, reading in
            guard let pairs = node.mapping else {
                let remedy = node.sequence == nil ? "" : "; write 'NAME: …' instead of each '- '"
                reading.expected("a mapping with names as keys", not: "\(node.kind)\(remedy)", at: node)
                return nil
            }
            let outerKey = reading.valueKey
            defer { reading.valueKey = outerKey }
            return pairs.compactMap { pair in
                guard let name = pair.key.scalar?.text, !name.isEmpty else {
                    if pair.key.scalar?.text.isEmpty == true {
                        reading.error("the name is empty; write a name", .wrongName, at: pair.key)
                    } else {
                        reading.error("a key must be a name, not \(pair.key.kind)", .wrongName, at: pair.key)
                    }
                    return nil
                }
                reading.valueKey = (pair.key, pair.value.mark, true, 0)
                return element.read(pair.value, reading).map { Named(name, $0, at: pair.key.mark) }
            }
        }
    }

    /// Returns a setting that stores the source location with the value, for later checks.
    public func located() -> Setting<Located<Value>> {
        let own = self
        return Setting<Located<Value>>(expected: expected, schema: schema, tables: tables) { node, reading in
            own.read(node, reading).map { Located($0, at: node.mark) }
        }
    }
}

extension Setting where Value: CaseIterable & RawRepresentable<String> {
    /// Accepts the name of one of the enumeration's cases.
    public static var anyCase: Setting { choice(Value.allCases.map { ($0.rawValue, $0) }, []) }
}

extension Setting where Value == Node {
    /// Accepts any node without parsing it; other code parses the node later.
    public static var node: Setting { Setting(expected: "a value", schema: true) { node, _ in node } }
}
