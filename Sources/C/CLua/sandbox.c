#include "lua_internal.h"
#include "prelude.h"

#include <string.h>

// MARK: Host functions

/// Calls the host with the arguments that `read_value` has stored, and returns the number of results.
static int ask(lua_State *state, enum tb_lua_function function) {
    tb_lua *lua = owner(state);
    tb_lua_reply reply = {0};
    // Charges the approximate cost of a host call to the script's instruction budget.
    charge(state, 50);
    lua->host(lua->context, function, lua->values, lua->count, &reply);
    lua->count = 0;
    if (reply.released != 0) luaL_unref(state, LUA_REGISTRYINDEX, reply.released);
    if (reply.error != NULL) return luaL_error(state, "%s", reply.error);
    if (reply.count == 0) return 0;
    const tb_lua_value *next = reply.values;
    push_value(state, &next);
    return 1;
}

/// Calls a host function with all arguments. The first upvalue is the function's number (`enum tb_lua_function`).
static int call_host(lua_State *state) {
    owner(state)->count = 0;
    const int count = lua_gettop(state);
    for (int index = 1; index <= count; index++) read_value(state, index);
    return ask(state, (enum tb_lua_function)lua_tointeger(state, lua_upvalueindex(1)));
}

static int start_timer(lua_State *state) {
    tb_lua *lua = owner(state);
    const enum tb_lua_function function = (enum tb_lua_function)lua_tointeger(state, lua_upvalueindex(1));
    luaL_checktype(state, 2, LUA_TFUNCTION);
    lua->count = 0;
    read_value(state, 1);
    lua_settop(state, 2);
    // Adds a placeholder for the registry reference to the timer's function. The reference is created only after all
    // arguments have been read, so that an error cannot leak the reference.
    lua_pushinteger(state, 0);
    read_value(state, 3);
    lua_settop(state, 2);
    const int reference = luaL_ref(state, LUA_REGISTRYINDEX);
    lua->values[lua->count - 1].number = reference;
    tb_lua_reply reply = {0};
    lua->host(lua->context, function, lua->values, lua->count, &reply);
    lua->count = 0;
    if (reply.error != NULL) {
        luaL_unref(state, LUA_REGISTRYINDEX, reference);
        return luaL_error(state, "%s", reply.error);
    }
    const tb_lua_value *next = reply.values;
    if (reply.count > 0) push_value(state, &next); else lua_pushnil(state);
    return 1;
}

// MARK: Replacements of standard functions

static int name_value(lua_State *state) {
    luaL_checkany(state, 1);
    switch (lua_type(state, 1)) {
    case LUA_TNIL: case LUA_TBOOLEAN: case LUA_TNUMBER: case LUA_TSTRING: luaL_tolstring(state, 1, NULL); break;
    default: lua_pushstring(state, luaL_typename(state, 1));
    }
    return 1;
}

/// Charges the instruction budget for converting a string to a number, or for copying the string.
static void charge_text(lua_State *state, int index) {
    if (lua_type(state, index) == LUA_TSTRING) charge(state, (int64_t)(lua_rawlen(state, index) / 4));
}

static void charge_texts(lua_State *state, int first) {
    const int count = lua_gettop(state);
    charge(state, count);
    for (int index = first; index <= count; index++) charge_text(state, index);
}

/// Executes a library function (the first upvalue) in the current frame, and charges for its arguments.
///
/// The second upvalue is an argument index. Strings from this argument on are charged by length, because the function
/// reads the whole strings.
static int call_charged(lua_State *state) {
    charge_texts(state, (int)lua_tointeger(state, lua_upvalueindex(2)));
    const int count = lua_tocfunction(state, lua_upvalueindex(1))(state);
    if (count > 0 && lua_type(state, -count) == LUA_TSTRING) check_text(state, -count);
    return count;
}

static int charge_work(lua_State *state) {
    charge_text(state, 1);
    const double work = lua_tonumber(state, 1);
    charge(state, work > 0 ? (work < 1e9 ? (int64_t)work : 1000000000) : 0);
    return 0;
}

static int list_keys(lua_State *state) {
    luaL_checktype(state, 1, LUA_TTABLE);
    push_keys(state, 1);
    return 1;
}

/// Returns the next key of a table in the order of `pairs`, with its value; the first key if none is given.
static int next_key(lua_State *state) {
    luaL_checktype(state, 1, LUA_TTABLE);
    lua_settop(state, 2);
    push_keys(state, 1);
    lua_Integer index = 1;
    if (!lua_isnil(state, 2)) {
        while (lua_rawgeti(state, 3, index++) != LUA_TNIL && !lua_rawequal(state, 2, -1)) lua_pop(state, 1);
        lua_settop(state, 3);
    }
    if (lua_rawgeti(state, 3, index) == LUA_TNIL) return 1;
    lua_pushvalue(state, -1);
    lua_rawget(state, 1);
    return 2;
}

/// Finds a plain string. Patterns are not supported: matching can be slow without executing instructions.
static int find_text(lua_State *state) {
    size_t length, sought;
    luaL_checklstring(state, 1, &length);
    luaL_checklstring(state, 2, &sought);
    charge(state, (int64_t)(length / 2 + length * sought / 512));
    lua_settop(state, 3);
    lua_pushboolean(state, true);
    lua_pushvalue(state, lua_upvalueindex(1));
    lua_insert(state, 1);
    lua_call(state, 4, LUA_MULTRET);
    return lua_gettop(state);
}

/// Formats like `string.format`, but does not print addresses.
static int format_text(lua_State *state) {
    size_t length;
    const char *format = luaL_checklstring(state, 1, &length);
    charge_texts(state, 1);
    const char *const end = format + length;
    const int count = lua_gettop(state);
    for (int index = 2; index <= count; index++) {
        switch (lua_type(state, index)) {
        case LUA_TNIL: case LUA_TBOOLEAN: case LUA_TNUMBER: case LUA_TSTRING: break;
        default:
            lua_pushstring(state, luaL_typename(state, index));
            lua_replace(state, index);
        }
    }
    // The format may contain NUL bytes, so the loop uses the format's length. The NUL that Lua appends to each string
    // ends the last `strspn`.
    while ((format = memchr(format, '%', (size_t)(end - format))) != NULL) {
        format += 1 + strspn(format + 1, "-+ #0123456789.");
        if (*format == 'p') return luaL_error(state, "string.format does not support '%%p'");
        if (format < end) format++;
    }
    lua_pushvalue(state, lua_upvalueindex(1));
    lua_insert(state, 1);
    lua_call(state, count, 1);
    check_text(state, -1);
    return 1;
}

/// Returns a pseudo-random number that depends only on the event's time and on the preceding calls.
static int random_number(lua_State *state) {
    tb_lua *lua = owner(state);
    uint64_t mixed = lua->random += 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    mixed ^= mixed >> 31;
    const int count = lua_gettop(state);
    if (count == 0) {
        lua_pushnumber(state, (lua_Number)(mixed >> 11) * 0x1p-53);
        return 1;
    }
    const lua_Integer low = count == 1 ? 1 : luaL_checkinteger(state, 1);
    const lua_Integer high = luaL_checkinteger(state, count == 1 ? 1 : 2);
    luaL_argcheck(state, low <= high, count, "interval is empty");
    const uint64_t size = (uint64_t)high - (uint64_t)low + 1;
    lua_pushinteger(state, (lua_Integer)((uint64_t)low + (size == 0 ? mixed : mixed % size)));
    return 1;
}

static int event_time(lua_State *state) {
    lua_pushnumber(state, (lua_Number)owner(state)->time / 1e6);
    return 1;
}

// MARK: The environment

/// Replaces the function at the top of the stack with a function that charges for its arguments. Strings before
/// argument `first` are free of charge.
static void add_charge(lua_State *state, int first) {
    lua_pushinteger(state, first);
    lua_pushcclosure(state, call_charged, 2);
}

/// Replaces the table at the top of the stack with a copy that contains only the given fields. Copied functions charge
/// for their arguments.
static void select_fields(lua_State *state, const char *const *names) {
    // These functions read only the type, the length or the returned part of their first argument.
    static const char *const free[] = {"sub", "len", "type", NULL};
    lua_newtable(state);
    for (; *names != NULL; names++) {
        if (lua_getfield(state, -2, *names) == LUA_TFUNCTION) {
            int first = 1;
            for (int index = 0; free[index] != NULL; index++) {
                if (strcmp(*names, free[index]) == 0) first = 2;
            }
            add_charge(state, first);
        }
        lua_setfield(state, -2, *names);
    }
    lua_remove(state, -2);
}

/// Adds a host function to the table at the top of the stack.
static void add_host(lua_State *state, const char *name, enum tb_lua_function function, lua_CFunction body) {
    lua_pushinteger(state, function);
    lua_pushcclosure(state, body, 1);
    lua_setfield(state, -2, name);
}

static void open_library(lua_State *state, lua_CFunction open) {
    lua_pushcfunction(state, open);
    lua_call(state, 0, 1);
}

int open_sandbox(lua_State *state) {
    static const char *const base[] = {"assert", "error", "ipairs", "rawequal", "select", "tonumber", "type", NULL};
    // Omits functions such as sin, because the last digits of their results differ between architectures.
    static const char *const math[] = {"abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min",
                                       "mininteger", "modf", "pi", "sqrt", "tointeger", "type", "ult", NULL};
    static const char *const string[] = {"char", "len", "lower", "reverse", "sub", "upper", NULL};
    static const char *const table[] = {"pack", NULL};
    lua_settop(state, 0);
    open_library(state, luaopen_base);
    select_fields(state, base);
    const int builtins = lua_gettop(state);
    open_library(state, luaopen_math);
    select_fields(state, math);
    lua_pushcfunction(state, random_number);
    lua_setfield(state, -2, "random");
    lua_setfield(state, builtins, "math");
    open_library(state, luaopen_string);
    const int strings = lua_gettop(state);
    open_library(state, luaopen_table);
    const int tables = lua_gettop(state);

    lua_pushvalue(state, strings);
    select_fields(state, string);
    const int newStrings = lua_gettop(state);
    lua_getfield(state, strings, "find");
    lua_pushcclosure(state, find_text, 1);
    lua_setfield(state, newStrings, "find");
    lua_getfield(state, strings, "format");
    lua_pushcclosure(state, format_text, 1);
    lua_setfield(state, newStrings, "format");
    lua_pushvalue(state, newStrings);
    lua_setfield(state, builtins, "string");
    // Makes string methods such as ("x"):rep(3) available.
    lua_pushliteral(state, "");
    lua_getmetatable(state, -1);
    lua_pushvalue(state, newStrings);
    lua_setfield(state, -2, "__index");
    // Arithmetic converts string operands to numbers, and the conversion must be charged.
    static const char *const arithmetic[] = {"__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm", NULL};
    for (int index = 0; arithmetic[index] != NULL; index++) {
        lua_getfield(state, -1, arithmetic[index]);
        add_charge(state, 1);
        lua_setfield(state, -2, arithmetic[index]);
    }
    lua_settop(state, newStrings);
    lua_pushvalue(state, tables);
    select_fields(state, table);
    const int newTables = lua_gettop(state);
    lua_pushvalue(state, newTables);
    lua_setfield(state, builtins, "table");

    lua_pushvalue(state, builtins);
    lua_pushcfunction(state, name_value);
    lua_setfield(state, -2, "tostring");
    lua_pushcfunction(state, next_key);
    lua_setfield(state, -2, "next");
    lua_pushcfunction(state, event_time);
    lua_setfield(state, -2, "time");
    add_host(state, "call", TB_LUA_CALL, call_host);
    add_host(state, "emit", TB_LUA_EMIT, call_host);
    add_host(state, "log", TB_LUA_LOG, call_host);
    add_host(state, "cancel", TB_LUA_CANCEL, call_host);
    add_host(state, "after", TB_LUA_AFTER, start_timer);
    add_host(state, "every", TB_LUA_EVERY, start_timer);
    lua_newtable(state);
    add_host(state, "get", TB_LUA_GET, call_host);
    add_host(state, "set", TB_LUA_SET, call_host);
    lua_setfield(state, builtins, "tree");

    // The prelude uses the built-in functions as its globals.
    lua_pushvalue(state, builtins);
    lua_rawseti(state, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    if (luaL_loadbufferx(state, prelude, sizeof prelude - 1, "=prelude", "t") != LUA_OK) return lua_error(state);
    lua_pushcfunction(state, charge_work);
    lua_pushcfunction(state, list_keys);
    lua_pushvalue(state, newTables);
    lua_pushvalue(state, newStrings);
    lua_getfield(state, strings, "rep");
    lua_getfield(state, strings, "byte");
    lua_getfield(state, tables, "unpack");
    lua_getfield(state, tables, "concat");
    lua_call(state, 8, 0);

    // A script has its own globals table, which falls back to the built-in functions.
    lua_newtable(state);
    lua_newtable(state);
    lua_pushvalue(state, builtins);
    lua_setfield(state, -2, "__index");
    lua_setmetatable(state, -2);
    lua_newtable(state);
    lua_setfield(state, -2, "state");
    lua_rawseti(state, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    // Removes the list of loaded libraries, which no function reads.
    lua_pushnil(state);
    lua_setfield(state, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_settop(state, 0);
    lua_gc(state, LUA_GCCOLLECT);
    // Starts garbage collections early: if a library function cannot allocate a buffer, Lua raises an error without
    // collecting garbage.
    lua_gc(state, LUA_GCINC, 130, 200, 0);
    return 0;
}
