internal import CLua

extension tb_lua_function {
    static var get: Self { TB_LUA_GET }
    static var set: Self { TB_LUA_SET }
    static var call: Self { TB_LUA_CALL }
    static var emit: Self { TB_LUA_EMIT }
    static var log: Self { TB_LUA_LOG }
    static var after: Self { TB_LUA_AFTER }
    static var every: Self { TB_LUA_EVERY }
    static var cancel: Self { TB_LUA_CANCEL }
}
