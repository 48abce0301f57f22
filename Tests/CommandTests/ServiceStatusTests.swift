import Foundation
import Testing
import TimeLimits

/// Tests the screen states and the plugin and script errors that `status` prints.
struct ServiceStatusTests {
    private static let layout = """
        screens:
          - name: door
            size: [800, 480]
            idle: { after: 1s }
            root:
              subviews:
                - id: ring
                  class: Button
                  frame: [40, 140, 300, 200]
                  on: { touchUpInside: { shell.run: ["false"] } }
          - name: hall
            size: [800, 480]
            position: [800, 0]
            dark: { after: 1s, do: [{ shell.run: ["true"] }], wake: [{ shell.run: ["true"] }] }
        plugins: { shell: { type: exec } }
        control: { allow: [send] }
        """

    /// Repeats a command until its output contains `text`.
    private func wait(_ service: ControlledService, _ words: [String], for text: String) throws -> String {
        let end = ContinuousClock.now + TimeLimits.wait
        while true {
            let output = try service.ask(words).output
            if output.contains(text) { return output }
            try #require(ContinuousClock.now < end, "\(output) contains no '\(text)'")
        }
    }

    @Test
    func `status lists the states of the screens and the last error of a plugin`() throws {
        let service = try ControlledService(Self.layout)
        _ = try wait(service, ["status"], for: "door    idle")
        _ = try wait(service, ["status"], for: "hall    dark")
        #expect(try service.ask("send", "ring", "touchUpInside").status == 0)
        _ = try wait(service, ["status"], for: "last error of shell, ")
        let json = try service.ask("status", "--json").output
        let status = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let plugin = try #require((status["plugins"] as? [[String: Any]])?.first)
        let error = try #require(plugin["lastError"] as? [String: Any])
        #expect((error["message"] as? String)?.contains("false") == true)
        #expect(abs((error["time"] as? Double ?? 0) - Date().timeIntervalSince1970) < 60)
        service.stop()
    }

    @Test
    func `status lists the calls, failures and last error of a script`() throws {
        let service = try ControlledService(
            """
            screens: [{ name: door, size: [800, 480] }]
            plugins:
              counter:
                type: script
                code: |
                  function add(number) return 1 end
                  function fail() error("no number") end
            control: { allow: [send] }
            root:
              subviews:
                - { id: add, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: counter.add } }
                - { id: fail, class: Button, frame: [0, 200, 100, 100], on: { touchUpInside: counter.fail } }
            """
        )
        for id in ["add", "fail", "add"] {
            #expect(try service.ask("send", id, "touchUpInside").status == 0)
        }
        let output = try wait(service, ["status"], for: "last error of counter, ")
        #expect(output.contains("script   calls  failures\ncounter  3      1\n"), "\(output)")
        #expect(output.contains("no number"), "\(output)")
        let json = try service.ask("status", "--json").output
        let status = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let script = try #require((status["scripts"] as? [[String: Any]])?.first)
        let error = try #require(script["lastError"] as? [String: Any])
        #expect(abs((error["time"] as? Double ?? 0) - Date().timeIntervalSince1970) < 60)
        service.stop()
    }
}
