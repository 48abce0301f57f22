public import YAML

/// The texts that values are read from, and everything that is wrong with them, so that all of it is told at once.
public final class Reading {
    /// What is wrong so far, in the order in which it was found.
    public private(set) var diagnostics: [Diagnostic] = []
    private var documents: [Document] = []

    public init() {}

    /// The number that the next text's marks are to have.
    public var nextSource: Int { documents.count }

    /// The names of the texts that were read, in their order.
    public var files: [String] { documents.map(\.file) }

    /// Takes a text that was read with `nextSource`; keys that stand in it twice are mistakes.
    public func add(_ document: Document) {
        documents.append(document)
        for problem in document.problems { add(Diagnostic(.error, problem)) }
    }

    /// Whether there is a mistake, and not only warnings.
    public private(set) var hasErrors = false
    /// How many were found beyond the limit and are not kept.
    public private(set) var omitted = 0

    /// Limit reported-errors (Layouts): errors that are reported. Past it: further errors are only counted.
    public static let limit = 200

    /// Limit worded-errors (Internal bounds): worded messages about one location of a layout.
    ///
    /// A template's error comes again with each use.
    static let wordingLimit = 20
    /// What was worded about each location, and how many different messages came of it.
    private var worded: [Mark: (count: Int, kept: Int)] = [:]
    /// Messages put into words so far; each may have cost a search for similar names.
    package private(set) var wordingCount = 0

    /// What is wrong so far, in the order of the texts and of the places in them.
    public var sorted: [Diagnostic] {
        diagnostics.enumerated().sorted { left, right in
            let (a, b) = (left.element.problem, right.element.problem)
            return (a.mark.source, a.file, a.mark.line, a.mark.column, left.offset)
                < (b.mark.source, b.file, b.mark.line, b.mark.column, right.offset)
        }.map(\.element)
    }

    /// Takes down what another reader found.
    public func add(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { hasErrors = true }
        guard !diagnostics.contains(diagnostic) else { return }
        if diagnostics.count < Self.limit { diagnostics.append(diagnostic) } else { omitted += 1 }
    }

    /// Takes down a mistake at a value's place.
    public func error(_ message: @autoclosure () -> String, at node: Node) { add(.error, message, node.mark) }

    /// Takes down a mistake at a place.
    public func error(_ message: @autoclosure () -> String, at mark: Mark) { add(.error, message, mark) }

    /// Takes down what is allowed and surely not meant.
    public func warning(_ message: @autoclosure () -> String, at mark: Mark) { add(.warning, message, mark) }

    /// The name of the text that a place is in.
    public func file(of mark: Mark) -> String? {
        documents.indices.contains(mark.source) ? documents[mark.source].file : nil
    }

    /// Counts warnings that were found and never put into words.
    public func omit(_ count: Int) { omitted += count }

    private func add(_ severity: Diagnostic.Severity, _ message: () -> String, _ mark: Mark) {
        if severity == .error { hasErrors = true }
        // Nearest names and lines have to be searched for, and for those that are not kept it would be in vain.
        guard diagnostics.count < Self.limit else {
            omitted += 1
            return
        }
        var own = worded[mark] ?? (0, 0)
        guard own.count < Self.wordingLimit else {
            // What has been one message so often is the same one again.
            if own.kept > 1 { omitted += 1 }
            return
        }
        let before = diagnostics.count
        wordingCount += 1
        if documents.indices.contains(mark.source) {
            add(Diagnostic(severity, documents[mark.source].error(message(), at: mark)))
        } else {
            add(Diagnostic(severity, YAMLError(file: "", mark: mark, message: message(), line: nil)))
        }
        own.count += 1
        own.kept += diagnostics.count - before
        worded[mark] = own
    }
}
