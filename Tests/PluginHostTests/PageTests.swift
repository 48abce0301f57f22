import Foundation
import JSON
import PluginAPI
import Schema
import Testing
import YAML

@testable import PluginHosts

/// Tests that the pages about plugin hosts match the hosts' behaviour.
struct `Pages about custom plugins` {
    private func page(_ name: String) throws -> String {
        try String(contentsOf: repository.appending(path: "docs/reference/\(name).md"), encoding: .utf8)
    }

    /// Returns the contents of a page's code blocks in one language.
    private func blocks(_ language: String, _ page: String) -> [String] {
        page.components(separatedBy: "```").filter { $0.hasPrefix(language + "\n") }
            .map { String($0.dropFirst(language.count + 1)) }
    }

    @Test func `every key is documented on the page of its type`() throws {
        let tables: [(String, [any AnyTable])] = [
            ("plugins/process", [ProcessSettings.table, RestartSettings.table]),
            ("plugins/library", [LibrarySettings.table]),
        ]
        for (name, tables) in tables {
            let lines = Set(try page(name).split(separator: "\n").map(String.init))
            let rows = tables.flatMap(\.entries).map { entry in
                "| `\(entry.name)`\(entry.isRequired ? ", required" : "") | \(entry.expected) | \(entry.summary) |"
            }
            #expect(rows.filter { !lines.contains($0) } == [])
        }
    }

    @Test(arguments: ["process", "library"]) func `the settings on the page are valid`(name: String) throws {
        let type = try #require(HostedPlugins.all.first { $0.name == name })
        for block in blocks("yaml", try page("plugins/\(name)")) {
            let reading = Reading()
            let document = try Document(Array(block.utf8), file: "page.yaml")
            reading.add(document)
            for plugin in document.root?["plugins"]?.mapping ?? [] { _ = type.read(plugin.value, reading) }
            #expect(reading.diagnostics == [])
        }
    }

    @Test func `every protocol message is on its page, and those on the page are valid`() throws {
        let page = try page("plugin-protocol")
        let parts = page.components(separatedBy: "## Messages from the plugin")
        try #require(parts.count == 2)
        var types: [String] = []
        var commands: [TreeCommand.Name] = []
        for line in blocks("json", parts[1]).flatMap({ $0.split(separator: "\n") }) {
            let message = try PluginMessage(line.utf8)
            types.append(try JSONValue(parsing: line.utf8)["type"]?.text ?? "")
            switch message {
            case .command(let command, _): commands.append(command.name)
            case .wrongCommand(let why, _): Issue.record("\(line): \(why)")
            case .ready, .log, .pong, .status: break
            }
        }
        #expect(Set(types) == ["ready", "command", "log", "pong", "status"])
        #expect(Set(commands) == Set(TreeCommand.Name.allCases))
        let messages = try blocks("json", parts[0]).flatMap { $0.split(separator: "\n") }
            .map { try JSONValue(parsing: $0.utf8)["type"]?.text ?? "" }
        #expect(Set(messages) == ["hello", "bindings", "occurrence", "reply", "status", "ping", "stop"])
    }
}
