public import YAML

/// Collects source texts and their diagnostics, so that one run reports all errors.
public final class Reading {
    /// Diagnostics in the order of detection.
    public private(set) var diagnostics: [Diagnostic] = []
    private var documents: [Document] = []
    /// Key of the value being read, and the location of the value; nil between values. If `isRequired` is false, a
    /// message may suggest removing the key. `depth` is 0 for the value itself, 1 for an element of a list in the
    /// value, and so on.
    var valueKey: (key: Node, value: Mark, isRequired: Bool, depth: Int)?
    private let namesKeys: Bool

    /// - Parameter namesKeys: Whether a message about a value names its key; false if the caller adds the path of the
    ///   value to the message.
    public init(namesKeys: Bool = true) { self.namesKeys = namesKeys }

    /// Value of `Mark.source` for the next text.
    public var nextSource: Int { documents.count }

    /// File names of the texts, in the order of addition.
    public var files: [String] { documents.map(\.file) }

    /// Adds a text parsed with `nextSource` as its source number. Reports duplicate keys as errors.
    public func add(_ document: Document) {
        documents.append(document)
        for problem in document.problems { add(Diagnostic(.error, .duplicateKey, problem)) }
    }

    public private(set) var hasErrors = false
    /// Whether all errors so far have the given code. Returns false if errors may have been discarded.
    package func hasNoErrors(except code: Diagnostic.Code) -> Bool {
        omitted == 0 && diagnostics.allSatisfy { $0.severity != .error || $0.code == code }
    }

    /// Number of diagnostics discarded after a limit was reached.
    public private(set) var omitted = 0

    /// Limit reported-errors (limits.md, Layouts): maximum number of errors and warnings reported for a layout. If
    /// exceeded: further errors and warnings are only counted.
    public static let limit = 200

    /// Limit worded-errors (limits.md, Internal bounds): maximum number of error messages that are formatted for one
    /// location in a layout.
    ///
    /// The limit is needed because an error in a template is reported again for each use of the template.
    static let wordingLimit = 20
    /// Number of formatted messages (`count`) and of distinct messages (`kept`) for each location.
    private var worded: [Mark: (count: Int, kept: Int)] = [:]
    /// Number of messages formatted so far. Formatting can be slow, because it may search for similar names.
    package private(set) var wordingCount = 0

    /// Diagnostics sorted by source text (in the order of addition), then by location.
    public var sorted: [Diagnostic] {
        diagnostics.enumerated().sorted { left, right in
            let (a, b) = (left.element.problem, right.element.problem)
            return (a.mark.source, a.file, a.mark.line, a.mark.column, left.offset)
                < (b.mark.source, b.file, b.mark.line, b.mark.column, right.offset)
        }.map(\.element)
    }

    /// Adds a diagnostic, unless the diagnostic is a duplicate.
    public func add(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { hasErrors = true }
        guard !diagnostics.contains(diagnostic) else { return }
        if diagnostics.count < Self.limit { diagnostics.append(diagnostic) } else { omitted += 1 }
    }

    public func error(_ message: @autoclosure () -> String, _ code: Diagnostic.Code, at node: Node) {
        add(.error, code, message, node.mark)
    }

    public func error(_ message: @autoclosure () -> String, _ code: Diagnostic.Code, at mark: Mark) {
        add(.error, code, message, mark)
    }

    /// Reports that a value must be `expected`, but is `actual`. Names the key if `node` is the value of a key or an
    /// element of a list.
    public func expected(_ expected: String, not actual: @autoclosure () -> String, at node: Node) {
        error("\(valueName(of: node, "each")) must be \(expected), not \(actual())", .wrongValue, at: node)
    }

    /// Reports an empty string where a non-empty one is required. Names the key if `node` is the value of a key or an
    /// element of a list.
    func emptyName(at node: Node) {
        guard namesKeys, let valueKey, valueKey.value == node.mark else {
            return error("the name is empty; write a name", .wrongValue, at: node)
        }
        let removal = valueKey.isRequired || valueKey.depth > 0 ? "" : ", or remove \(valueKey.key.name)"
        error("\(valueName(of: node, "an")) is empty; write a value\(removal)", .wrongValue, at: node)
    }

    /// Returns the subject of a message about a value: the name of its key. For an element of a list, returns a phrase
    /// such as "each element of 'size'".
    private func valueName(of node: Node, _ article: String) -> String {
        guard namesKeys, let valueKey, valueKey.value == node.mark else { return "the value" }
        switch valueKey.depth {
        case 0: return valueKey.key.name
        case 1: return "\(article) element of \(valueKey.key.name)"
        default: return "\(article) element of a list in \(valueKey.key.name)"
        }
    }

    /// Calls `read`. Messages about `value` during this call contain the name of `key`.
    package func naming<Value>(_ key: Node, of value: Node, _ read: () -> Value) -> Value {
        let outerKey = valueKey
        defer { valueKey = outerKey }
        valueKey = (key, value.mark, true, 0)
        return read()
    }

    /// Calls `read` with each element of a list. Messages about the element during this call contain the key of the
    /// list.
    package func eachElement(_ nodes: [Node], of list: Node, _ read: (Node) -> Void) {
        guard let outerKey = valueKey, outerKey.value == list.mark else { return nodes.forEach(read) }
        defer { valueKey = outerKey }
        for node in nodes {
            valueKey = (outerKey.key, node.mark, true, outerKey.depth + 1)
            read(node)
        }
    }

    /// Reports a warning about text that is valid but probably does not have the intended effect.
    public func warning(_ message: @autoclosure () -> String, _ code: Diagnostic.Code, at mark: Mark) {
        add(.warning, code, message, mark)
    }

    /// Returns the file name of the text that contains a location; nil if no such text was added.
    public func file(of mark: Mark) -> String? {
        documents.indices.contains(mark.source) ? documents[mark.source].file : nil
    }

    /// Returns the end locations of keys and values with diagnostics, by start location. Diagnostics about a whole
    /// file, a syntax error or a substring have no end location.
    public func ends() -> [Mark: Mark] {
        let starts = Dictionary(grouping: diagnostics.map(\.problem.mark), by: \.source)
        return starts.reduce(into: [:]) { ends, entry in
            guard documents.indices.contains(entry.key) else { return }
            ends.merge(documents[entry.key].ends(at: Set(entry.value))) { first, _ in first }
        }
    }

    /// Counts `count` warnings as omitted, without formatting their messages.
    public func omit(_ count: Int) { omitted += count }

    private func add(
        _ severity: Diagnostic.Severity,
        _ code: Diagnostic.Code,
        _ message: () -> String,
        _ mark: Mark
    ) {
        if severity == .error { hasErrors = true }
        // Does not format discarded messages, because formatting searches for similar names and source lines.
        guard diagnostics.count < Self.limit else {
            omitted += 1
            return
        }
        var own = worded[mark] ?? (0, 0)
        guard own.count < Self.wordingLimit else {
            // If all earlier messages at this location were identical, treats this message as a duplicate and does not
            // count it.
            if own.kept > 1 { omitted += 1 }
            return
        }
        let before = diagnostics.count
        wordingCount += 1
        if documents.indices.contains(mark.source) {
            add(Diagnostic(severity, code, documents[mark.source].error(message(), at: mark)))
        } else {
            add(Diagnostic(severity, code, YAMLError(file: "", mark: mark, message: message(), line: nil)))
        }
        own.count += 1
        own.kept += diagnostics.count - before
        worded[mark] = own
    }
}
