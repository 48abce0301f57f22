public import ResponderKit
internal import TouchScripts

/// A script of finger movements on a panel, one movement per line. For the grammar, see docs/guide/touch-scripts.md.
///
///     down 1 100,200
///     move 1 300,200 over 80ms
///     up 1
public struct TouchScript: Sendable {
    let script: ScriptText

    init(lines: [ScriptLine]) { script = ScriptText(lines: lines) }

    /// Parses a script; `name` identifies the script in error messages.
    ///
    /// A script can start with fingers that are still down from the preceding script.
    public init(_ text: String, name: String = "script") throws(TestKitError) {
        do throws(TouchScriptError) { script = try ScriptText(text, name: name) } catch { throw TestKitError(error) }
    }

    /// Reads a script from a file. A relative path is resolved against the directory of the calling source file.
    public init(contentsOf path: String, sourceFile: StaticString = #filePath) throws(TestKitError) {
        let file = TextFile(path, relativeTo: sourceFile)
        guard let text = try file.read() else {
            throw TestKitError(file.path, "the file does not exist", remedy: "specify an existing script")
        }
        try self.init(text, name: file.path)
    }

    /// Duration of the script.
    public var duration: Microseconds { script.duration }
}

extension TouchScript: CustomStringConvertible {
    /// Text of the script, including comments. Parsing this text yields an equal script.
    public var description: String { script.description }
}

extension TouchScript: Equatable {
    /// Compares the normalized texts: `80ms` equals `0.08s`, and spacing is irrelevant.
    public static func == (one: TouchScript, other: TouchScript) -> Bool { one.description == other.description }
}

extension TestKitError {
    init(_ error: TouchScriptError) {
        self.init(error.location, error.message, remedy: error.remedy, excerpt: error.excerpt)
    }
}
