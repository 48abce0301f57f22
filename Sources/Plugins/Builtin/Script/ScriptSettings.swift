internal import PluginAPI
internal import Schema
internal import YAML

/// Settings of a plugin of type `script`.
struct ScriptSettings: Hashable, Sendable {
    /// Limit script-memory (Scripts): bytes of memory of a script, unless `memory` is given. If exceeded: the function
    /// is stopped: `out of memory`.
    static let memoryLimit = 1 << 20
    /// Limit script-instructions (Scripts): instructions of a script for one event, unless `instructions` is given. If
    /// exceeded: the function is stopped: `stopped after 20000 instructions`.
    static let instructionLimit = 20_000
    /// Limit script-code (Scripts): bytes of a script's text. If exceeded: `check` reports an error.
    static let codeLimit = 64 * 1024

    /// The script's text.
    var code = ""
    /// The script's file; nil if the text is in the layout.
    var file: ScriptFile?
    var memory = Self.memoryLimit
    var instructions = Self.instructionLimit

    var text: String { file?.text ?? code }

    static let table = Table<ScriptSettings>(
        "script",
        "Runs Lua functions for events; the functions can read and change the view tree.",
        of: ScriptSettings(),
        keys: {
            Key("code", .text, \.code, "The Lua source. Its functions are the handlers.")
            Key("file", .scriptFile, \.file, "The file with the Lua source, instead of `code`.")
            Key("memory", .integer(65_536...67_108_864), \.memory, "Maximum memory in bytes. Default: 1048576.")
            Key(
                "instructions",
                .integer(1000...1_000_000),
                \.instructions,
                "Maximum instructions for one event; 20000 take about 0.2 ms. Default: 20000."
            )
        }
    )
}

/// A file with a script, and its text when the layout was read.
struct ScriptFile: Hashable, Sendable {
    var path: String
    var text: String
}

extension Setting where Value == ScriptFile {
    /// Path of a file with a script; a relative one is resolved against the directory of the layout's file.
    static var scriptFile: Setting {
        Setting<String>.name.map(expected: "the path of a file") { ScriptFile(path: $0, text: "") }
            .then { file, node, reading in
                var path = file.path
                if !path.hasPrefix("/"), let layout = reading.file(of: node.mark), let slash = layout.lastIndex(of: "/")
                {
                    path = layout[...slash] + path
                }
                guard let text = SmallFile.text(of: path, limit: ScriptSettings.codeLimit) else {
                    return reading.error(
                        "'\(file.path)' is not a readable text file of at most \(ScriptSettings.codeLimit) bytes",
                        at: node
                    )
                }
                file.text = text
            }
    }
}
