internal import PluginAPI
internal import Schema
internal import YAML

/// Settings of a plugin of type `script`.
struct ScriptSettings: Hashable, Sendable {
    /// Limit script-memory (limits.md, Scripts): maximum number of bytes of a script's memory; the key `memory` changes
    /// the limit. If exceeded: the function is stopped with an error that contains `out of memory`.
    static let memoryLimit = 1 << 20
    /// Limit script-instructions (limits.md, Scripts): maximum number of script instructions for one event; the key
    /// `instructions` changes the limit. If exceeded: the function is stopped with an error that contains `stopped
    /// after 20000 instructions`.
    static let instructionLimit = 20_000
    /// Limit script-code (limits.md, Scripts): maximum number of bytes of a script's source code. If exceeded: `check`
    /// reports an error.
    static let codeLimit = 64 * 1024

    /// Source code of the script.
    var code = ""
    /// File that contains the script; nil if the script is written in the layout.
    var file: ScriptFile?
    var memory = Self.memoryLimit
    var instructions = Self.instructionLimit
    var persist = false

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
                "Maximum number of instructions per event; 20000 instructions take about 0.2 ms. Default: 20000."
            )
            Key("persist", .boolean, \.persist, "Whether `state` survives a restart. Default: false.")
        }
    )
}

/// Path of a script file, with the file's contents at the time the layout was read.
struct ScriptFile: Hashable, Sendable {
    var path: String
    var text: String
}

extension Setting where Value == ScriptFile {
    /// Accepts the path of a script file. A relative path is resolved against the directory of the layout file.
    static var scriptFile: Setting {
        Setting<String>.name.map(expected: "the path of a file") { ScriptFile(path: $0, text: "") }
            .then { file, node, reading in
                var path = file.path
                if !path.hasPrefix("/"), let layout = reading.file(of: node.mark), let slash = layout.lastIndex(of: "/")
                {
                    path = layout[...slash] + path
                }
                guard let text = SmallFile.text(of: path, limit: ScriptSettings.codeLimit) else {
                    let limit = ScriptSettings.codeLimit
                    return reading.error(
                        "'\(file.path)' cannot be read, is not UTF-8, or has more than \(limit) bytes",
                        .unreadableFile,
                        at: node
                    )
                }
                file.text = text
            }
    }
}
