import Foundation
import Platform
import PluginAPI
import Schema
import TestTraits
import Testing
import Web
import YAML

@testable import BuiltinStream

@Suite struct StreamSettingsTests {
    private func mistakes(_ text: String) throws -> [String] {
        let reading = Reading()
        let document = try Document(Array(text.utf8), file: "layout.yaml")
        reading.add(document)
        _ = StreamPlugin.type.read(try #require(document.root), reading)
        return reading.diagnostics.map { "\($0.problem.mark.column): \($0.problem.message)" }
    }

    @Test(arguments: [
        ("{}", "1: a stream needs 'port' for pages, 'socket' for programs, or both"),
        ("{port: 80}", "8: no page can connect; list the pages in 'origins', or add 'tokenFile'"),
        ("{port: 80, origins: []}", "8: no page can connect"),
        ("{port: 70000, socket: /a}", "a whole number from 0 to 65535"),
        ("{port: 1, origins: ['*']}", "an origin such as https://kiosk.example:8443"),
        ("{port: 1, origins: [https://a.example/]}", "an origin such as"),
        ("{port: 1, origins: [https://A.example]}", "an origin such as"),
        ("{port: 1, origins: [a.example]}", "an origin such as"),
        ("{port: 1, origins: ['null']}", "the origin 'null' admits any page"),
        ("{port: 1, tokenFile: a, tokenEnvironment: b}", "write either 'tokenFile' or 'tokenEnvironment', not both"),
        ("{port: 1, tokenFile: a, address: localhost}", "an IP address such as 127.0.0.1"),
        ("{port: 1, tokenFile: a, address: 0.0.0.0}", "other machines could connect to '0.0.0.0'"),
        ("{port: 1, tokenFile: a, address: '::'}", "other machines could connect to '::'"),
        (
            "{port: 1, origins: [https://a.example], address: 10.0.0.1, allowRemote: true}",
            "'allowRemote' needs a 'tokenFile' or 'tokenEnvironment'"
        ),
        ("{socket: relative}", "an absolute path of at most 107 bytes"),
        ("{socket: /a, mode: 999}", "permissions such as 0660"),
        ("{socket: /a, allow: [everything]}", "set, add, remove"),
        ("{socket: /a, ping: 10ms}", "a time from 1s to 1h"),
    ])
    func `conflicting settings are reported with their position`(text: String, mistake: String) throws {
        let found = try mistakes(text)
        #expect(found.count == 1)
        #expect(found.first?.contains(mistake) == true, "\(found)")
    }

    @Test(arguments: [
        "{port: 8080, origins: [https://a.example, 'http://b.example:81', 'app://x']}", "{port: 0, tokenFile: /a}",
        "{port: 1, address: '::1', tokenEnvironment: A}", "{port: 1, address: 127.3.2.1, tokenEnvironment: A}",
        "{port: 1, address: 10.0.0.1, allowRemote: true, tokenFile: /a}", "{port: 1, origins: ['null'], tokenFile: /a}",
        "{socket: /run/touchbridge/stream, mode: 0600, allowUsers: [kiosk, 1000], allow: [set, describe], ping: 2min}",
    ])
    func `valid settings are accepted`(text: String) throws {
        #expect(try mistakes(text) == [])
    }

    @Test(.atLimit("stream-clients", "stream-outbox"), arguments: [("clients", 1...256), ("queue", 16...65536)])
    func `up to 256 clients with 65536 queued messages each are allowed`(
        _ key: String,
        _ range: ClosedRange<Int>
    ) throws {
        #expect(try mistakes("{socket: /a, \(key): \(range.upperBound)}") == [])
        let messages = try mistakes("{socket: /a, \(key): \(range.upperBound + 1)}")
        #expect(messages.first?.contains("from \(range.lowerBound) to \(range.upperBound)") == true)
    }

    @Test(.atLimit("stream-commands")) func `up to 10000 commands per second are allowed`()
        throws
    {
        #expect(try mistakes("{socket: /a, commandsPerSecond: 10000}") == [])
        #expect(try mistakes("{socket: /a, commandsPerSecond: 10001}").first?.contains("from 1 to 10000") == true)
    }

    @Test func `the layout beside the example page is valid`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../examples/stream-page/layout.yaml").standardizedFileURL
        let layout = try String(contentsOf: file, encoding: .utf8)
        #expect(try PluginPage.mistakes(in: layout, StreamPlugin.type) == [])
    }

    @Test func `a token must match in every byte`() throws {
        setenv("TOKEN_OF_THE_TEST", "0123456789abcdef", 1)
        let token = try Token(Secret(.environment("TOKEN_OF_THE_TEST")))
        #expect(token.accepts("0123456789abcdef"))
        for wrong in ["", "0", "0123456789abcdeF", "1123456789abcdef", "0123456789abcdef0123456789abcdef"] {
            #expect(!token.accepts(wrong))
        }
    }

    @Test func `at the default port, the host header can omit the port`() {
        let admission = StreamSettings(origins: [StreamRig.origin]).admission(port: 80)
        #expect(admission.refusal(host: "localhost", origin: StreamRig.origin) == nil)
        #expect(admission.refusal(host: "evil.example", origin: "") == .host("evil.example"))
    }
}
