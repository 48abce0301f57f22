import DeviceNodes
import Evdev
import Foundation
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests the built command with a layout and virtual panels on a real kernel.
@Suite(.serialized, .tags(.realKernel)) struct RunTests {
    @Test func `touches on a live panel reach the handlers that the layout binds`() throws {
        let panel = try Panel()
        let service = try ServiceProcess(ServiceProcess.layout(word: "{{x:0}}"))
        try panel.down(slot: 0, id: 1, 1024, 1080)
        try panel.move(slot: 0, 2048, 1080)
        try panel.up(slot: 0)
        #expect(
            try service.calls(3) == [
                "touchesBegan 100 accepted", "touchesMoved 200 accepted", "touchesEnded 200 accepted",
            ]
        )
        #expect(service.end().status == 0)
    }

    @Test(.rule("L1"))
    func `panels that are added, removed during a touch and added again are served without a restart`() throws {
        let service = try ServiceProcess(panels: 0)
        for round in 0..<3 {
            var panel: Panel? = try Panel()
            try service.says("reading input from '")
            try panel?.down(slot: 0, id: 1, 100, 100)
            #expect(try service.calls(2 * round + 1).count == 2 * round + 1)
            panel = nil
            try service.says("was disconnected")
        }
        #expect(
            try service.calls(6)
                == Array(repeating: ["touchesBegan page accepted", "touchesCancelled page accepted"], count: 3).flatMap
            { $0 }
        )
        #expect(service.end().status == 0)
    }

    @Test func `SIGTERM with a finger down cancels the touch and ends with status 0`() throws {
        let panel = try Panel()
        let service = try ServiceProcess()
        try panel.down(slot: 0, id: 1, 100, 100)
        #expect(try service.calls(1).count == 1)
        let (said, status) = service.end()
        #expect(status == 0)
        #expect(said.contains("plugin 'journal': page"))
        #expect(try service.calls(2) == ["touchesBegan page accepted", "touchesCancelled page accepted"])
    }

    @Test func `a bad layout is reported, and the running one continues, also for a live touch`() throws {
        let panel = try Panel()
        let service = try ServiceProcess()
        try panel.down(slot: 0, id: 1, 100, 100)
        #expect(try service.calls(1).count == 1)
        try service.write("root: { id: page, alpa: 1 }")
        service.signal(SIGHUP)
        try service.says("the previous layout remains in use")
        try panel.up(slot: 0)
        #expect(try service.calls(2) == ["touchesBegan page accepted", "touchesEnded page accepted"])
        #expect(service.end().status == 0)
    }

    @Test func `a reload cancels the live touch and ignores the finger until it lifts`() throws {
        let panel = try Panel()
        let service = try ServiceProcess()
        try panel.down(slot: 0, id: 1, 100, 100)
        #expect(try service.calls(1).count == 1)
        try service.write(ServiceProcess.layout(word: "new"))
        service.signal(SIGHUP)
        try service.says("was reloaded")
        try panel.move(slot: 0, 200, 200)
        try panel.up(slot: 0)
        try panel.down(slot: 0, id: 2, 300, 300)
        try panel.up(slot: 0)
        #expect(
            try service.calls(4) == [
                "touchesBegan page accepted", "touchesCancelled page accepted", "touchesBegan new accepted",
                "touchesEnded new accepted",
            ]
        )
        #expect(service.end().status == 0)
    }

    @Test(.rule("L3")) func `a panel is grabbed as the layout says, and released after a reload`() throws {
        let panel = try Panel()
        let service = try ServiceProcess(ServiceProcess.layout(input: "{ grab: true }"))
        let other = try DeviceReader(path: panel.path)
        let error = #expect(throws: EvdevError.self) { try other.grab() }
        #expect(error?.message.contains("touchbridge") == true)
        try service.write(ServiceProcess.layout(input: "{ grab: false }"))
        service.signal(SIGHUP)
        try service.says("was reloaded")
        try other.grab()
        #expect(other.isGrabbed)
        #expect(service.end().status == 0)
    }

    @Test(.rule("L1")) func `opening the reused node of a removed device fails`() throws {
        let former = try Panel(name: "Former")
        let monitor = try DeviceMonitor()
        var node: DeviceNode?
        while let change = monitor.next() {
            if case .added(let found) = change, found.path == former.path { node = found }
        }
        let known = try #require(node)
        #expect(try DeviceReader(known).description.name == "Former")
        var gone = known
        gone.systemPath = known.systemPath.replacing("/input/input", with: "/input/input9999")
        let error = #expect(throws: EvdevError.self) { try DeviceReader(gone) }
        #expect(error?.code == .gone)
    }

    @Test(.rule("V4")) func `the other nodes of a panel are grabbed and released with it`() throws {
        func node(_ name: String, _ number: Int) -> DeviceDescription {
            var description = DeviceDescription.panel(name: name)
            description.physical = "somewhere/input\(number)"
            return description
        }
        var keys = DeviceDescription(name: "Panel Keys")
        (keys.physical, keys.codes) = ("somewhere/input1", [.key: [114, 115]])
        var stranger = keys
        (stranger.name, stranger.physical) = ("Stranger", "elsewhere/input1")
        let (panel, beside, other) = (try Panel(node("Panel", 0)), try Panel(keys), try Panel(stranger))
        let service = try ServiceProcess(
            ServiceProcess.layout(input: "{ name: Panel, grab: true }"),
            panels: 3
        )
        // A sibling node of the panel arrives late. It matches no screen, but the service grabs it.
        let mouse = try Panel(node("Panel Mouse", 2))
        let late = try DeviceReader(path: mouse.path)
        for _ in 0..<500 where (try? late.grab()) != nil {
            try late.ungrab()
            usleep(10_000)
        }
        #expect(throws: EvdevError.self) { try late.grab() }
        #expect(throws: EvdevError.self) { try DeviceReader(path: beside.path).grab() }
        #expect(throws: EvdevError.self) { try DeviceReader(path: panel.path).grab() }
        try DeviceReader(path: other.path).grab()
        try service.write(ServiceProcess.layout(input: "{ name: Panel, grab: false }"))
        service.signal(SIGHUP)
        try service.says("was reloaded")
        try late.grab()
        try DeviceReader(path: beside.path).grab()
        #expect(service.end().status == 0)
    }

    /// Whether another process soon grabs the device. Polls rarely, because each probe grabs the device itself.
    private func isGrabbed(_ panel: Panel) -> Bool {
        for _ in 0..<50 {
            usleep(200_000)
            if (try? DeviceReader(path: panel.path).grab()) == nil { return true }
        }
        return false
    }

    @Test(.rule("V4", "L3")) func `a panel's other nodes are grabbed only when nothing is pressed on them`()
        throws
    {
        var (touch, keys, mouse) = (
            DeviceDescription.panel(name: "Panel"), DeviceDescription(name: "Panel Keys"),
            DeviceDescription(name: "Panel Mouse")
        )
        (touch.physical, keys.physical, mouse.physical) = ("somewhere/input0", "somewhere/input1", "somewhere/input2")
        (keys.codes, mouse.codes) = ([.key: [114]], [.key: [0x110], .relative: [0, 1]])
        // The service also reads keyboards, but not mice.
        let (panel, others) = (try Panel(touch), [try Panel(keys), try Panel(mouse)])
        let codes = [KeyCode(rawValue: 114), KeyCode(rawValue: 0x110)]
        let listeners = try others.map { try Listener($0) }
        for (other, code) in zip(others, codes) { try other.play(code, 1) }
        for listener in listeners { _ = try listener.take() }
        let service = try ServiceProcess(ServiceProcess.layout(input: "{ name: Panel, grab: true }"), panels: 2)
        try panel.down(slot: 0, id: 1, 1024, 1080)
        #expect(try service.calls(1).count == 1, "the service has opened all devices")
        for (other, listener) in zip(others, listeners) {
            try listener.reader.grab()
            try listener.reader.ungrab()
            #expect(throws: Never.self, "\(other.path)") { try DeviceReader(path: other.path).grab() }
        }
        for (other, code) in zip(others, codes) {
            try other.play(code, 0)
            #expect(isGrabbed(other))
            try other.play(code, 1)
        }
        for (listener, code) in zip(listeners, codes) {
            let values = try listener.take().filter { $0.type == .key && $0.code == code.rawValue }
            #expect(
                values.map(\.value) == [0],
                "what was down is let go for others, and what comes later is not theirs"
            )
        }
        #expect(service.end().status == 0)
    }

    @Test(.rule("L6")) func `panels are matched to screens by the layout, and others are ignored`() throws {
        let left = try Panel(name: "Left panel")
        let right = try Panel(name: "Right panel")
        let stranger = try Panel(name: "Stranger")
        let service = try ServiceProcess(
            """
            screens:
              - name: left
                size: [400, 200]
                input: { name: "Left*" }
                root: { id: l, on: { touchesBegan: { journal.write: "left {{screenX:0}}" } } }
              - name: right
                size: [400, 200]
                input: { name: "Right*" }
                root: { id: r, on: { touchesBegan: { journal.write: "right {{screenX:0}}" } } }
            plugins: { journal: { type: log } }
            """,
            panels: 2
        )
        try stranger.down(slot: 0, id: 1, 1024, 1080)
        try right.down(slot: 0, id: 1, 1024, 1080)
        let calls = try service.calls(1)
        #expect(calls == ["touchesBegan right 100 accepted"])
        try left.down(slot: 0, id: 1, 2048, 1080)
        #expect(try service.calls(2).last == "touchesBegan left 200 accepted")
        #expect(service.end().status == 0)
    }
}
