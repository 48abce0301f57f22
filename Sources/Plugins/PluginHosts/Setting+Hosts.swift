internal import Glibc
internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == String {
    /// Accepts a path. A relative path is resolved against the directory of the layout file that contains the path.
    static var path: Setting {
        Setting<String>.name.then { path, node, reading in
            if path.utf8.contains(0) {
                reading.error("a path must not contain a NUL character; remove it", .wrongValue, at: node)
            }
            path = resolved(path, node.mark, reading)
        }.described("a path")
    }

    fileprivate static func resolved(_ path: String, _ mark: Mark, _ reading: Reading) -> String {
        guard !path.hasPrefix("/"), let file = reading.file(of: mark) else { return path }
        let folder = file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
        if folder.hasPrefix("/") { return folder + path }
        // The path must be absolute, because programs run in other working directories.
        guard let here = getcwd(nil, 0) else { return folder + path }
        defer { free(here) }
        return String(cString: here) + "/" + folder + path
    }
}

extension Setting where Value == [String] {
    /// Accepts a program and its arguments; the command is not run through a shell.
    ///
    /// A program name with a `/` is resolved against the directory of the layout file. Any other name is looked up in
    /// PATH.
    static var program: Setting {
        let expected = "a program and its arguments such as [python3, door.py]"
        let list = Setting<[String]>.list(of: .text, count: 1...1000)
        return Setting(expected: expected, schema: list.schema) { node, reading in
            guard let nodes = node.sequence else {
                let hint = Fixes.commandLine(node)
                reading.expected(expected, not: "\(node.kind)\(hint)", at: node)
                return nil
            }
            guard let first = nodes.first else {
                reading.expected(expected, not: "an empty list", at: node)
                return nil
            }
            guard var arguments = list.read(node, reading), arguments.count == nodes.count else { return nil }
            for (argument, node) in zip(arguments, nodes) where argument.utf8.contains(0) {
                reading.error("an argument must not contain a NUL character; remove it", .wrongValue, at: node)
            }
            if arguments[0].isEmpty {
                reading.error("the program's name is empty; write its name or path", .wrongValue, at: first)
            }
            if arguments[0].contains("/") { arguments[0] = Setting<String>.resolved(arguments[0], first.mark, reading) }
            return arguments
        }
    }
}

extension Setting where Value == JSONValue {
    /// Accepts any value, which the plugin receives unchanged.
    static var json: Setting { Setting(expected: "a value", schema: true) { node, reading in value(node, reading) } }

    private static func value(_ node: Node, _ reading: Reading) -> JSONValue? {
        switch node.content {
        case .scalar(let scalar):
            if scalar.isNull { return .null }
            if let truth = scalar.boolean { return .boolean(truth) }
            return scalar.number.map { .number($0) } ?? .text(scalar.text)
        case .sequence(let nodes): return .list(nodes.compactMap { value($0, reading) })
        case .mapping(let pairs):
            return .object(
                pairs.compactMap { pair in
                    guard let key = pair.key.scalar?.text else {
                        reading.error("a key must be a name, not \(pair.key.kind)", .wrongName, at: pair.key)
                        return nil
                    }
                    return value(pair.value, reading).map { JSONValue.Member(key, $0) }
                }
            )
        }
    }
}
