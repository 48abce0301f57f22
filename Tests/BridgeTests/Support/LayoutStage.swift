internal import Bridge
import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
import Platform
import PluginAPI
import ResponderKit
import Schema
import YAML

/// A running layout with plugins that record their events.
final class LayoutStage {
    let journal: Journal
    let pipeline: Pipeline
    private let traced = Messages()
    private let logged = Messages()
    var trace: [String] { traced.lines }
    var log: [String] { logged.lines }

    init(
        _ text: String,
        journal: Journal = Journal(),
        isDryRun: Bool = false,
        tracing: Bool = false,
        options: Pipeline.Options = Pipeline.Options()
    ) throws {
        self.journal = journal
        var options = options
        options.isDryRun = isDryRun
        options.host = "kiosk"
        options.log = { [logged] in logged.lines.append("\($0.plugin): \($0.message)") }
        pipeline = Pipeline(try Self.plan(text, journal), options)
        if tracing {
            pipeline.trace { [traced] in traced.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
        }
        pipeline.start(at: 0)
    }

    private final class Messages: @unchecked Sendable {
        var lines: [String] = []
    }

    /// Returns the plan of a valid layout. Adds the plugins `m` and `n` if the text defines no plugins.
    static func plan(_ text: String, _ journal: Journal = Journal()) throws -> LayoutPlan {
        let (plan, mistakes) = read(text, journal)
        guard let plan else { throw Mistakes(mistakes) }
        return plan
    }

    static func read(_ text: String, _ journal: Journal = Journal()) -> (plan: LayoutPlan?, mistakes: [String]) {
        let usual = "plugins: { m: { type: memo, mood: calm }, n: { type: memo, mood: calm } }\n"
        let own = text.contains("plugins:") ? text : usual + text
        let (layout, reading) = LayoutLoader.load(Array(own.utf8), file: "layout.yaml")
        let plan = layout.flatMap { LayoutPlan($0, types: [Memo.type(journal)], reading) }
        let mistakes = reading.sorted.map { "\($0.severity.rawValue): \($0.problem.message)" }
        // Omits this warning: many tests use only one of the two plugins.
        return (plan, mistakes.filter { !$0.contains("no handler call uses the plugin") })
    }

    struct Mistakes: Error, CustomStringConvertible {
        let description: String
        init(_ lines: [String]) { description = lines.joined(separator: "\n") }
    }

    var application: Application { pipeline.application }

    func view(_ id: String) throws -> View {
        guard let view = pipeline.tree.view(id) else { throw Mistakes(["no view \(id)"]) }
        return view
    }

    func drain() -> [String] { journal.drain() }

    // MARK: Fingers

    func down(_ x: Double, _ y: Double, at time: Int64, finger: Int32 = 0) {
        send(.began, x, y, time, finger)
    }

    func move(_ x: Double, _ y: Double, at time: Int64, finger: Int32 = 0) {
        send(.moved, x, y, time, finger)
    }

    func up(_ x: Double, _ y: Double, at time: Int64, finger: Int32 = 0) {
        send(.ended, x, y, time, finger)
    }

    func tap(_ x: Double, _ y: Double, at time: Int64) {
        down(x, y, at: time)
        up(x, y, at: time + 50_000)
    }

    /// Puts several fingers down in one report.
    func send(began locations: [(x: Double, y: Double)], at time: Int64) {
        let samples = locations.enumerated().map { index, location in
            TouchSample(FingerID(device: 1, contact: Int32(index)), .began, at: Point(x: location.x, y: location.y))
        }
        application.send(TouchFrame(time: time, samples))
    }

    private func send(_ change: TouchSample.Change, _ x: Double, _ y: Double, _ time: Int64, _ finger: Int32) {
        pipeline.advance(to: time)
        let sample = TouchSample(FingerID(device: 1, contact: finger), change, at: Point(x: x, y: y))
        application.send(TouchFrame(time: time, [sample]))
    }

    /// Executes one plugin command. Returns the reply, or nil if there is none yet.
    func ask(_ command: TreeCommand, from plugin: String = "m") -> TreeReply? {
        let reply = Replies()
        _ = pipeline.commands.submit(command, from: plugin) { reply.last = $0 }
        pipeline.carryOutCommands()
        return reply.last
    }

    private final class Replies: @unchecked Sendable {
        var last: TreeReply?
    }
}
