import Bridge
import JSON
import LayoutFile
import ResponderKit
import Testing

/// Tests a layout's scripts, from the event that calls a function to the change of the view tree.
struct ScriptTests {
    @Test func `a function receives the value behind the colon, with placeholders, as a table`() throws {
        let stage = try ScriptStage(
            "function press(call) log(call.digit, call.at[1], call.name) end",
            on: #"{ s.press: { digit: 7, at: ["{{x}}", 2], name: "on {{view}}" } }"#
        )
        stage.tap()
        #expect(stage.drain() == ["s: 7 50 on button"])
    }

    @Test func `tree.set changes a view, and tree.get returns the live value`() throws {
        let stage = try ScriptStage(
            """
            function press()
              tree.set("volume", {value = tree.get("volume", "value") + 30, frame = {0, 300, 200, 31}})
              log(tree.get("volume", "value"), tree.get("volume", "frame")[3], tree.get("button", "hidden"))
            end
            """
        )
        stage.tap()
        stage.tap()
        #expect(try stage.volume == 60)
        #expect(stage.drain() == ["s: 30 200 false", "s: 60 200 false"])
        #expect(stage.trace.contains { $0.contains(#""command":"tree.set","target":"volume","outcome":"done""#) })
        #expect(stage.trace.contains { $0.contains(#""kind":"script","function":"s.press","outcome":"done""#) })
    }

    @Test func `every property that tree.set accepts can be read`() throws {
        // `isOn` exists only for switches; `edges` is another form of `frame`.
        let properties = ViewLayout.propertyNames.filter { !["isOn", "edges"].contains($0) }
        let names = properties.map { "'\($0)'" }.joined(separator: ", ")
        let stage = try ScriptStage(
            """
            function press()
              for _, name in ipairs({\(names)}) do
                local value = tree.get("volume", name)
                if value == nil then log(name) end
                if name ~= "thumbSize" then tree.set("volume", {[name] = value}) end
              end
            end
            """
        )
        stage.tap()
        #expect(stage.drain() == [])
    }

    @Test func `call runs a handler of a plugin, without its arguments in the trace`() throws {
        let stage = try ScriptStage(#"function press() call("out.write", "PIN 2580") end"#)
        stage.tap()
        let lines = stage.trace.filter { $0.contains(#""plugin":"out","handler":"write""#) }
        #expect(lines.count == 1)
        #expect(lines.first?.contains(#""view":"s","on":"action","arguments":null,"outcome":"accepted""#) == true)
        #expect(!stage.trace.contains { $0.contains("2580") })
    }

    @Test func `call runs tree commands and functions of scripts`() throws {
        let stage = try ScriptStage(
            """
            function press() call("tree.hide", "volume") call("s.note", {text = "later"}) log("first") end
            function note(call) log(call.text) end
            """
        )
        stage.tap()
        #expect(stage.drain() == ["s: first", "s: later"])
        #expect(try stage.view("volume").isHidden)
    }

    @Test func `log writes nil, strings and other values as in Lua and JSON`() throws {
        let stage = try ScriptStage(#"function press() log(nil, "a b", 2.5, true, {x = 1}) log() end"#)
        stage.tap()
        #expect(stage.drain() == ["s: nil a b 2.5 true {\"x\":1}", "s: "])
    }

    @Test func `emit calls what the layout binds to the action, with a value`() throws {
        let stage = try ScriptStage(
            "function press() emit('unlocked', {value = 42}) end",
            more: #"actions: { unlocked: [tree.set: { view: volume, value: "{{value}}" }] }"#
        )
        stage.tap()
        #expect(try stage.volume == 42)
        #expect(stage.drain() == [])
    }

    @Test func `after runs a function once and every repeatedly, at times of events`() throws {
        let stage = try ScriptStage(
            """
            function press()
              after("3s", function() log("once", time()) end)
              local number
              local count = 0
              number = every(2, function()
                count = count + 1
                log("again", time())
                if count == 3 then cancel(number) end
              end)
            end
            """
        )
        stage.tap()
        stage.wait(20)
        #expect(stage.drain() == ["s: again 3.05", "s: once 4.05", "s: again 5.05", "s: again 7.05"])
        #expect(stage.pipeline.nextDeadline == nil)
    }

    @Test func `the same input gives the same trace, live and in a dry run`() throws {
        let code = """
            local seen = {}
            function press()
              seen["x" .. math.random(1000)] = true
              local names = ""
              for name in pairs(seen) do names = names .. name end
              tree.set("volume", {value = #names % 100, alpha = math.random()})
              call("tree.toggle", "button")
              after(0.5, function() tree.set("volume", {alpha = 1}) call("tree.toggle", "button") end)
            end
            """
        let traces = try [false, true, true].map { isDryRun in
            let stage = try ScriptStage(code, isDryRun: isDryRun)
            for _ in 0..<20 { stage.tap() }
            return stage.trace
        }
        #expect(traces[0] == traces[1] && traces[1] == traces[2])
        #expect(traces[0].count > 100)
    }

    // MARK: Reload

    @Test func `a script that persists its state returns each changed state once, and starts with the restored state`()
        throws
    {
        let code = "function press() state.count = (state.count or 0) + 1 end function look() log(state.count) end"
        let stage = try ScriptStage(code, settings: "persist: true", restored: ["count": 4])
        #expect(stage.pipeline.takePersistentStates().isEmpty, "the restored state has not changed")
        #expect(!stage.pipeline.mayHaveChangedState)
        stage.tap()
        #expect(stage.pipeline.mayHaveChangedState)
        let states = stage.pipeline.takePersistentStates()
        #expect(states.map(\.name) == ["s"] && states.first?.state == ["count": 5])
        #expect(stage.pipeline.takePersistentStates().isEmpty && !stage.pipeline.mayHaveChangedState)
    }

    @Test func `without persist, no state is returned or restored`() throws {
        let code = "function press() state.count = (state.count or 0) + 1 log(state.count) end"
        let stage = try ScriptStage(code, restored: ["count": 4])
        stage.tap()
        #expect(stage.drain() == ["s: 1"])
        #expect(!stage.pipeline.mayHaveChangedState && stage.pipeline.takePersistentStates().isEmpty)
    }

    @Test func `a state that is too large to be stored is reported, and the script continues`() throws {
        let code = "function press() state.list = {} for i = 1, 4096 do state.list[i] = i end log('on') end"
        let stage = try ScriptStage(code, settings: "persist: true\n    instructions: 1000000")
        stage.tap()
        #expect(stage.pipeline.takePersistentStates().isEmpty)
        let reason = "more than 4096 values are passed out of the script; pass fewer values"
        let problem = "the state could not be saved and will be lost at the next restart"
        #expect(stage.drain() == ["s: on", "s: \(problem): \(reason)"])
    }

    @Test func `state survives the reload of a changed script, and the timers of the old one end`() throws {
        let stage = try ScriptStage(
            "function press() state.count = (state.count or 0) + 1 state.list = {1, {a = 'b'}} every(1, function() log('old') end) end"
        )
        stage.tap()
        stage.tap()
        _ = stage.drain()
        try stage.reload("function press() log(state.count, state.list[2].a) end")
        stage.wait(10)
        stage.tap()
        #expect(stage.drain() == ["s: 2 b"])
    }

    @Test func `an unchanged script keeps its variables and timers across a reload`() throws {
        let code = "local n = 0 function press() n = n + 1 after(5, function() log(n) end) end"
        let stage = try ScriptStage(code)
        stage.tap()
        try stage.reload(code)
        stage.wait(10)
        #expect(stage.drain() == ["s: 1"])
    }

    // MARK: Errors reported by the check

    @Test func `check names the line of a syntax error and of an unknown function`() {
        let broken = ScriptStage.text("function press()\n  x = = 3\nend", "s.press")
        #expect(ScriptStage.mistakes(broken) == ["9: error: unexpected symbol near '='"])
        let unknown = ScriptStage.text("function press() end", "s.pres")
        let message = "11: error: the script 's' has no function 'pres'; did you mean 'press'?"
        #expect(ScriptStage.mistakes(unknown) == [message])
    }

    @Test func `a script needs its text, once`() {
        let none = "plugins: { s: { type: script } }"
        let expected = "1: error: a script needs 'code' (the Lua source) or 'file' (the path of a Lua file)"
        #expect(ScriptStage.mistakes(none) == [expected])
        let missing = "plugins: { s: { type: script, file: none.lua } }"
        #expect(ScriptStage.mistakes(missing).first?.contains("'none.lua' cannot be read") == true)
    }
}
