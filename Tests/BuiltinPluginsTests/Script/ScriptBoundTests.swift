import Bridge
import JSON
import PluginAPI
import ResponderKit
import TestTraits
import Testing

/// Tests scripts that fail or exceed a limit: the failing function is stopped, and other functions still run.
struct ScriptBoundTests {
    /// Runs a function body for one tap, and returns the logged messages. Also checks that another function of the
    /// script still runs.
    private func messages(_ body: String, settings: String = "") throws -> [String] {
        let code = "function first()\n\(body)\nend\nfunction press() log('usable') end"
        let stage = try ScriptStage(code, on: "[s.first, tree.toggle: volume]", settings: settings)
        stage.tap()
        #expect(try stage.view("volume").isHidden, "the event goes on")
        let messages = stage.drain()
        stage.tap(other: true)
        #expect(stage.drain() == ["s: usable"])
        return messages
    }

    private let name = ": 's.first' of 'button' for touchUpInside: "
    private let stopped =
        "the script was stopped after 20000 instructions; do less in one call, or increase 'instructions'"
    private let exhausted = "out of memory; store fewer values and shorter strings, or increase 'memory'"

    @Test(.atLimit("script-instructions"), .pastLimit("script-instructions"))
    func `a loop without end is stopped with its line`() throws {
        let message = name + "line 2: \(stopped)"
        #expect(try messages("while true do\nend") == [message])
        #expect(try messages("for n = 1, 4000 do end") == [])
        #expect(try messages("for n = 1, 20100 do end") == [message])
        let settings = "instructions: 1000"
        #expect(
            try messages("for n = 1, 4000 do end", settings: settings) == [
                name + "line 2: \(stopped.replacing("20000", with: "1000"))"
            ]
        )
    }

    @Test(.atLimit("script-memory"), .pastLimit("script-memory"))
    func `allocation without end is stopped with its line`() throws {
        let body = "local t = {}\nfor n = 1, 20000 do\n  t[n] = {}\nend"
        let settings = "instructions: 1000000"
        #expect(try messages(body, settings: settings) == [name + "line 4: \(exhausted)"])
        #expect(try messages(body, settings: "instructions: 1000000\n    memory: 8000000") == [])
    }

    @Test(.atLimit("script-text"), .pastLimit("script-text"))
    func `a text beyond its limit is refused`() throws {
        #expect(try messages("local t = ('x'):rep(16000)") == [])
        #expect(try messages("local t = ('x'):rep(17000)") == [name + "line 2: \(exhausted)"])
    }

    @Test
    func `long keys of nested tables keep their text while other tables are read`() throws {
        let body = "local t = {}\nfor n = 1, 40 do t[n] = {[n .. ('K'):rep(60)] = n} end\nlog(t)"
        let text = try #require(try messages(body, settings: "instructions: 1000000").first)
        #expect(text.contains("{\"1KKK") && !text.contains("{\"8KKK:1}"), "\(text)")
    }

    @Test
    func `a timer number that is no whole number cancels nothing`() throws {
        #expect(try messages("cancel(1e300) cancel(-1e19) cancel(0/0) cancel(0.5)") == [])
    }

    /// Library functions in each loop do work that the instruction count alone does not cover. The work must count
    /// towards the limit, too.
    @Test(arguments: [
        "local s = ('7'):rep(16000) for n = 1, 6000 do local x = -s end",
        "local s = '0.' .. ('7'):rep(16000) for n = 1, 6000 do local x = s * s end",
        "local s = ('7'):rep(16000) for n = 1, 5000 do tonumber(s) end",
        "local s = ('7'):rep(16000) for n = 1, 5000 do math.floor(s) end",
        "local s = ('a'):rep(16000) for n = 1, 5000 do s:find('ab') end",
        "local s = ('a'):rep(200) local t = {} for n = 1, 5000 do t = {s:byte(1, -1)} end",
        "local t = {} for n = 1, 240 do t[n] = n end for n = 1, 5000 do math.max(table.unpack(t)) end",
        "local t = {} for n = 1, 3000 do t[n] = n end for n = 1, 3000 do t[n] = nil end for n = 1, 1000 do next(t) end",
    ])
    func `work without instructions is charged`(_ loop: String) throws {
        let messages = try messages(loop)
        #expect(messages == [name + "line 2: \(stopped)"])
        // Without this work, the same loops stay below the limit.
        let harmless = loop.replacing("16000", with: "16").replacing("200)", with: "2)").replacing("240", with: "2")
            .replacing("3000", with: "3").replacing(/, [156]000 do/, with: ", 200 do")
        #expect(try self.messages(harmless) == [])
    }

    @Test(.atLimit("script-called"), .pastLimit("script-called"))
    func `functions that functions call share their instructions`() throws {
        let stage = try ScriptStage(
            "function press() for n = 1, 40 do emit('more') end end\nfunction work() for n = 1, 9000 do end end",
            more: "actions: { more: [s.work: 1] }"
        )
        stage.tap()
        let messages = stage.drain()
        let reason = "not called: earlier functions used all 100000 instructions for this event"
        let remedy = "do less in these functions"
        #expect(messages == [": 's.work' of 'application' for action: \(reason); \(remedy)"])
        #expect(stage.trace.count { $0.contains("s.work") && $0.contains("done") } > 9)
    }

    @Test(
        .atLimit("script-timer-instructions"),
        .pastLimit("script-timer-instructions"),
        arguments: ["every(0.01, work)", "after(0.01, again)"]
    )
    func `busy timers wait for the next second`(_ timer: String) throws {
        let code = """
            function press(call)
              for n = 1, call.count do
                local function work() for n = 1, 4000 do end tree.set("volume", {value = time()}) end
                local function again() work() after(0.01, again) end
                \(timer)
              end
            end
            """
        let calm = try ScriptStage(code, on: "{ s.press: { count: 1 } }")
        calm.tap()
        calm.wait(2)
        #expect(calm.drain() == [])
        let busy = try ScriptStage(code, on: "{ s.press: { count: 60 } }")
        busy.tap()
        busy.wait(2)
        let reason = "their functions used too many instructions; do less in them"
        #expect(busy.drain() == ["s: timers wait until the next second: \(reason)"])
        let before = busy.trace.count
        busy.wait(3)
        let later = busy.trace.count - before
        #expect(later > 3 * 200 && later < 3 * 600, "the timers continue within the limit: \(later)")
    }

    @Test(arguments: [
        ("local s = '\\0'", "line 2: a string cannot contain a zero byte"),
        ("local s = 'x\\00a'", "line 2: a string cannot contain a zero byte"),
        ("local s = '\\u{000}'", "line 2: a string cannot contain a zero byte"),
        ("local s =\n'\\\\\\x00'", "line 3: a string cannot contain a zero byte"),
    ])
    func `a script's text cannot have a zero byte`(_ body: String, _ message: String) throws {
        let text = ScriptStage.text("function press()\n\(body)\nend", "s.press")
        #expect(ScriptStage.mistakes(text).first?.hasSuffix("a string cannot contain a zero byte") == true)
        #expect(try messages("local s = '\\\\0 \\010 \\065 \\x10 \\u{10}'") == [])
    }

    @Test(arguments: [
        ("string.char(65, 0)", "a string cannot contain a zero byte"),
        ("string.format('%c', 0)", "a string cannot contain a zero byte"),
        ("math.floor()", "bad argument #1 to 'floor' (number expected, got no value)"),
        ("table.unpack({}, 1, 251)", "'unpack' returns at most 250 values"),
        ("string.byte(('x'):rep(300), 1, -1)", "'byte' returns at most 250 values"),
        ("local s = ('%p'):format('x'):format('x')", "string.format does not support '%p'"),
        ("return first() + 1", "the script was stopped after 20000 instructions"),
        ("error('broken')", "broken"),
        ("error({})", "the script raised an error that is not a string"),
        ("local t = nil\nt.x = 1", "attempt to index a nil value (local 't')"),
        ("string.rep('x', 1e9)", "the script was stopped after 20000 instructions"),
        ("string.find(('a'):rep(9000), ('a'):rep(4000) .. 'b')", "the script was stopped after 20000 instructions"),
        ("tree.set('gone', {alpha = 1})", "there is no view 'gone'"),
        ("tree.set('volume', {alhpa = 1})", "did you mean 'alpha'?"),
        ("tree.set('volume', {value = 'x'})", "value: "),
        ("tree.get('volume', 'colour')", "there is no property 'colour'"),
        ("call('out.wriet', 'x')", "there is no handler 'wriet'; did you mean 'write'?"),
        ("call('none.write')", "there is no plugin 'none'"),
        ("call('write')", "'write' is not a handler; write 'plugin.handler'"),
        ("emit('nothing')", "the layout has no action 'nothing'; add it to the top-level 'actions:'"),
        ("emit('nothing', {value = 'x'})", "the 'value' of 'emit' must be a number"),
        ("emit('nothing', {level = 1})", "'emit' accepts only 'value', not 'level'; use 'call' for other values"),
        ("after('soon', function() end)", "argument 1 must be a time such as '3s', or a number of seconds"),
        ("log(function() end)", "a function cannot be passed out of the script"),
        ("local t = {} t.t = t log(t)", "tables are nested more than 16 levels deep"),
    ])
    func `a mistake stops the function for that event, with its line`(_ body: String, _ message: String) throws {
        let messages = try messages(body)
        try #require(messages.count == 1)
        let line = 1 + body.split(separator: "\n").count
        #expect(messages[0].hasPrefix(name + "line \(line): "))
        #expect(messages[0].contains(message))
    }

    @Test func `a view that was removed is named, and other functions run`() throws {
        let stage = try ScriptStage("function press() tree.set('volume', {value = 3}) end")
        #expect(stage.pipeline.perform(.remove(view: "volume")) == .done)
        stage.tap()
        let message = "line 1: there is no view 'volume'; available: button, other"
        #expect(stage.drain() == [": 's.press' of 'button' for touchUpInside: " + message])
        stage.tap(other: true)
        #expect(stage.drain() == [": 's.press' of 'other' for touchUpInside: " + message])
    }

    @Test func `a function that emits its own event is stopped after some rounds`() throws {
        let stage = try ScriptStage(
            "function press() state.count = (state.count or 0) + 1 emit('again') end\nfunction count() log(state.count) end",
            more: "actions: { again: [s.press: 1] }"
        )
        stage.tap()
        let messages = stage.drain()
        #expect(messages.count == 1)
        #expect(messages.first?.contains("dropped, because it was triggered by a chain of 8 tree commands") == true)
    }

    @Test(arguments: [
        "call('out.write', {4711})", "call('out.write', {text = '4711'})", "call('out.write', {format = '4711'})",
        "call('tree.set', '4711')", "call('tree.set', {volume = '4711'})",
        "call('tree.set', {volume = {value = '4711x'}})",
        "call('s.press', {{{4711}}})", "tree.set('volume', {value = '4711x'})", "tree.set('volume', {value = {4711}})",
        "tree.set('volume', {frame = {'4711', 1, 2, 3}})", "tree.set('volume', {hidden = \"47'11\"})",
        "call('out.write', '{{4711}}')", "tree.set('volume', {range = '4711'})",
    ])
    func `the values of a refused call are in no message`(_ call: String) throws {
        for message in try messages(call) { #expect(!message.contains("47") && !message.contains("4,711")) }
    }

    @Test(.atLimit("script-timers"), .pastLimit("script-timers"))
    func `a script has at most 64 timers`() throws {
        #expect(try messages("for n = 1, 64 do after(9, log) end") == [])
        let message = name + "line 2: 64 timers are already waiting; cancel one of them"
        #expect(try messages("for n = 1, 65 do after(9, log) end") == [message])
    }

    @Test(.atLimit("script-lines"), .pastLimit("script-lines"))
    func `a script logs at most 20 lines a second`() throws {
        #expect(try messages("for n = 1, 20 do log(n) end").count == 20)
        let stage = try ScriptStage("function press() for n = 1, 30 do log(n) end end")
        stage.tap()
        #expect(stage.drain().count == 20)
    }

    @Test(.atLimit("script-code"), .pastLimit("script-code"))
    func `a script's text has at most 64 KiB`() {
        func text(_ count: Int) -> String {
            let code = "function press() end --"
            return ScriptStage.text(code + String(repeating: "x", count: count - code.utf8.count - 1), "s.press")
        }
        #expect(ScriptStage.mistakes(text(65_536)) == [])
        let message = "the script has 65537 bytes, more than the limit of 65536; shorten it"
        #expect(ScriptStage.mistakes(text(65_537)).first?.contains(message) == true)
    }

    @Test func `the sandbox has no files, processes, code loading, metatables or addresses`() throws {
        let names =
            "io os package debug load loadstring dofile loadfile require collectgarbage setmetatable getmetatable rawset pcall xpcall coroutine _G print"
        let body = names.split(separator: " ").map { "if \($0) ~= nil then log('\($0)') end" }.joined(separator: "\n")
        let more = """
            log(tostring({}), tostring(log), string.format("%s", {}), ("").dump == nil, string.gsub == nil)
            """
        #expect(try messages(body + "\n" + more) == ["s: table function table true true"])
        let rejection = "string.format does not support '%p'"
        #expect(try messages("string.format('%10p', 'x')").first?.hasSuffix(rejection) == true)
    }

    @Test func `pairs and next have an order`() throws {
        let body = """
            local names = ""
            for key in pairs({z = 1, a = 2, [3] = 3, [1] = 4, [2.5] = 5, [true] = 6, m = 7}) do
              names = names .. tostring(key) .. " "
            end
            log(names, next({b = 1, a = 2}), next({}) == nil, next({a = 1}, "a") == nil)
            """
        #expect(try messages(body) == ["s: 1 2.5 3 a m z true  a true true"])
    }

    @Test func `tables can be sorted, joined and changed`() throws {
        let body = """
            local t = {5, 3, 8, 1}
            table.sort(t)
            table.insert(t, 9)
            table.insert(t, 1, 0)
            local last, first = table.remove(t), table.remove(t, 1)
            table.sort(t, function(a, b) return a > b end)
            log(table.concat(t, ","), last, first, select("#", table.unpack(t)), ("a-b"):find("-", 1, true))
            """
        #expect(try messages(body) == ["s: 8,5,3,1 9 0 4 2 2"])
    }
}
