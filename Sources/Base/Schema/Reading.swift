public import YAML

/// Collects the source texts and all errors in them, so that one run reports every error.
public final class Reading {
    /// Diagnostics in the order of detection.
    public private(set) var diagnostics: [Diagnostic] = []
    private var documents: [Document] = []

    public init() {}

    /// The `Mark.source` for the next text.
    public var nextSource: Int { documents.count }

    /// File names of the texts, in the order in which they were added.
    public var files: [String] { documents.map(\.file) }

    /// Adds a text that was parsed with `nextSource`, and reports its duplicate keys as errors.
    public func add(_ document: Document) {
        documents.append(document)
        for problem in document.problems { add(Diagnostic(.error, problem)) }
    }

    /// Whether any diagnostic is an error.
    public private(set) var hasErrors = false
    /// Number of diagnostics that were not stored, because the limit was reached.
    public private(set) var omitted = 0

    /// Limit reported-errors (Layouts): reported errors. If exceeded: further errors are only counted.
    public static let limit = 200

    /// Limit worded-errors (Internal bounds): formatted messages for one location in a layout.
    ///
    /// An error in a template repeats with each use of the template.
    static let wordingLimit = 20
    /// Number of messages formatted per location, and how many of them were distinct.
    private var worded: [Mark: (count: Int, kept: Int)] = [:]
    /// Number of messages formatted so far; each may have cost a search for similar names.
    package private(set) var wordingCount = 0

    /// Diagnostics in the order of the texts and of the locations in them.
    public var sorted: [Diagnostic] {
        diagnostics.enumerated().sorted { left, right in
            let (a, b) = (left.element.problem, right.element.problem)
            return (a.mark.source, a.file, a.mark.line, a.mark.column, left.offset)
                < (b.mark.source, b.file, b.mark.line, b.mark.column, right.offset)
        }.map(\.element)
    }

    /// Adds a diagnostic of another reader, unless it is a duplicate.
    public func add(_ diagnostic: Diagnostic) {
        if diagnostic.severity == .error { hasErrors = true }
        guard !diagnostics.contains(diagnostic) else { return }
        if diagnostics.count < Self.limit { diagnostics.append(diagnostic) } else { omitted += 1 }
    }

    /// Reports an error at a node.
    public func error(_ message: @autoclosure () -> String, at node: Node) { add(.error, message, node.mark) }

    /// Reports an error at a location.
    public func error(_ message: @autoclosure () -> String, at mark: Mark) { add(.error, message, mark) }

    /// Reports a warning: valid, but probably unintended.
    public func warning(_ message: @autoclosure () -> String, at mark: Mark) { add(.warning, message, mark) }

    /// Returns the file name of the text that contains a location.
    public func file(of mark: Mark) -> String? {
        documents.indices.contains(mark.source) ? documents[mark.source].file : nil
    }

    /// Counts warnings whose messages were never formatted.
    public func omit(_ count: Int) { omitted += count }

    private func add(_ severity: Diagnostic.Severity, _ message: () -> String, _ mark: Mark) {
        if severity == .error { hasErrors = true }
        // Formatting searches for similar names and lines, so messages that are not stored are not formatted.
        guard diagnostics.count < Self.limit else {
            omitted += 1
            return
        }
        var own = worded[mark] ?? (0, 0)
        guard own.count < Self.wordingLimit else {
            // If all messages so far were identical, so is this one.
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
