import Bridge
import BuiltinPlugins
import Geometry
import JSON
import LayoutFile
import LayoutPlans
import LayoutRuntime
import Platform
import ResponderKit
import Schema
import Synchronization
import Testing
import YAML

/// A running layout with one script and a button of 100 by 100 points.
final class ScriptStage {
    let pipeline: Pipeline
    private let lines = Lines()
    private let traced = Lines()
    private var time: Int64 = 0

    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    /// Creates a layout whose button calls functions of the script `code`; `more` contains further plugin settings.
    init(
        _ code: String,
        on calls: String = "{ s.press: { digit: 1 } }",
        settings: String = "",
        more: String = "",
        isDryRun: Bool = true,
        restored: JSONValue? = nil
    ) throws {
        var options = Pipeline.Options()
        options.isDryRun = isDryRun
        options.restoredState = { $0 == "s" ? restored : nil }
        options.log = { [lines] entry in lines.all.withLock { $0.append("\(entry.plugin): \(entry.message)") } }
        pipeline = Pipeline(try Self.plan(code, calls, settings, more), options)
        pipeline.trace { [traced] line in
            traced.all.withLock { $0.append(String(decoding: line.dropLast(), as: UTF8.self)) }
        }
        pipeline.start(at: 0)
    }

    /// Returns the layout's YAML.
    static func text(_ code: String, _ calls: String, _ settings: String = "", _ more: String = "") -> String {
        let indented = code.split(separator: "\n", omittingEmptySubsequences: false).map { "      \($0)" }
        return """
            screens: [{ size: [400, 400] }]
            plugins:
              out: { type: log }
              s:
                type: script
                \(settings)
                code: |
            \(indented.joined(separator: "\n"))
            root:
              subviews:
                - { id: button, class: Button, frame: [0, 0, 100, 100], on: { touchUpInside: \(calls) } }
                - { id: other, class: Button, frame: [100, 0, 100, 100], on: { touchUpInside: { s.press: 2 } } }
                - { id: volume, class: Slider, frame: [0, 200, 300, 31], range: [0, 100] }
            \(more)
            """
    }

    /// Returns the errors and warnings of a layout.
    static func mistakes(_ text: String) -> [String] { read(text).mistakes }

    private static func read(_ text: String) -> (plan: LayoutPlan?, mistakes: [String]) {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: BuiltinPlugins.all, reading) }
        return (plan, reading.sorted.map { "\($0.problem.mark.line): \($0.severity.rawValue): \($0.problem.message)" })
    }

    private static func plan(_ code: String, _ calls: String, _ settings: String, _ more: String) throws -> LayoutPlan {
        let (plan, mistakes) = read(text(code, calls, settings, more))
        return try #require(plan, "\(mistakes.joined(separator: "\n"))")
    }

    func reload(_ code: String, on calls: String = "{ s.press: { digit: 1 } }") throws {
        _ = pipeline.reload(try Self.plan(code, calls, "", ""), at: time)
    }

    /// Returns and removes the log lines.
    func drain() -> [String] {
        lines.all.withLock { lines in
            defer { lines = [] }
            return lines
        }
    }

    var trace: [String] { traced.all.withLock { $0 } }

    func view(_ id: String) throws -> View { try #require(pipeline.tree.view(id)) }

    var volume: Double { get throws { try #require(try view("volume") as? Slider).value } }

    /// Taps the button, or another button if `other` is true, one second after the last tap.
    func tap(other: Bool = false) {
        time += 1_000_000
        send(.began, other)
        time += 50_000
        send(.ended, other)
    }

    private func send(_ change: TouchSample.Change, _ other: Bool) {
        pipeline.advance(to: time)
        let sample = TouchSample(FingerID(device: 1, contact: 1), change, at: Point(x: other ? 150 : 50, y: 50))
        pipeline.application.send(TouchFrame(time: time, [sample]))
    }

    func wait(_ seconds: Int64) {
        time += seconds * 1_000_000
        pipeline.advance(to: time)
    }
}
