import Foundation
import Testing
import TimeLimits

/// Tests the states of screens and errors of plugins, which `status` prints.
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

    /// Repeats a command until its output contains a text.
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
}
