import HandlerEvents
import Platform
import PluginAPI
import Testing

@testable import BuiltinCore

/// Tests the actions that `emit` sends for numbers in the output of programs.
@Suite struct ExecAnswerTests {
    @Test func `each number in the standard output sends an action, and other lines are logged`() async throws {
        let stage = try PluginStage(ExecPlugin.type, "{}", name: "shell")
        let script = "echo 21.5; echo ON; echo warm; echo 7 >&2; printf 3"
        let binding = try stage.binding("run", "{ command: [sh, -c, '\(script)'], emit: heat }")
        _ = stage.plugin.take(touch(.touchDown), for: binding)
        try await eventually("the program ends") { stage.plugin.health.delivered == 1 }
        #expect(
            stage.tree.all == [
                .emit(action: "heat", value: 21.5), .emit(action: "heat", value: 1), .emit(action: "heat", value: 3),
            ]
        )
        #expect(stage.log.all.map(\.message).filter { $0.hasPrefix("sh: ") }.sorted() == ["sh: 7", "sh: warm"])
    }

    @Test func `a program that writes too fast sends at most 50 actions at once`() async throws {
        let stage = try PluginStage(ExecPlugin.type, "{}", name: "shell")
        let binding = try stage.binding("run", "{ command: [sh, -c, 'yes 1 | head -1000'], emit: heat }")
        _ = stage.plugin.take(touch(.touchDown), for: binding)
        try await eventually("the program ends") { stage.plugin.health.delivered == 1 }
        #expect((50...60).contains(stage.tree.all.count), "\(stage.tree.all.count)")
        #expect(
            stage.log.complaints == ["'sh' writes more than 50 lines per second; further lines send no action"]
        )
    }

    @Test func `a refused action is logged`() async throws {
        let stage = try PluginStage(ExecPlugin.type, "{}", name: "shell")
        stage.tree.answers(.refused("the layout has no action 'heat'"))
        _ = stage.plugin.take(touch(.touchDown), for: try stage.binding("run", "{ command: [echo, 1], emit: heat }"))
        try await eventually("the refusal is logged") { !stage.log.complaints.isEmpty }
        #expect(stage.log.complaints == ["the action 'heat' was refused: the layout has no action 'heat'"])
    }
}
