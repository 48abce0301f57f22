import Bridge
import HandlerEvents
import ResponderKit
import Testing

/// Tests handler events for reports with several fingers.
struct SeveralTouchesTests {
    @Test
    func `touches of one report go to one handler after the other, in batches if necessary`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root: { id: page, multipleTouchEnabled: true, on: { touches: [m.note: m, n.note: n] } }
            """
        )
        _ = stage.drain()
        let fingers = (0..<70).map { FingerID(contact: $0) }
        for (time, change) in [TouchSample.Change.began, .moved, .ended].enumerated() {
            let samples = fingers.map { TouchSample($0, change, at: Point(x: Double($0.contact), y: Double(time))) }
            stage.application.send(TouchFrame(time: Int64(time), samples))
        }
        let rows = ["touchesBegan", "touchesMoved", "touchesEnded"].flatMap { event in
            [64, 6].flatMap { count in
                ["m", "n"].flatMap { name in Array(repeating: "page \(event) \"\(name)\"", count: count) }
            }
        }
        #expect(stage.drain() == rows)
        #expect(stage.journal.handlerEvents.prefix(64).map(\.screenX) == (0..<64).map(Double.init))
        #expect(stage.journal.handlerEvents.allSatisfy { $0.touchCount == 70 })
    }

    @Test
    func `a call caused by a plugin during delivery does not change the batch being delivered`() throws {
        let stage = try LayoutStage(
            """
            screens: [{ size: [400, 400] }]
            root:
              id: page
              multipleTouchEnabled: true
              on: { touches: [m.note, n.note] }
              subviews: [{ id: lamp, frame: [0, 300, 100, 100], on: { touches: m.note } }]
            """
        )
        stage.down(50, 350, at: 5, finger: 9)
        stage.down(10, 10, at: 10)
        stage.down(20, 20, at: 20, finger: 1)
        _ = stage.drain()
        stage.journal.handlerEvents = []
        let lamp = try stage.view("lamp")
        stage.journal.meanwhile = { lamp.removeFromSuperview() }
        let samples = (0...1).map { finger in
            TouchSample(FingerID(device: 1, contact: finger), .moved, at: Point(x: Double(finger) * 10 + 11, y: 20))
        }
        stage.application.send(TouchFrame(time: 30, samples))
        #expect(stage.drain().filter { $0.hasPrefix("lamp") } == ["lamp touchesCancelled"])
        let moved = stage.journal.handlerEvents.filter { $0.event == .touchesMoved }
        #expect(moved.map(\.screenX) == [11, 21, 11, 21])
    }
}
