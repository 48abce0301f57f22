internal import JSON
internal import Platform
internal import PluginAPI

/// A Lua script that runs when events arrive and timers fire.
final class LuaScript: Script {
    private let interpreter: LuaInterpreter
    private let text: String
    private var timers = ScriptTimers()

    init(_ settings: ScriptSettings) throws(ScriptError) {
        interpreter = try LuaInterpreter(memory: settings.memory, instructions: settings.instructions)
        text = settings.text
    }

    /// Returns the names of the script's functions; valid after the script was loaded.
    func handlers() throws(ScriptError) -> [String] { try interpreter.handlers() }

    func load(_ state: JSONValue?, at time: Int64, by host: any ScriptHost) throws(ScriptError) {
        if let state { try interpreter.setState(state) }
        try interpreter.load(text, at: time) { [self] (request) throws(CommandRejection) in
            switch request.function {
            case .log, .after, .every, .cancel: try take(request, at: time, by: host)
            default: throw "'tree', 'call' and 'emit' work only in functions that an event or a timer calls"
            }
        }
    }

    func call(_ handler: String, _ argument: JSONValue, at time: Int64, by host: any ScriptHost) throws(ScriptError) {
        try interpreter.call(handler, argument, at: time) { [self] (request) throws(CommandRejection) in
            try take(request, at: time, by: host)
        }
    }

    var usedInstructions: Int { interpreter.usedInstructions }

    var deadline: Int64? { timers.first?.time }

    func fireTimer(by host: any ScriptHost) throws(ScriptError) {
        guard let timer = timers.removeFirst() else { return }
        let isLast = timer.interval == nil
        try interpreter.fire(timer.reference, isLast: isLast, at: timer.time) {
            [self] (request) throws(CommandRejection) in
            try take(request, at: timer.time, by: host)
        }
    }

    func postponeTimer(to time: Int64) { timers.postponeFirst(to: time) }

    func savedState() throws(ScriptError) -> JSONValue { try interpreter.savedState() }

    // MARK: Requests

    private func take(
        _ request: LuaInterpreter.Request,
        at time: Int64,
        by host: any ScriptHost
    ) throws(CommandRejection) -> LuaInterpreter.Reply {
        func text(_ index: Int, _ what: String) throws(CommandRejection) -> String {
            guard let text = value(index).text else {
                throw CommandRejection("argument \(index + 1) must be \(what)")
            }
            return text
        }
        func value(_ index: Int) -> JSONValue {
            request.arguments.indices.contains(index) ? request.arguments[index] : .null
        }
        switch request.function {
        case .get:
            return .init(value: try host.get(text(1, "the name of a property"), of: text(0, "the id of a view")))
        case .set:
            guard value(1).members != nil else { throw "argument 2 must be a table such as {alpha = 0.5}" }
            try host.set(value(1), of: text(0, "the id of a view"))
        case .call: try host.call(text(0, "a handler such as 'door.post'"), value(1))
        case .emit:
            let number = value(1)["value"]?.number ?? 0
            for member in value(1).members ?? [] {
                guard member.key == "value" else {
                    let message = "'emit' accepts only 'value', not '\(member.key.excerpt())'"
                    throw CommandRejection("\(message); use 'call' for other values")
                }
                guard member.value.number != nil else { throw "the 'value' of 'emit' must be a number" }
            }
            try host.emit(text(0, "the name of an event"), number)
        case .log: host.log(request.arguments.map(Self.shown).joined(separator: " "))
        case .after, .every:
            let repeats = request.function == .every
            let span = try ScriptTimers.span(value(0))
            let number = try timers.add(Int32(value(1).number ?? 0), at: time, span, repeats: repeats)
            return .init(value: .number(Double(number)))
        case .cancel:
            return .init(released: timers.remove(value(0).number.flatMap { Int(exactly: $0) } ?? 0))
        default: break
        }
        return .init()
    }

    /// Formats a value for `log`: a string without quotes, `nil` as in Lua, and any other value as JSON.
    private static func shown(_ value: JSONValue) -> String {
        if case .null = value { return "nil" }
        return value.text ?? value.description
    }
}
