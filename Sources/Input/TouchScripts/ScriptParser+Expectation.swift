internal import JSON

extension ScriptParser {
    private static let example = "for example, write 'expect shell.run called once' or 'expect no touch on call'"

    /// Parses an expectation; the word `expect` has been taken.
    mutating func expectation() throws(TouchScriptError) -> ScriptExpectation {
        let isNone = take("no")
        if take("touch") { return .touch(view: try touchedView(), isExpected: !isNone) }
        if isNone {
            let others = take("other")
            guard take("call", "calls") else { throw wrong("'no' must precede 'call' or 'touch'", Self.example) }
            return .noCall(others: others)
        }
        guard let handler = peek, handler.split(separator: ".", omittingEmptySubsequences: false).count == 2,
            !handler.hasPrefix("."), !handler.hasSuffix(".")
        else { throw wrong("'expect' needs a handler or a touch", Self.example) }
        var call = ScriptExpectation.Call(word() ?? "")
        if take("of") { call.view = try name(after: "of", "a view, controller or screen") }
        if take("on") { call.event = try name(after: "on", "an event") }
        let count = try count(of: call)
        if take("with") { call.argument = try argument() }
        return .call(call, count)
    }

    private mutating func touchedView() throws(TouchScriptError) -> String {
        guard take("on") else { throw wrong("'touch' needs 'on' and a view", Self.example) }
        return try name(after: "on", "a view")
    }

    private mutating func name(after word: String, _ what: String) throws(TouchScriptError) -> String {
        guard let name = self.word() else { throw wrong("'\(word)' needs the id of \(what)", Self.example) }
        return name
    }

    private mutating func count(of call: ScriptExpectation.Call) throws(TouchScriptError) -> ScriptExpectation.Count {
        if take("not") {
            guard take("called") else { throw wrong("'not' must precede 'called'", Self.example) }
            return .exactly(0)
        }
        guard take("called") else {
            throw wrong("'called' or 'not called' must follow the handler", Self.example)
        }
        if take("once") { return .exactly(1) }
        if take("twice") { return .exactly(2) }
        guard let word = peek, ScriptNumber.isDigits(word) else { return .any }
        guard let count = Int(word), count < 1_000_000 else {
            throw wrong("a number of calls must be below a million", "for example, write 'called 3 times'")
        }
        _ = self.word()
        guard take("times", "time") else {
            throw wrong("'times' must follow the number of calls", "for example, write 'called \(count) times'")
        }
        return .exactly(count)
    }

    private mutating func argument() throws(TouchScriptError) -> JSONValue {
        let start = self
        do throws(JSONError) {
            return try JSONValue(parsing: rest().utf8)
        } catch {
            let remedy = "write the argument as in the trace, for example: with [\"echo\",\"hello\"]"
            throw start.wrong("the argument after 'with' is invalid JSON: \(error.message)", remedy)
        }
    }
}
