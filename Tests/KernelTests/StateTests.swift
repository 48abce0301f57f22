import Foundation
import Testing
import TimeLimits

/// Tests the stored state of a script with `persist: true`.
struct StateTests {
    private let layout = """
        screens: [{ name: kiosk, size: [400, 200] }]
        plugins:
          counter:
            type: script
            persist: true
            code: |
              function hit()
                state.count = (state.count or 0) + 1
                log("touched " .. state.count)
              end
        root: { on: { touchesBegan: counter.hit } }
        """

    @Test func `the state survives SIGKILL, and a damaged file is reported`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let environment = ["STATE_DIRECTORY": folder.path]
        let file = folder.appendingPathComponent("state/layout.counter.json")
        func stored() -> String? { try? String(contentsOf: file, encoding: .utf8) }

        let panel = try Panel()
        let service = try ServiceProcess(layout, environment: environment)
        try tap(panel, 1)
        try service.says("touched 1")
        // After loading the script, the service first stores the empty state; the test waits for the second one.
        let first = "{\"count\":1}\n"
        for _ in 0..<(500 * TimeLimits.scale) where stored() != first { usleep(20_000) }
        #expect(stored() == first)
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/state")
        #expect((attributes[.posixPermissions] as? Int) == 0o700)

        service.signal(SIGKILL)
        try service.restart(environment: environment)
        try tap(panel, 2)
        try service.says("touched 2")
        // A service stopped by SIGTERM stores the state immediately.
        #expect(service.end().status == 0)
        #expect(stored() == "{\"count\":2}\n")

        try Data("{".utf8).write(to: file)
        try service.restart(environment: environment, saying: "counter.json: the state of 'counter' cannot be read")
        try tap(panel, 3)
        try service.says("touched 1")
        #expect(service.end().status == 0)
    }

    private func tap(_ panel: Panel, _ id: Int32) throws {
        try panel.down(slot: 0, id: id, 100, 100)
        try panel.up(slot: 0)
    }
}
