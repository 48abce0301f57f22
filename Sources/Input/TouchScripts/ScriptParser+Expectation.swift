internal import JSON

extension ScriptParser {
    private static let example = "for example, write 'expect shell.run called once' or 'expect panel hidden'"

    private static let lack = "'expect' needs a handler, a touch or a view with a property"
    /// Words that can follow the name of a handler in an expectation.
    private static let callWords: Set<Substring> = ["of", "on", "called", "not"]

    /// Parses an expectation; the parser has already consumed the word `expect`.
    mutating func expectation() throws(TouchScriptError) -> ScriptExpectation {
        let isNone = take("no")
        if take("touch") { return .touch(view: try touchedView(), isExpected: !isNone) }
        if isNone {
            let others = take("other")
            guard take("call", "calls") else { throw wrong("'no' must precede 'call' or 'touch'", Self.example) }
            return .noCall(others: others)
        }
        let start = self
        guard let first = word() else { throw wrong(Self.lack, Self.example) }
        if let property = peek, !Self.callWords.contains(property) {
            return try state(of: first)
        }
        guard first.split(separator: ".", omittingEmptySubsequences: false).count == 2, !first.hasPrefix("."),
            !first.hasSuffix(".")
        else { throw start.wrong(Self.lack, Self.example) }
        var call = ScriptExpectation.Call(first)
        if take("of") { call.view = try name(after: "of", "a view, controller or screen") }
        if take("on") { call.event = try name(after: "on", "an event") }
        let count = try count(of: call)
        if take("with") { call.argument = try argument() }
        return .call(call, count)
    }

    /// Parses a property of a view and its expected value; without a value, the expected value is true.
    private mutating func state(of view: String) throws(TouchScriptError) -> ScriptExpectation {
        let property = word() ?? ""
        return .state(view: view, property: property, value: peek == nil ? .boolean(true) : try value(after: property))
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

    private mutating func value(after property: String) throws(TouchScriptError) -> JSONValue {
        let start = self
        do throws(JSONError) {
            return try JSONValue(parsing: rest().utf8)
        } catch {
            let remedy = "write a value as 'touchbridge get' prints it, for example: \(property) false"
            throw start.wrong("the value of '\(property)' is invalid JSON: \(error.message)", remedy)
        }
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
