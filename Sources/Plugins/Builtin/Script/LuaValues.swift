internal import CLua
internal import JSON

/// A JSON value as the flat array that the Lua interpreter reads; owns the strings in the array.
struct LuaValues: ~Copyable {
    private(set) var values: [tb_lua_value] = []
    private var texts: [UnsafeMutableBufferPointer<CChar>] = []

    init(_ value: JSONValue) { append(value) }

    deinit { for text in texts { text.deallocate() } }

    private mutating func append(_ value: JSONValue) {
        var next = tb_lua_value()
        switch value {
        case .null: next.kind = TB_LUA_NIL
        case .boolean(let truth): (next.kind, next.number) = (TB_LUA_BOOLEAN, truth ? 1 : 0)
        case .number(let number): (next.kind, next.number) = (TB_LUA_NUMBER, number)
        case .text(let text): return append(text)
        case .list(let elements):
            (next.kind, next.count) = (TB_LUA_LIST, elements.count)
            values.append(next)
            for element in elements { append(element) }
            return
        case .object(let members):
            (next.kind, next.count) = (TB_LUA_OBJECT, members.count)
            values.append(next)
            for member in members {
                append(member.key)
                append(member.value)
            }
            return
        }
        values.append(next)
    }

    private mutating func append(_ text: String) {
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
        _ = copy.initialize(from: text.utf8.lazy.map { CChar(bitPattern: $0) })
        texts.append(copy)
        var next = tb_lua_value()
        (next.kind, next.text, next.length) = (TB_LUA_TEXT, UnsafePointer(copy.baseAddress), copy.count)
        values.append(next)
    }
}

extension JSONValue {
    /// Returns JSON values for the arguments that a script passes; replaces invalid UTF-8 in strings.
    static func list(from values: UnsafeBufferPointer<tb_lua_value>) -> [JSONValue] {
        var index = 0
        var result: [JSONValue] = []
        while index < values.count { result.append(JSONValue(values, &index)) }
        return result
    }

    private init(_ values: UnsafeBufferPointer<tb_lua_value>, _ index: inout Int) {
        let value = values[index]
        index += 1
        switch value.kind {
        case TB_LUA_BOOLEAN: self = .boolean(value.number != 0)
        case TB_LUA_NUMBER: self = value.number.isFinite ? .number(value.number) : .null
        case TB_LUA_TEXT: self = .text(String(value))
        case TB_LUA_LIST:
            var elements: [JSONValue] = []
            for _ in 0..<value.count { elements.append(JSONValue(values, &index)) }
            self = .list(elements)
        case TB_LUA_OBJECT:
            var members: [Member] = []
            for _ in 0..<value.count {
                let key = String(values[index])
                index += 1
                members.append(Member(key, JSONValue(values, &index)))
            }
            self = .object(members)
        default: self = .null
        }
    }
}

extension String {
    fileprivate init(_ value: tb_lua_value) {
        let bytes = UnsafeRawBufferPointer(start: value.text, count: value.length)
        self = String(decoding: bytes, as: UTF8.self)
    }
}
