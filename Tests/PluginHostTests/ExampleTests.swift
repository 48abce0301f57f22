import Foundation
import HandlerEvents
import JSON
import Platform
import PluginAPI
import Testing

@testable import PluginHosts

/// Tests the plugins in examples/plugins.
struct `Example plugins` {
    private let folder = repository.appending(path: "examples/plugins")

    @Test func `the lamp example in Python turns on and off`() async throws {
        let host = try Fixture(
            ProcessPlugin.type,
            "{command: [python3, lamp.py], directory: \(folder.appending(path: "python").path)}"
        )
        let binding = host.binding("toggle", view: "switch", "{view: bulb}")
        host.plugin.bindingsChanged([binding])
        try host.plugin.start()
        for time in 1...3 as ClosedRange<Int64> {
            _ = host.plugin.take(handlerEvent(.touchUpInside, time), for: binding)
        }
        host.stop()
        #expect(
            host.tree.commands == [1, 0.2, 1].map { .set(view: "bulb", properties: ["alpha": .number($0)]) }
        )
        #expect(host.log.messages == ["the program is ready"])
    }

    @Test func `the palm guard example in C stops resting hands from beginning to end`() throws {
        let library = try temporaryFolder().appending(path: "palmguard.so").path
        try run(["make", "OUTPUT=\(library)"], in: folder.appending(path: "c"))
        let host = try Fixture(LibraryPlugin.type, "{path: \(library), settings: {radius: 25}}")
        let binding = host.binding("filter")
        host.plugin.bindingsChanged([binding])
        try host.plugin.start()
        func passes(_ event: EventName, touch: Int32, radius: Double) -> Bool? {
            var event = handlerEvent(event, 1)
            (event.touch, event.radius) = (touch, radius)
            return host.plugin.take(event, for: binding).passes
        }
        #expect(passes(.touchesBegan, touch: 1, radius: 40) == false)
        #expect(passes(.touchesBegan, touch: 2, radius: 5) == true)
        // The first event of a touch decides: a palm remains a palm, and a finger that flattens later remains a finger.
        #expect(passes(.touchesMoved, touch: 1, radius: 5) == false)
        #expect(passes(.touchesMoved, touch: 2, radius: 40) == true)
        #expect(passes(.touchesEnded, touch: 1, radius: 5) == false)
        #expect(passes(.touchesCancelled, touch: 2, radius: 40) == true)
        #expect(passes(.touchesBegan, touch: 1, radius: 5) == true)
        #expect(host.log.messages == ["keeps resting hands away"])
    }

    @Test func `the palm guard example in C requires a radius`() throws {
        let library = try temporaryFolder().appending(path: "palmguard.so").path
        try run(["make", "OUTPUT=\(library)"], in: folder.appending(path: "c"))
        let host = try Fixture(LibraryPlugin.type, "{path: \(library)}")
        #expect(throws: ServiceError.self) { try host.plugin.start() }
    }

    @Test func `the knock example in Swift raises its gesture for quick taps only`() throws {
        let build = repository.appending(path: ".build/examples/knock").path
        let package = ["--package-path", folder.appending(path: "swift").path, "--scratch-path", build]
        try run(["swift", "build", "-c", "release"] + package)
        let path = "\(build)/release/libKnock.so"
        let host = try Fixture(LibraryPlugin.type, "{path: \(path), settings: {microseconds: 300000}}")
        let door = host.binding("listen", view: "door", "{gesture: knocked}")
        let other = host.binding("listen", view: "other")
        host.plugin.bindingsChanged([door, other])
        try host.plugin.start()
        func tap(_ time: Int64, _ binding: Binding) {
            #expect(host.plugin.take(handlerEvent(.touchesBegan, time), for: binding).isAccepted)
        }
        tap(0, door)
        tap(400_000, door)
        tap(500_000, other)
        #expect(host.tree.commands == [])
        tap(700_000, door)
        #expect(
            host.tree.commands == [
                .raise(gesture: "knocked", state: "began"), .raise(gesture: "knocked", state: "ended"),
            ]
        )
        tap(700_000, other)
        // On a slow machine, the log also reports a slow tap.
        let said = host.log.messages.filter { !$0.contains(" blocked the input thread for ") }
        #expect(said == ["'listen' needs a 'gesture': the id of one of type custom"])
        let second = try Fixture(LibraryPlugin.type, "{path: \(path), settings: {microseconds: -1}}")
        let error = #expect(throws: ServiceError.self) { try second.plugin.start() }
        #expect(error?.message == "the plugin Knock in \(path) cannot be created: 'microseconds' must be more than 0")
    }
}
