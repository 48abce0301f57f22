internal import Bridge
import Explain
import Geometry
import HandlerEvents
import JSON
import PluginAPI
import ResponderKit
import Testing
internal import TouchTrace

/// Tests that the call results in a dump are assigned to the calls of its replay.
struct ServiceCallTests {
    private static let layout = """
        actions: { again: { out.write: again } }
        root:
          id: page
          gestures:
            - { id: one, type: tap, simultaneousWith: [two], on: { recognized: { out.write: one } } }
            - { id: two, type: tap, on: { recognized: { out.write: two } } }
          subviews:
            - id: order
              class: Button
              frame: [100, 100, 200, 100]
              on: { touchUpInside: [{ out.write: a }, { out.write: a }, again] }
        """

    private func line(_ result: String, _ more: String, event: String = "touchUpInside", view: String = "order")
        -> String
    {
        """
        {"t":1060000,"kind":"result","plugin":"out","handler":"write","view":"\(view)","on":"\(event)",\(more)\
        "called":1050000,\(result)}
        """
    }

    private static let failure = #""result":"failed","cause":"exitStatus","number":3"#

    private func calls(_ x: Double = 150, _ lines: String...) throws -> (title: String, calls: [JSONValue]) {
        let stage = try ExplainStage(Self.layout)
        stage.explainer.service = ServiceCalls(lines: try lines.map { try JSONValue(parsing: $0.utf8) })
        stage.tap(x, x == 150 ? 130 : 250, at: 1_000_000)
        let explanation = try #require(stage.explanations.first)
        return (explanation.title, explanation.json["calls"]?.list ?? [])
    }

    @Test
    func `two equal calls of one event are distinguished by their positions`() throws {
        // Plugins may report results in a different order than the calls.
        let delivered = #""result":"delivered""#
        let (_, first) = try calls(150, line(delivered, "\"position\":1,"), line(Self.failure, ""))
        let results = first.filter { $0["handler"] == "out.write" }.compactMap { $0["result"]?.text }
        #expect(results.prefix(2) == ["failed", "delivered"])
        let (_, second) = try calls(150, line(delivered, ""), line(Self.failure, "\"position\":1,"))
        #expect(second.compactMap { $0["result"]?.text }.prefix(2) == ["delivered", "failed"])
    }

    @Test
    func `equal calls of two fingers in one frame are distinguished by the slots of the fingers`() throws {
        let stage = try ExplainStage(
            "root: { id: page, multipleTouchEnabled: true, on: { touchesBegan: { out.write: a } } }"
        )
        // The plugin reports the result for the second finger first.
        let lines = [line(#""result":"delivered""#, "\"slot\":1,"), line(Self.failure, "")]
            .map { $0.replacing("touchUpInside", with: "touchesBegan").replacing("order", with: "page") }
        stage.explainer.service = ServiceCalls(lines: try lines.map { try JSONValue(parsing: $0.utf8) })
        let samples = (0..<2).map { slot in
            TouchSample(FingerID(device: 1, contact: slot), .began, at: Point(x: 10 + 50 * Double(slot), y: 10))
        }
        stage.pipeline.application.send(TouchFrame(time: 1_050_000, samples))
        let calls = stage.explanations.map { $0.json["calls"]?.list?.first?["result"]?.text }
        #expect(calls == ["failed", "delivered"])
        // The trace of the service contains the same slots.
        let binding = try #require(stage.pipeline.bindings.first)
        let slots = stage.delivered.map { delivered in
            var text = TraceText(stage.pipeline.names)
            text.render(CallReports.Entry(.delivered, of: delivered.handlerEvent, for: binding, at: 2_000_000))
            return try? JSONValue(parsing: text.bytes)["slot"]?.number
        }
        #expect(slots == [nil, 1])
    }

    @Test
    func `calls of two gestures for one event are distinguished by the gesture`() throws {
        let failed = line(Self.failure, "\"source\":\"two\",\"touchless\":true,", event: "ended", view: "page")
        let (_, calls) = try calls(20, failed)
        #expect(calls.compactMap { $0["result"]?.text } == ["notRun", "failed"], "\(calls)")
    }

    @Test
    func `the result of a call without a touch is not given to a touch`() throws {
        let (_, calls) = try calls(150, line(Self.failure, "\"touchless\":true,"))
        #expect(!calls.contains { $0["result"] == "failed" }, "\(calls)")
    }

    @Test
    func `a report names the call's gesture or action, its position, and whether a touch caused it`() throws {
        let stage = try ExplainStage(Self.layout)
        let bindings = stage.pipeline.bindings
        let second = try #require(bindings.first { $0.view == "order" && $0.position == 1 })
        var event = HandlerEvent(.touchUpInside, at: 1)
        let touchless = CallReports.Entry(.delivered, of: event, for: second, at: 2)
        event.touch = 4
        let entry = CallReports.Entry(.delivered, of: event, for: second, at: 2)
        #expect(touchless.slot == nil && entry.slot == 0 && entry.position == 1 && entry.source == nil)
        let gesture = try #require(bindings.first { $0.gesture == "two" })
        #expect(CallReports.Entry(.delivered, of: event, for: gesture, at: 2).source == "two")
        let action = try #require(bindings.first { $0.action == "again" })
        #expect(CallReports.Entry(.delivered, of: event, for: action, at: 2).source == "again")
    }

    @Test
    func `a dropped call has the cause that the plugin reports`() throws {
        let (title, calls) = try calls(150, line(#""result":"dropped","cause":"noClient""#, ""))
        #expect(title.contains("the call was dropped, because no page or program was connected"), "\(title)")
        #expect(calls.first?["cause"] == "noClient")
    }
}
