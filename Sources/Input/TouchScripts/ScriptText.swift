package import ResponderKit

/// The lines of a touch script; docs/guide/touch-scripts.md describes the grammar.
package struct ScriptText: Sendable {
    package let lines: [ScriptLine]

    package init(lines: [ScriptLine]) { self.lines = lines }

    /// Parses a script; `name` identifies the script in error messages.
    ///
    /// Fingers may already be down at the start of a script, from a preceding script.
    package init(_ text: String, name: String) throws(TouchScriptError) {
        lines = try ScriptParser.lines(of: text, name: name)
        var check = ScriptCheck()
        for line in lines { try check.take(line) }
    }

    /// Duration of the script, in microseconds.
    package var duration: Microseconds { lines.reduce(0) { $0 + $1.content.duration } }

    /// Returns the path of the script's layout; nil if the script has no `layout` line. Resolves a relative path
    /// against the folder of the script file at `path`.
    package func layout(ofScriptAt path: String) -> String? {
        for line in lines {
            guard case .layout(let layout) = line.content else { continue }
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            return layout.hasPrefix("/") ? layout : folder + layout
        }
        return nil
    }

    /// Screen of the script's locations, and position of the `screen` line; nil without such a line.
    package var screen: (name: String, source: ScriptSource)? {
        for line in lines {
            if case .screen(let name) = line.content { return (name, line.source) }
        }
        return nil
    }

    /// Number of `expect` lines.
    package var expectationCount: Int { lines.count(where: \.isExpectation) }

    /// Position of the first `expect` line; nil if there is none.
    package var firstExpectation: ScriptSource? { lines.first(where: \.isExpectation)?.source }
}

extension ScriptText: CustomStringConvertible {
    /// Text of the script, including comments; parsing this text yields an equal script.
    package var description: String { lines.map { "\($0)\n" }.joined() }
}

extension ScriptLine.Content {
    /// Default duration of a tap, in microseconds.
    private static let tapTime: Microseconds = 50_000

    /// Duration of the line, in microseconds.
    package var duration: Microseconds {
        switch self {
        case .nothing, .rate, .layout, .screen, .expect: 0
        case .wait(let wait): wait
        case .steps(let steps, let lasting):
            lasting ?? (steps.contains { $0.verb == .tap } ? Self.tapTime : 0)
        }
    }
}

extension ScriptLine {
    fileprivate var isExpectation: Bool { if case .expect = content { true } else { false } }
}
