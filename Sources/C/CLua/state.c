#include "lua_internal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Number of instructions between two checks of the instruction limit.
enum { CHECK_INTERVAL = 100 };
/// Approximate number of bytes that Lua allocates, copies or scans in the time of one instruction.
enum { BYTES_PER_INSTRUCTION = 32 };

int script_line(lua_State *state) {
    lua_Debug frame;
    for (int level = 0; lua_getstack(state, level, &frame); level++) {
        lua_getinfo(state, "Sl", &frame);
        if (frame.currentline > 0 && strcmp(frame.source, "=" SCRIPT_NAME) == 0) return frame.currentline;
    }
    return 0;
}

static void *allocate(void *context, void *block, size_t old, size_t size) {
    tb_lua *lua = context;
    // For a new block, Lua passes the type of the object instead of the old size.
    const bool isText = block == NULL && old == LUA_TSTRING;
    if (block == NULL) old = 0;
    if (size == 0) {
        free(block);
        lua->used -= old;
        return NULL;
    }
    // Blocks below 4096 bytes, except strings, cost no instructions. The growth of small tables depends on Lua's random
    // hash seed, so their cost would differ between runs.
    if (isText || (size > old && size >= 4096)) lua->left -= (int64_t)(size / BYTES_PER_INSTRUCTION);
    if (size > old && (lua->used - old + size > lua->limit || (isText && size > lua->text_limit))) {
        // Charges for the garbage collection that Lua performs before it retries the allocation.
        lua->left -= (int64_t)(lua->used / 256);
        if (lua->state != NULL) lua->memory_line = script_line(lua->state);
        return NULL;
    }
    if (!isText && size >= 4096 && size > lua->largest) lua->largest = size;
    void *result = realloc(block, size);
    if (result == NULL) return size <= old ? block : NULL;
    lua->used = lua->used - old + size;
    return result;
}

static void fail_if_exhausted(lua_State *state) {
    const tb_lua *lua = owner(state);
    if (lua->left >= 0) return;
    luaL_error(
        state,
        "the script was stopped after %d instructions; do less in one call, or increase 'instructions'",
        (int)lua->instructions
    );
}

void charge(lua_State *state, int64_t work) {
    if (work > 0) owner(state)->left -= work;
    fail_if_exhausted(state);
}

static void count(lua_State *state, lua_Debug *frame) {
    (void)frame;
    owner(state)->left -= CHECK_INTERVAL;
    fail_if_exhausted(state);
}

static const char out_of_memory[] = "out of memory; store fewer values and shorter strings, or increase 'memory'";

/// Stores an error message without its location prefix, and the line number from the prefix.
static void store_error(tb_lua *lua, const char *message, int line) {
    static const char *const prefixes[] = {SCRIPT_NAME ":", "prelude:"};
    for (int index = 0; index < 2; index++) {
        const size_t length = strlen(prefixes[index]);
        if (strncmp(message, prefixes[index], length) != 0 || !isdigit((unsigned char)message[length])) continue;
        char *end;
        const long number = strtol(message + length, &end, 10);
        if (strncmp(end, ": ", 2) != 0) continue;
        if (index == 0) line = (int)number;
        message = end + 2;
    }
    if (strcmp(message, "not enough memory") == 0) message = out_of_memory;
    lua->line = line;
    snprintf(lua->error, sizeof lua->error, "%s", message);
}

static int explain(lua_State *state) {
    const char *message = lua_type(state, 1) == LUA_TSTRING
                              ? lua_tostring(state, 1)
                              : "the script raised an error that is not a string; pass a string to 'error'";
    store_error(owner(state), message, script_line(state));
    return 1;
}

/// Calls a C function in protected mode with a light userdata argument.
static bool run(tb_lua *lua, lua_CFunction body, void *argument, tb_lua_run limits) {
    lua_State *state = lua->state;
    lua->left = lua->instructions = limits.instructions;
    lua->time = limits.time;
    lua->random = (uint64_t)limits.time;
    lua->line = lua->memory_line = 0;
    lua->count = 0;
    snprintf(lua->error, sizeof lua->error, "unknown error");
    lua_settop(state, 0);
    // None of these calls allocates memory, because the functions have no upvalues.
    lua_pushcfunction(state, explain);
    lua_pushcfunction(state, body);
    lua_pushlightuserdata(state, argument);
    const int status = lua_pcall(state, 1, 0, 1);
    // For these two statuses, the message handler `explain` has stored no message.
    if (status == LUA_ERRMEM) {
        store_error(lua, out_of_memory, lua->memory_line);
    } else if (status == LUA_ERRERR) {
        store_error(lua, "stack overflow", lua->memory_line);
    }
    return status == LUA_OK;
}

// Internal operations need no instruction limit, because the size limits of their values bound their duration.
static const tb_lua_run unlimited = {.instructions = INT64_MAX / 2, .time = 0};

tb_lua *tb_lua_new(size_t memory, size_t text, tb_lua_host host, void *context) {
    tb_lua *lua = calloc(1, sizeof *lua);
    if (lua == NULL) return NULL;
    lua->host = host;
    lua->context = context;
    lua->limit = memory;
    lua->text_limit = text;
    lua->left = unlimited.instructions;
    lua_State *state = lua_newstate(allocate, lua);
    if (state == NULL) {
        free(lua);
        return NULL;
    }
    *(tb_lua **)lua_getextraspace(state) = lua;
    lua->state = state;
    if (!run(lua, open_sandbox, NULL, unlimited)) {
        tb_lua_free(lua);
        return NULL;
    }
    lua_sethook(state, count, LUA_MASKCOUNT, CHECK_INTERVAL);
    return lua;
}

void tb_lua_free(tb_lua *lua) {
    lua_close(lua->state);
    free(lua->values);
    free(lua);
}

typedef struct {
    const char *text;
    size_t length;
} chunk;

/// Returns whether the text after a backslash is a Lua escape sequence for a zero byte: `0`, `00`, `000`, `x00` or
/// `u{0}`.
static bool is_zero_escape(const char *text, const char *end) {
    const char *digit = text;
    if (text < end && *text == 'x') {
        while (++digit < end && digit <= text + 2 && *digit == '0') {}
        return digit == text + 3;
    }
    if (text + 1 < end && text[0] == 'u' && text[1] == '{') {
        for (digit += 2; digit < end && *digit == '0'; digit++) {}
        return digit > text + 2 && digit < end && *digit == '}';
    }
    while (digit < end && digit < text + 3 && *digit == '0') digit++;
    return digit > text && (digit == text + 3 || digit == end || !isdigit((unsigned char)*digit));
}

/// Raises an error if a string of the script can contain a zero byte; see `check_text`.
static void check_source(lua_State *state, const chunk *source) {
    const char *const end = source->text + source->length;
    int line = 1;
    for (const char *byte = source->text; byte < end; byte++) {
        if (*byte == '\n') line++;
        const bool isEscape = *byte == '\\' && byte + 1 < end;
        if (*byte == 0 || (isEscape && is_zero_escape(byte + 1, end))) {
            luaL_error(state, "%s:%d: a string cannot contain a zero byte", SCRIPT_NAME, line);
        }
        // The character after a backslash does not begin another escape sequence.
        if (isEscape && byte[1] != '\n') byte++;
    }
}

static int load(lua_State *state) {
    const chunk *text = lua_touserdata(state, 1);
    check_source(state, text);
    if (luaL_loadbufferx(state, text->text, text->length, "=" SCRIPT_NAME, "t") != LUA_OK) return lua_error(state);
    lua_call(state, 0, 0);
    return 0;
}

bool tb_lua_load(tb_lua *lua, const char *text, size_t length, tb_lua_run limits) {
    chunk argument = {text, length};
    return run(lua, load, &argument, limits);
}

typedef struct {
    const char *name;
    const tb_lua_value *argument;
} handler_call;

static int call(lua_State *state) {
    const handler_call *call = lua_touserdata(state, 1);
    lua_pushglobaltable(state);
    lua_pushstring(state, call->name);
    if (lua_rawget(state, -2) != LUA_TFUNCTION) return luaL_error(state, "the script has no function '%s'", call->name);
    const tb_lua_value *next = call->argument;
    push_value(state, &next);
    lua_call(state, 1, 0);
    return 0;
}

bool tb_lua_call(tb_lua *lua, const char *name, const tb_lua_value *argument, tb_lua_run limits) {
    handler_call argument_list = {name, argument};
    return run(lua, call, &argument_list, limits);
}

static int fire(lua_State *state) {
    const int *reference = lua_touserdata(state, 1);
    lua_rawgeti(state, LUA_REGISTRYINDEX, *reference);
    lua_call(state, 0, 0);
    return 0;
}

static int release(lua_State *state) {
    const int *reference = lua_touserdata(state, 1);
    luaL_unref(state, LUA_REGISTRYINDEX, *reference);
    return 0;
}

bool tb_lua_fire(tb_lua *lua, int reference, bool isLast, tb_lua_run limits) {
    const bool isDone = run(lua, fire, &reference, limits);
    if (!isLast) return isDone;
    char error[sizeof lua->error];
    memcpy(error, lua->error, sizeof error);
    const int line = lua->line;
    const int64_t left = lua->left, instructions = lua->instructions;
    run(lua, release, &reference, unlimited);
    memcpy(lua->error, error, sizeof error);
    lua->line = line;
    lua->left = left;
    lua->instructions = instructions;
    return isDone;
}

static int read_handlers(lua_State *state) {
    tb_lua *lua = owner(state);
    lua_pushglobaltable(state);
    const int globals = lua_gettop(state);
    push_keys(state, globals);
    const int keys = lua_gettop(state);
    // Lists only the names of functions, not all keys.
    lua_newtable(state);
    int count = 0;
    for (lua_Integer index = 1; lua_rawgeti(state, keys, index) != LUA_TNIL; index++) {
        lua_pushvalue(state, -1);
        const bool isHandler = lua_rawget(state, globals) == LUA_TFUNCTION && lua_type(state, -2) == LUA_TSTRING;
        lua_pop(state, 1);
        if (isHandler) lua_rawseti(state, -2, ++count); else lua_pop(state, 1);
    }
    lua_pop(state, 1);
    lua->count = 0;
    read_value(state, lua_gettop(state));
    return 0;
}

bool tb_lua_handlers(tb_lua *lua, const tb_lua_value **values, size_t *count) {
    const bool isDone = run(lua, read_handlers, NULL, unlimited);
    *values = lua->values;
    *count = isDone ? lua->count : 0;
    return isDone;
}

static int read_state(lua_State *state) {
    lua_getglobal(state, "state");
    read_value(state, lua_gettop(state));
    return 0;
}

bool tb_lua_state(tb_lua *lua, const tb_lua_value **values, size_t *count) {
    const bool isDone = run(lua, read_state, NULL, unlimited);
    *values = lua->values;
    *count = isDone ? lua->count : 0;
    return isDone;
}

static int write_state(lua_State *state) {
    const tb_lua_value *next = lua_touserdata(state, 1);
    push_value(state, &next);
    lua_setglobal(state, "state");
    return 0;
}

bool tb_lua_set_state(tb_lua *lua, const tb_lua_value *value) {
    return run(lua, write_state, (void *)value, unlimited);
}

const char *tb_lua_error(const tb_lua *lua) { return lua->error; }
int tb_lua_error_line(const tb_lua *lua) { return lua->line; }
int64_t tb_lua_used(const tb_lua *lua) { return lua->instructions - lua->left; }
