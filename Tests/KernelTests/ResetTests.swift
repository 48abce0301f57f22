import DeviceNodes
import Foundation
import Glibc
import TestTraits
import Testing

/// Tests resets of hanging panels by the plugin `reset`, and by the command in the unit `touchbridge-reset@.service`.
@Suite(.serialized, .tags(.realKernel)) struct ResetTests {
    private static func layout(_ unit: ResetUnit, input: String, on: String) -> String {
        """
        screens: [{ name: kiosk, size: [400, 200], input: \(input), on: { \(on): panels.reset } }]
        plugins: { journal: { type: log }, panels: { type: reset, socket: \(unit.socket) } }
        root: { id: page, on: { touches: { journal.write: page } } }
        """
    }

    /// Returns the name of the panel's input device, once udev has announced it.
    private func inputName() throws -> String { try #require(HIDPanel.announcedNode().inputName) }

    /// Waits for `count` handler calls of touch events, and returns them.
    private func touches(of service: ServiceProcess, _ count: Int) throws -> [String] {
        func touches(_ calls: [String]) -> [String] { calls.filter { $0.hasPrefix("touches") } }
        return try Array(touches(service.calls { touches($0).count >= count }).prefix(count))
    }

    @Test(.rule("V12"), .atLimit("reset-interval"), .pastLimit("reset-interval"))
    func `a panel with a stale contact is reset once a minute, and its touches are delivered afterwards`() throws {
        let (panel, unit) = (try HIDPanel(), try ResetUnit())
        let former = try inputName()
        let layout = Self.layout(unit, input: "{ staleContactTimeout: 1s }", on: "stale")
        var service = try ServiceProcess(layout)
        try panel.down(0, id: 1, 1024, 1080)
        try service.says(
            "'HID panel' has sent no event for a contact for 1 s",
            "'HID panel' was reset: ",
            "was unbound from hid-multitouch and bound again",
            "was disconnected",
            "reading input from 'HID panel'"
        )
        #expect(try inputName() != former)
        try panel.up(0)
        try panel.down(0, id: 2, 2048, 1080)
        let calls = ["touchesBegan page accepted", "touchesCancelled page accepted", "touchesBegan page accepted"]
        #expect(try touches(of: service, 3) == calls)
        try service.says("'HID panel' was not reset: the touchscreen was reset less than 60 s ago; try again later")
        #expect(service.end().status == 0)
        // The rate limit also applies after the service is restarted.
        try panel.up(0)
        service = try ServiceProcess(layout)
        try panel.down(0, id: 3, 1024, 1080)
        try service.says("was not reset: the touchscreen was reset less than 60 s ago; try again later")
        #expect(service.end().status == 0)
    }

    @Test(.rule("V23")) func `a silent panel is reset, and its touches are delivered afterwards`() throws {
        let (panel, unit) = (try HIDPanel(), try ResetUnit())
        let former = try inputName()
        let service = try ServiceProcess(Self.layout(unit, input: "{ silentAfter: 2s }", on: "silent"))
        try service.says(
            "'HID panel' has sent no event for 2 s",
            "'HID panel' was reset: ",
            "was disconnected",
            "reading input from 'HID panel'"
        )
        #expect(try inputName() != former)
        try panel.down(0, id: 1, 1024, 1080)
        try panel.up(0)
        #expect(try touches(of: service, 2) == ["touchesBegan page accepted", "touchesEnded page accepted"])
        #expect(service.end().status == 0)
    }

    @Test(.atLimit("reset-interval"), .pastLimit("reset-interval"))
    func `a panel with ghost touches is reset once a minute, and its touches are delivered afterwards`() throws {
        let (panel, unit) = (try HIDPanel(), try ResetUnit())
        let former = try inputName()
        let service = try ServiceProcess(Self.layout(unit, input: "{ filters: { ghosts: 10s } }", on: "ghost"))
        try flood(panel, 1024, 1080)
        try service.says(
            "'HID panel' reports ghost touches at 100, 100: ",
            "'HID panel' was reset: ",
            "was unbound from hid-multitouch and bound again",
            "was disconnected",
            "reading input from 'HID panel'"
        )
        let name = try inputName()
        #expect(name != former)
        let calls = try service.calls(1)
        try panel.down(0, id: 1, 2048, 1080)
        try panel.up(0)
        let delivered = try service.calls(calls.count + 2).dropFirst(calls.count)
        #expect(delivered == ["touchesBegan page accepted", "touchesEnded page accepted"])
        try flood(panel, 3072, 1080)
        try service.says(
            "'HID panel' reports ghost touches at 300, 100: ",
            "'HID panel' was not reset: the touchscreen was reset less than 60 s ago; try again later"
        )
        #expect(try inputName() == name)
        #expect(service.end().status == 0)
    }

    /// Taps a location until 12 consecutive taps were shorter than 20 ms, so the next tap is rejected as a ghost touch.
    private func flood(_ panel: HIDPanel, _ x: UInt16, _ y: UInt16) throws {
        func tap() throws -> Duration {
            let start = ContinuousClock.now
            try panel.down(0, id: 1, x, y)
            try panel.up(0)
            let duration = ContinuousClock.now - start
            // Gives the service enough time to read a tap, so the kernel's buffer does not overflow.
            usleep(20_000)
            return duration
        }
        var (count, tries) = (0, 0)
        while count < 12 {
            count = try tap() < .milliseconds(20) ? count + 1 : 0
            tries += 1
            try #require(tries < 2000, "this machine is too slow to write 12 short taps in a row")
        }
        _ = try tap()
    }

    @Test func `a wrong request, or one without root, resets nothing`() throws {
        let (panel, unit) = (try HIDPanel(), try ResetUnit())
        defer { withExtendedLifetime(panel) {} }
        let name = try inputName()
        let virtual = try Panel()
        let node = virtual.path.split(separator: "/").last ?? ""
        let link = try FileManager.default.destinationOfSymbolicLink(atPath: "/sys/class/input/\(node)/device")
        let virtualName = try #require(link.split(separator: "/").last)
        for (request, reason) in [
            ("../input/\(name)", "is not an input device"), ("\(name)/../\(name)", "is not an input device"),
            ("/sys/class/input/\(name)", "is not an input device"), ("event0", "is not an input device"),
            ("input", "is not an input device"), ("input99999999", "there is no input device"),
            (String(repeating: "1", count: 70000), "is not an input device"), ("", "is not an input device"),
            ("\(virtualName)", "is on no bus whose drivers can be unbound"),
        ] {
            let answer = try unit.answer(to: request)
            #expect(answer.hasPrefix("error ") && answer.contains(reason), "\(request): \(answer)")
        }
        let user = try Child(
            "/usr/bin/setpriv",
            ["--reuid=65534", "--clear-groups", RecorderProcess.command, "reset", name]
        )
        #expect(user.complaints().contains("only root can reset a touchscreen"))
        #expect(user.wait() == 1)
        #expect(try inputName() == name)
        // Runs the command directly, like an administrator, without the unit.
        let root = try Child(RecorderProcess.command, ["reset", name], environment: ["RUNTIME_DIRECTORY": unit.folder])
        #expect(root.complaints() == "" && root.wait() == 0)
        #expect(try inputName() != name)
    }
}

/// A listening socket that replaces `touchbridge-reset.socket` and runs the command of `touchbridge-reset@.service`.
private final class ResetUnit {
    let folder: String
    var socket: String { "\(folder)/socket" }
    private let child: Child

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("reset-\(getpid())-\(time(nil))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        chmod(folder, 0o700)
        let options = ["--accept", "--inetd", "--listen=\(folder)/socket", "--setenv=RUNTIME_DIRECTORY=\(folder)"]
        child = try Child("/usr/bin/systemd-socket-activate", options + [RecorderProcess.command, "reset", "-"])
        for _ in 0..<500 where access(socket, F_OK) != 0 { usleep(20_000) }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Sends a request and returns the response.
    func answer(to request: String) throws -> String {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = self.socket
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0, "\(path): \(String(cString: strerror(errno)))")
        let line = Array("\(request)\n".utf8)
        _ = send(socket, line, line.count, Int32(MSG_NOSIGNAL))
        var bytes = [UInt8](repeating: 0, count: 2000)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_WAITALL))
        return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
    }
}
