#include "lua_internal.h"

#include <stdlib.h>
#include <string.h>

/// Maximum nesting depth, and maximum number of values that a script can pass to the host in one call.
enum { DEPTH_LIMIT = 16, VALUE_LIMIT = 4096 };

typedef struct {
    int type;
    bool isInteger;
    lua_Integer integer;
    lua_Number number;
    const char *text;
    size_t length;
    /// Index of the key in the order of `lua_next`.
    lua_Integer index;
} key;

static int rank(const key *key) { return key->type == LUA_TNUMBER ? 0 : key->type == LUA_TSTRING ? 1 : 2; }

static int compare(const void *left, const void *right) {
    const key *a = left, *b = right;
    if (rank(a) != rank(b)) return rank(a) - rank(b);
    if (a->type == LUA_TSTRING) {
        const int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);
        return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
    }
    if (a->isInteger && b->isInteger) return (a->integer > b->integer) - (a->integer < b->integer);
    // On x86-64 and 64-bit ARM, a long double can represent all integers and all numbers of Lua.
    const long double x = a->isInteger ? (long double)a->integer : (long double)a->number;
    const long double y = b->isInteger ? (long double)b->integer : (long double)b->number;
    return (x > y) - (x < y);
}

static key key_at(lua_State *state, int index) {
    key key = {.type = lua_type(state, index)};
    switch (key.type) {
    case LUA_TNUMBER:
        key.isInteger = lua_isinteger(state, index);
        if (key.isInteger) key.integer = lua_tointeger(state, index); else key.number = lua_tonumber(state, index);
        break;
    case LUA_TSTRING: key.text = lua_tolstring(state, index, &key.length); break;
    case LUA_TBOOLEAN:
        key.isInteger = true;
        key.integer = lua_toboolean(state, index);
        break;
    default: luaL_error(state, "a key must be a string, a number or a boolean, not a %s", luaL_typename(state, index));
    }
    return key;
}

void push_keys(lua_State *state, int index) {
    size_t count = 0, bits = 1;
    // Counts the slots of removed keys against the script's instruction limit, because `lua_next` visits these slots.
    charge(state, (int64_t)(owner(state)->largest / 256));
    luaL_checkstack(state, 8, "too many values");
    for (lua_pushnil(state); lua_next(state, index) != 0; lua_pop(state, 1)) count++;
    while (count >> bits != 0) bits++;
    charge(state, (int64_t)(count * bits));
    key *keys = lua_newuserdatauv(state, (count + 1) * sizeof *keys, 0);
    // The list refers to the table's own keys, not to copies. Callers store pointers to the characters of a key. A copy
    // of a long string could be garbage-collected before the table, and the pointers would dangle.
    lua_createtable(state, (int)count, 0);
    const int unsorted = lua_gettop(state);
    size_t next = 0;
    for (lua_pushnil(state); lua_next(state, index) != 0 && next < count; lua_pop(state, 1)) {
        keys[next] = key_at(state, -2);
        next++;
        keys[next - 1].index = (lua_Integer)next;
        lua_pushvalue(state, -2);
        lua_rawseti(state, unsorted, (lua_Integer)next);
    }
    lua_settop(state, unsorted);
    qsort(keys, next, sizeof *keys, compare);
    lua_createtable(state, (int)next, 0);
    for (size_t sorted = 0; sorted < next; sorted++) {
        lua_rawgeti(state, unsorted, keys[sorted].index);
        lua_rawseti(state, -2, (lua_Integer)sorted + 1);
    }
    lua_replace(state, unsorted - 1);
    lua_settop(state, unsorted - 1);
}

void check_text(lua_State *state, int index) {
    size_t length;
    const char *text = lua_tolstring(state, index, &length);
    if (memchr(text, 0, length) != NULL) luaL_error(state, "a string cannot contain a zero byte");
}

static tb_lua_value *append(lua_State *state) {
    tb_lua *lua = owner(state);
    if (lua->count >= VALUE_LIMIT) {
        luaL_error(state, "more than %d values are passed out of the script; pass fewer values", VALUE_LIMIT);
    }
    if (lua->count == lua->capacity) {
        const size_t capacity = lua->capacity == 0 ? 64 : lua->capacity * 2;
        tb_lua_value *values = realloc(lua->values, capacity * sizeof *values);
        if (values == NULL) luaL_error(state, "out of memory");
        lua->values = values;
        lua->capacity = capacity;
    }
    tb_lua_value *value = &lua->values[lua->count++];
    memset(value, 0, sizeof *value);
    return value;
}

static void read_at(lua_State *state, int index, int depth);

static void read_table(lua_State *state, int index, int depth) {
    if (depth >= DEPTH_LIMIT) {
        luaL_error(state, "tables are nested more than %d levels deep; use fewer levels", DEPTH_LIMIT);
    }
    push_keys(state, index);
    const int keys = lua_gettop(state);
    const lua_Integer count = (lua_Integer)lua_rawlen(state, keys);
    // The keys are sorted, so the last key of a list is the list's length.
    lua_rawgeti(state, keys, count);
    const bool isList = count > 0 && lua_isinteger(state, -1) && lua_tointeger(state, -1) == count;
    lua_pop(state, 1);
    if (isList && lua_rawgeti(state, keys, 1) != LUA_TNIL && lua_tointeger(state, -1) != 1) {
        luaL_error(state, "a list must begin with index 1");
    }
    lua_settop(state, keys);
    tb_lua_value *value = append(state);
    value->kind = isList ? TB_LUA_LIST : TB_LUA_OBJECT;
    value->count = (size_t)count;
    for (lua_Integer number = 1; number <= count; number++) {
        lua_rawgeti(state, keys, number);
        if (!isList) {
            if (lua_type(state, -1) != LUA_TSTRING) {
                luaL_error(state, "the keys of a table must be strings or, for a list, the numbers 1, 2, 3 and so on");
            }
            tb_lua_value *name = append(state);
            name->kind = TB_LUA_TEXT;
            name->text = lua_tolstring(state, -1, &name->length);
            charge(state, (int64_t)(name->length / 8));
        }
        lua_rawget(state, index);
        read_at(state, lua_gettop(state), depth + 1);
        lua_settop(state, keys);
    }
    lua_settop(state, keys - 1);
}

static void read_at(lua_State *state, int index, int depth) {
    luaL_checkstack(state, 8, "too many values");
    switch (lua_type(state, index)) {
    case LUA_TNIL: append(state)->kind = TB_LUA_NIL; break;
    case LUA_TBOOLEAN: {
        tb_lua_value *value = append(state);
        value->kind = TB_LUA_BOOLEAN;
        value->number = lua_toboolean(state, index);
        break;
    }
    case LUA_TNUMBER: {
        tb_lua_value *value = append(state);
        value->kind = TB_LUA_NUMBER;
        value->number = lua_tonumber(state, index);
        break;
    }
    case LUA_TSTRING: {
        tb_lua_value *value = append(state);
        value->kind = TB_LUA_TEXT;
        value->text = lua_tolstring(state, index, &value->length);
        // Charges instructions for the copy of the string that the host makes.
        charge(state, (int64_t)(value->length / 8));
        break;
    }
    case LUA_TTABLE: read_table(state, index, depth); break;
    default:
        luaL_error(state, "a %s cannot be passed out of the script; pass a string, a number, a boolean or a table",
                   luaL_typename(state, index));
    }
}

void read_value(lua_State *state, int index) { read_at(state, index, 0); }

void push_value(lua_State *state, const tb_lua_value **next) {
    const tb_lua_value *value = (*next)++;
    luaL_checkstack(state, 4, "too many values");
    switch (value->kind) {
    case TB_LUA_NIL: lua_pushnil(state); break;
    case TB_LUA_BOOLEAN: lua_pushboolean(state, value->number != 0); break;
    case TB_LUA_NUMBER: {
        lua_Integer integer;
        if (lua_numbertointeger(value->number, &integer) && (lua_Number)integer == value->number) {
            lua_pushinteger(state, integer);
        } else {
            lua_pushnumber(state, value->number);
        }
        break;
    }
    case TB_LUA_TEXT:
        lua_pushlstring(state, value->text == NULL ? "" : value->text, value->length);
        check_text(state, -1);
        break;
    case TB_LUA_LIST:
        lua_createtable(state, (int)value->count, 0);
        for (size_t index = 1; index <= value->count; index++) {
            push_value(state, next);
            lua_rawseti(state, -2, (lua_Integer)index);
        }
        break;
    case TB_LUA_OBJECT:
        lua_createtable(state, 0, (int)value->count);
        for (size_t index = 0; index < value->count; index++) {
            push_value(state, next);
            push_value(state, next);
            lua_rawset(state, -3);
        }
        break;
    }
}
