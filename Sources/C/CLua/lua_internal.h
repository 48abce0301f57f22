#pragma once

#include "tb_lua.h"

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>

/// Name of the script's chunk in debug information.
#define SCRIPT_NAME "script"

struct tb_lua {
    lua_State *state;
    tb_lua_host host;
    void *context;
    size_t used, limit, text_limit;
    /// Size in bytes of the largest memory block that Lua has allocated so far; strings and blocks below 4096 bytes do
    /// not count. Bounds the number of table slots that `lua_next` may have to visit.
    size_t largest;
    /// Remaining instructions of this run. Allocations and library functions also use up instructions.
    int64_t left;
    int64_t instructions;
    int64_t time;
    uint64_t random;
    /// Line at which the memory limit was reached; 0 if the limit was not reached.
    int memory_line;
    int line;
    char error[512];
    /// Buffer for values read from Lua; its memory is reused.
    tb_lua_value *values;
    size_t count, capacity;
};

static inline tb_lua *owner(lua_State *state) { return *(tb_lua **)lua_getextraspace(state); }

/// Returns the current line of the script's innermost function; 0 if no function of the script is running.
int script_line(lua_State *state);

/// Charges `work` instructions for work that the instruction counter does not measure. Raises an error if no
/// instructions are left.
void charge(lua_State *state, int64_t work);

/// Raises an error for a string with a zero byte: comparing such strings is slow, but executes no instructions.
void check_text(lua_State *state, int index);

/// Pushes a list of the keys of the table at an index: numbers, then strings, then booleans, each in ascending order.
/// Raises an error for other keys.
void push_keys(lua_State *state, int index);

/// Appends the value at an index to `values`; raises an error for a value that JSON cannot represent.
void read_value(lua_State *state, int index);
/// Pushes the value at `*next`, and advances `*next` past the value.
void push_value(lua_State *state, const tb_lua_value **next);

/// Replaces the global environment with the sandbox; called once, in protected mode.
int open_sandbox(lua_State *state);
