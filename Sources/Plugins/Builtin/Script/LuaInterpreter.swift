internal import CLua
internal import JSON
internal import PluginAPI

/// Owns a Lua interpreter with limited memory and a limited number of instructions. Scripts can neither access files
/// or processes nor print memory addresses.
final class LuaInterpreter {
    /// Limit script-text (limits.md, Scripts): maximum number of bytes of one string in a script (approximate limit).
    /// If exceeded: the function is stopped with an error that contains `out of memory`.
    ///
    /// Limits the duration of library functions, which process a string without executing Lua instructions.
    static let textLimit = 16 * 1024

    /// A call from the script to a host function, with its arguments.
    struct Request {
        let function: tb_lua_function
        let arguments: [JSONValue]
    }

    /// Result that the script receives from a host function.
    struct Reply {
        var value: JSONValue?
        /// Reference to a Lua function to release; 0 for none.
        var released: Int32 = 0
    }

    /// Executes the host functions that the script calls during the current run.
    private var answer: (Request) throws(CommandRejection) -> Reply = { (_) throws(CommandRejection) in
        throw "'tree', 'call' and 'emit' work only in functions that an event or a timer calls"
    }
    /// Storage of the last reply, until the interpreter has copied it.
    private var reply = LuaValues(.null)
    private var failure: ContiguousArray<CChar> = []
    private var state: OpaquePointer?
    private let instructions: Int
    /// Number of instructions that the last run executed.
    var usedInstructions: Int { state.map { Int(tb_lua_used($0)) } ?? 0 }

    init(memory: Int, instructions: Int) throws(ScriptError) {
        self.instructions = instructions
        let context = Unmanaged.passUnretained(self).toOpaque()
        state = tb_lua_new(
            memory,
            Self.textLimit,
            { context, function, values, count, reply in
                let own = Unmanaged<LuaInterpreter>.fromOpaque(context!).takeUnretainedValue()
                own.take(function, UnsafeBufferPointer(start: values, count: count), &reply.pointee)
            },
            context
        )
        if state == nil { throw ScriptError("the memory limit of \(memory) bytes is too small; increase 'memory'") }
    }

    deinit { if let state { tb_lua_free(state) } }

    private func take(
        _ function: tb_lua_function,
        _ values: UnsafeBufferPointer<tb_lua_value>,
        _ result: inout tb_lua_reply
    ) {
        do throws(CommandRejection) {
            let made = try answer(Request(function: function, arguments: JSONValue.list(from: values)))
            result.released = made.released
            guard let value = made.value else { return }
            reply = LuaValues(value)
            // `reply` does not change before the next request, so the pointer to the buffer of its array stays valid.
            reply.values.withUnsafeBufferPointer { (result.values, result.count) = ($0.baseAddress, $0.count) }
        } catch {
            failure = ContiguousArray(error.description.utf8CString)
            failure.withUnsafeBufferPointer { result.error = $0.baseAddress }
        }
    }

    /// Executes Lua source code. The global functions that the code defines become handlers.
    func load(
        _ text: String,
        at time: Int64,
        _ answer: @escaping (Request) throws(CommandRejection) -> Reply
    ) throws(ScriptError) {
        try run(answer) { state in
            text.withCString { tb_lua_load(state, $0, text.utf8.count, limits(time)) }
        }
    }

    /// Calls a global Lua function.
    func call(
        _ name: String,
        _ argument: JSONValue,
        at time: Int64,
        _ answer: @escaping (Request) throws(CommandRejection) -> Reply
    ) throws(ScriptError) {
        let argument = LuaValues(argument)
        let isDone = isDone(answer) { state in
            argument.values.withUnsafeBufferPointer { tb_lua_call(state, name, $0.baseAddress!, limits(time)) }
        }
        if !isDone { throw error }
    }

    /// Calls the Lua function of a timer.
    func fire(
        _ reference: Int32,
        isLast: Bool,
        at time: Int64,
        _ answer: @escaping (Request) throws(CommandRejection) -> Reply
    ) throws(ScriptError) {
        try run(answer) { tb_lua_fire($0, reference, isLast, limits(time)) }
    }

    /// Returns the names of the global functions in sorted order.
    func handlers() throws(ScriptError) -> [String] { try read(tb_lua_handlers)?.list?.compactMap(\.text) ?? [] }

    /// Returns the value of the global variable `state`.
    func savedState() throws(ScriptError) -> JSONValue { try read(tb_lua_state) ?? .null }

    func setState(_ value: JSONValue) throws(ScriptError) {
        let values = LuaValues(value)
        guard let state, values.values.withUnsafeBufferPointer({ tb_lua_set_state(state, $0.baseAddress!) }) else {
            throw error
        }
    }

    private func read(
        _ function: (
            OpaquePointer, UnsafeMutablePointer<UnsafePointer<tb_lua_value>?>, UnsafeMutablePointer<Int>
        ) -> Bool
    ) throws(ScriptError) -> JSONValue? {
        var values: UnsafePointer<tb_lua_value>?
        var count = 0
        guard let state, function(state, &values, &count) else { throw error }
        return JSONValue.list(from: UnsafeBufferPointer(start: values, count: count)).first
    }

    private func run(
        _ answer: @escaping (Request) throws(CommandRejection) -> Reply,
        _ body: (OpaquePointer) -> Bool
    ) throws(ScriptError) {
        if !isDone(answer, body) { throw error }
    }

    private func isDone(
        _ answer: @escaping (Request) throws(CommandRejection) -> Reply,
        _ body: (OpaquePointer) -> Bool
    ) -> Bool {
        let former = self.answer
        self.answer = answer
        defer { self.answer = former }
        return state.map(body) ?? false
    }

    private func limits(_ time: Int64) -> tb_lua_run { tb_lua_run(instructions: Int64(instructions), time: time) }

    private var error: ScriptError {
        guard let state else { return ScriptError("the Lua interpreter does not exist") }
        let line = Int(tb_lua_error_line(state))
        return ScriptError(String(cString: tb_lua_error(state)), line: line > 0 ? line : nil)
    }
}
