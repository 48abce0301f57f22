import Foundation
import HandlerEvents
import Platform
import PluginAPI
import Synchronization
import TestSupport
import TestTraits
import Testing

/// Tests the plugin `reset` with a stub socket instead of the systemd unit.
struct ResetPluginTests {
    private let unit: AnsweringSocket

    init() throws { unit = try AnsweringSocket() }

    private func stand() throws -> PluginStand {
        let stand = try PluginStand("reset", "{ socket: \(unit.path) }")
        stand.hostEnvironment.setDeviceName("ELAN", of: 3)
        stand.hostEnvironment.setInputName("input27", of: 3)
        return stand
    }

    private func line(of stand: PluginStand, device: Int32 = 3) async throws -> String {
        stand.take(.stale, try stand.binding("reset", nil)) { $0.device = device }
        try await eventually("the plugin logs the result") { !stand.log.lines.isEmpty }
        return stand.log.first
    }

    @Test func `a request names the input device, and the answer is logged`() async throws {
        unit.answer = "ok 1-2:1.0 was unbound from usbhid and bound again\n"
        let stand = try stand()
        #expect(try await line(of: stand) == "'ELAN' was reset: 1-2:1.0 was unbound from usbhid and bound again")
        #expect(unit.requests == ["input27\n"])
        #expect(stand.plugin.health.delivered == 1 && stand.plugin.health.failures == 0)
    }

    @Test func `a refusal is logged once a minute`() async throws {
        unit.answer = "error the touchscreen was reset less than 60 s ago; try again later\n"
        let stand = try stand()
        let reason = "the touchscreen was reset less than 60 s ago; try again later"
        #expect(try await line(of: stand) == "'ELAN' was not reset: \(reason)")
        _ = try await line(of: stand)
        try await eventually("both requests fail") { stand.plugin.health.failures == 2 }
        #expect(stand.log.lines.count == 1)
        #expect(stand.failed.counts == [.failed: 2])
    }

    @Test func `different failures are logged at once`() async throws {
        unit.answer = "error the touchscreen was reset less than 60 s ago; try again later\n"
        let stand = try stand()
        stand.hostEnvironment.setDeviceName("Goodix", of: 4)
        stand.hostEnvironment.setInputName("input28", of: 4)
        _ = try await line(of: stand)
        stand.take(.stale, try stand.binding("reset", nil)) { $0.device = 4 }
        try await eventually("the failure of another panel is logged") { stand.log.lines.count == 2 }
        unit.answer = "error the driver did not bind the device\n"
        stand.take(.stale, try stand.binding("reset", nil)) { $0.device = 3 }
        try await eventually("another failure is logged") { stand.log.lines.count == 3 }
        #expect(stand.log.lines.last?.hasSuffix("'ELAN' was not reset: the driver did not bind the device") == true)
    }

    @Test(.atLimit("reset-answer-bytes"), .pastLimit("reset-answer-bytes"), arguments: [997, 100_000])
    func `a long answer is cut`(_ count: Int) async throws {
        unit.answer = "ok " + String(repeating: "x", count: count)
        let expected = "'ELAN' was reset: " + String(repeating: "x", count: 997)
        #expect(try await line(of: stand()) == expected)
    }

    @Test(arguments: ["", "\n", "ok\n", "yes yes\n", "\u{1b}[2J\n"])
    func `a bad answer is a failure`(_ answer: String) async throws {
        unit.answer = answer
        let line = try await line(of: stand())
        #expect(line.hasPrefix("'ELAN' was not reset: the unit touchbridge-reset@.service did not answer"))
    }

    @Test func `a request is repeated while the unit handles another request`() async throws {
        unit.answer = "ok done\n"
        unit.isBusyFor(2)
        let stand = try stand()
        #expect(try await line(of: stand) == "'ELAN' was reset: done")
        #expect(unit.requests.count == 3 && stand.failed.counts.isEmpty)
    }

    @Test func `a device of a recording is not reset`() async throws {
        let line = try await line(of: stand(), device: 4)
        #expect(line == "'' was not reset: the device comes from a recording or is virtual")
        #expect(unit.requests == [])
    }

    @Test func `a missing unit is named with the remedy`() async throws {
        unlink(unit.path)
        let expected =
            "'ELAN' was not reset: \(unit.path): the unit touchbridge-reset.socket is not active; enable it with "
            + "'systemctl enable --now touchbridge-reset.socket'"
        #expect(try await line(of: stand()) == expected)
    }

    @Test func `a unit that does not answer does not delay the end of the plugin`() async throws {
        unit.answer = nil
        let stand = try stand()
        stand.take(.stale, try stand.binding("reset", nil)) { $0.device = 3 }
        try await eventually("the unit has the request") { unit.requests == ["input27\n"] }
        let begin = MonotonicClock.now
        stand.plugin.beginStopping()
        stand.plugin.finishStopping(within: TimeSpan(microseconds: 5_000_000))
        #expect(MonotonicClock.now - begin < 3_000_000)
        #expect(stand.failed.counts == [.failed: 1])
    }

    @Test func `the path of the socket is checked`() throws {
        #expect(try PluginStand.mistakes("reset", "{ socket: run/x }").contains("absolute path of at most 107 bytes"))
    }
}

/// A listening Unix socket whose thread sends the same response to each request.
private final class AnsweringSocket: Sendable {
    let path = FileManager.default.temporaryDirectory.appending(path: "r\(UInt32.random(in: 0 ... .max))").path
    private let state = Mutex<(answer: String?, requests: [String], refusals: Int)>(("", [], 0))
    private let socket: Int32

    /// Response text; nil if the connection stays open without a response.
    var answer: String? {
        get { state.withLock(\.answer) }
        set { state.withLock { $0.answer = newValue } }
    }
    var requests: [String] { state.withLock(\.requests) }

    /// Closes the next `count` connections without a response.
    func isBusyFor(_ count: Int) { state.withLock { $0.refusals = count } }

    init() throws {
        socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = path
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0 && listen(socket, 8) == 0)
        Thread { [socket, weak self] in
            while case let client = accept(socket, nil, nil), client >= 0 {
                guard let self else { break }
                serve(client)
            }
        }.start()
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
        unlink(path)
    }

    private func serve(_ client: Int32) {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = recv(client, &bytes, bytes.count, 0)
        let answer = state.withLock { state -> String? in
            state.requests.append(String(decoding: bytes[..<max(0, count)], as: UTF8.self))
            guard state.refusals == 0 else {
                state.refusals -= 1
                return ""
            }
            return state.answer
        }
        guard let answer else { return }
        let line = Array(answer.utf8)
        _ = send(client, line, line.count, Int32(MSG_NOSIGNAL))
        close(client)
    }
}
