import BuiltinPlugins
import Glibc
import InputEvents
import LayoutFile
import Platform
import PluginAPI
import ResponderKit
import Schema
import Testing

@testable import InputHub
@testable import LayoutPlans
@testable import Torture
@testable import TouchTrace

/// Tests complete torture runs, step files, minimization and subprocesses.
struct RunTests {
    @Test(arguments: [11, 12, 13] as [UInt64])
    func `all invariants hold, and equal seeds give equal runs`(_ seed: UInt64) throws {
        let stage = TortureStage(nil)
        var totals: [TortureRun.Totals] = []
        for _ in 0..<2 {
            var run = TortureRun(stage, seed: seed)
            do { try run.run(events: 25_000) } catch { Issue.record("\(error.failure)") }
            totals.append(run.totals)
        }
        #expect(totals[0] == totals[1])
        #expect(totals[0].touches > 100 && totals[0].calls > 300)
    }

    @Test
    func `the steps of a seed never change`() {
        var random = SeededRandom(seed: 1)
        #expect((0..<4).map { _ in random.below(1000) } == [566, 745, 971, 444])
        let stage = TortureStage(nil)
        let steps = stage.steps(seed: 7, round: 3, through: 2000)
        #expect(steps == stage.steps(seed: 7, round: 3, through: 2000))
        #expect(steps != stage.steps(seed: 8, round: 3, through: 2000))
        #expect(steps != stage.steps(seed: 7, round: 4, through: 2000))
    }

    @Test
    func `the steps cover all kinds of steps and commands`() {
        let steps = TortureStage(nil).steps(seed: 3, round: 0, through: 30_000)
        var names: Set<String> = []
        for step in steps { names.insert("\(step)".prefix { $0 != "(" }.description) }
        let all = [
            "plug", "unplug", "events", "advance", "command", "mood", "reload", "sleep", "awake", "cancelAll", "ignore",
            "controller", "settle",
        ]
        #expect(names == Set(all))
        let events: [RawEvent] = steps.flatMap(\.events)
        #expect(events.contains { $0.isMark(.dropped) })
        #expect(events.contains { $0.isMark(.report) && $0.value == 1 })
        #expect(events.contains { $0.type == .absolute && Axis(rawValue: $0.code) == .slot && $0.value > 32 })
        #expect(zip(events, events.dropFirst()).contains { $0.time > $1.time })
    }

    @Test
    func `views are changed while touched`() {
        let stage = TortureStage(nil)
        var generator = TortureRun.generator(stage, seed: 3, round: 0)
        var counts: [String: Int] = [:]
        for _ in 0..<30_000 {
            let isTouched = generator.encoders[generator.scene.device].downCount > 0
            let touched = generator.scene.view
            guard case .command(.set(let view, let properties), _) = generator.next(), isTouched, view == touched else {
                continue
            }
            if "\(properties)".contains("enabled") { counts[view, default: 0] += 1 }
        }
        for control in ["ring", "volume", "lamp", "inner"] { #expect(counts[control, default: 0] > 10, "\(counts)") }
    }

    @Test
    func `a file contains all steps and is read back unchanged`() throws {
        let steps = TortureStage(nil).steps(seed: 5, round: 1, through: 5000)
        let failure = Failure(.delivery, "a \"detail\"\nof two lines")
        let file = StepFile(seed: .max, round: 1, layout: "lobby.yaml", failure: failure, steps: steps)
        let read = try StepFile(reading: file.text)
        #expect(read.steps == steps && read.failure == failure)
        #expect(read.seed == .max && read.round == 1 && read.layout == "lobby.yaml")
    }

    @Test
    func `a lift in a frame whose clock runs backwards is delayed from the time of the bridge`() throws {
        // The touch in the second frame begins at 83 ms without a SYN_REPORT. The bridge completes the frame at 93 ms.
        let steps = try StepFile(
            reading: """
                # touchbridge torture 1
                {"seed":"74702912","round":2,"broken":"contact","detail":""}
                {"step":"plug","device":3}
                {"step":"plug","device":5}
                {"step":"events","device":3}
                E: 1132473.055028 0001 014a 1
                {"step":"events","device":3}
                E: 1132473.075028 0001 014a 0
                E: 1132473.075028 0000 0000 0
                {"step":"events","device":3}
                E: 1132473.083028 0001 014a 1
                {"step":"events","device":5}
                E: 1132473.095028 0000 0000 0
                {"step":"events","device":3}
                E: 1132468.099028 0001 014a 0
                E: 1132468.099028 0000 0000 0
                {"step":"events","device":3}
                E: 1132473.111029 0000 0000 0

                """
        ).steps
        #expect(TortureStage(nil).failure(of: steps) == nil)
    }

    @Test(arguments: [
        ("", "line 1: not a step file of 'touchbridge-dev torture'; specify a .steps file"),
        ("# touchbridge torture 1", "line 2: the line with 'seed', 'round' and 'broken' is missing; add it"),
        ("# touchbridge torture 1\n{}", "line 2: 'seed' is missing or invalid; write a whole number in quotes"),
        ("{\"step\":\"dance\"}", "line 3: unknown or invalid step 'dance'; correct or remove this line"),
        ("E: 0.000001 0003 0039 1", "line 3: an event must follow an 'events' step; move this line"),
        (
            "{\"step\":\"events\",\"device\":0}\nE: 0.1 3 39 1",
            "line 4: invalid event; write 'E: seconds.microseconds type code value'"
        ),
        (
            "{\"step\":\"advance\",\"to\":\"1000000000000000001\"}",
            "line 3: unknown or invalid step 'advance'; correct or remove this line"
        ),
        (
            "{\"step\":\"events\",\"device\":0}\nE: 1000000000001.000000 0003 0039 1",
            "line 4: invalid event; write 'E: seconds.microseconds type code value'"
        ),
        ("{\"step\":\"plug\"}", "line 3: unknown or invalid step 'plug'; correct or remove this line"),
    ])
    func `a file that cannot be read is reported with position and reason`(_ text: String, _ message: String) {
        let head = "# touchbridge torture 1\n{\"seed\":\"1\",\"round\":0,\"broken\":\"time\"}\n"
        let whole = text.hasPrefix("#") || text.isEmpty ? text : head + text
        do {
            _ = try StepFile(reading: whole)
            Issue.record("the invalid file was read")
        } catch {
            #expect("\(error)" == message)
        }
    }

    @Test
    func `a command whose event removes the pressed control breaks no invariant`() {
        let press = [
            RawEvent(.x, 781, at: 0), RawEvent(.y, 1847, at: 0), RawEvent(KeyCode.touch, 1, at: 0),
            RawEvent(.report, at: 0),
        ]
        let leave = TreeCommand.send(view: "ring", event: "touchUpInside")
        let steps: [Step] = [.plug(device: 3), .events(device: 3, press), .command(leave, plugin: 3), .settle]
        #expect(TortureStage(nil).failure(of: steps) == nil)
    }

    @Test
    func `steps and events are removed until each remaining one is needed`() {
        let steps = TortureStage(nil).steps(seed: 5, round: 1, through: 3000)
        // The simulated defect requires a reload followed by lost events on device 1.
        let isLoss: (Step) -> Bool = { step in
            guard case .events(1, let events) = step else { return false }
            return events.contains { $0.isMark(.dropped) }
        }
        var minimizer = Minimizer { steps in
            guard let reload = steps.firstIndex(where: { $0 == .reload(.same) }) else { return false }
            return steps[reload...].contains(where: isLoss)
        }
        let fewest = minimizer.minimize(steps)
        #expect(fewest.count == 2 && fewest[0] == .reload(.same))
        #expect(fewest[1].eventCount == 1 && isLoss(fewest[1]))
    }

    @Test
    func `steps that do not reproduce the violation stay unchanged`() {
        var minimizer = Minimizer { _ in false }
        let steps: [Step] = [.plug(device: 0), .settle]
        #expect(minimizer.minimize(steps) == steps)
    }

    @Test
    func `a crash or hang of the subprocess is reported without ending the test`() {
        #expect(Subprocess.run { 3 } == .returned(3))
        #expect(Subprocess.run(isSilent: true) { fatalError("as it is meant to") } != .returned(0))
        let outcome = Subprocess.run(isSilent: true) { [1, 2][Int(readLine(strippingNewline: true)?.count ?? 0) + 5] }
        guard case .signal = outcome else { return #expect(Bool(false), "\(outcome)") }
    }

    /// Runs in a subprocess, because the alarm of a time limit would later kill the whole test run.
    @Test
    func `only a child process restarts its time limit`() {
        #expect(
            Subprocess.run {
                Subprocess.restartTimeLimit()
                return alarm(0) > 0 ? 1 : 0
            } == .returned(1)
        )
        Subprocess.restartTimeLimit()
        #expect(alarm(0) == 0)
    }

    @Test
    func `no plugin of the layout is ever created`() throws {
        let text = """
            plugins: { bad: { type: bad } }
            root: { id: page, on: { touches: bad.do } }
            """
        let type = PluginType(
            Table<Nothing>("bad", "Must not be made.", of: Nothing()) {},
            handlers: [HandlerType("do", .nothing, default: NoArguments(), "Must not be called.")]
        ) { (_, _) throws(ServiceError) in
            fatalError("a plugin of the layout is made")
        }
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        let plan = try #require(layout.flatMap { LayoutPlan($0, types: [type], reading) })
        var run = TortureRun(TortureStage(plan), seed: 1)
        do { try run.run(events: 20_000) } catch { Issue.record("\(error.failure)") }
        #expect(run.totals.calls > 100)
    }

    private struct Nothing: Equatable, Sendable {}
}

extension Step {
    fileprivate var events: [RawEvent] { if case .events(_, let events) = self { events } else { [] } }
}
