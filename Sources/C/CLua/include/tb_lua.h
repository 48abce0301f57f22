#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

/// A Lua 5.4 interpreter. Scripts cannot access files, processes or metatables, load code, or print memory addresses.
///
/// Memory, instructions and string lengths are limited. Lua errors use longjmp, but never leave a function of this
/// header and never cross a frame of the caller.
typedef struct tb_lua tb_lua;

enum tb_lua_kind {
    TB_LUA_NIL,
    TB_LUA_BOOLEAN,
    TB_LUA_NUMBER,
    TB_LUA_TEXT,
    TB_LUA_LIST,
    TB_LUA_OBJECT,
};

/// One value of a JSON-like tree in depth-first order. A list is followed by its `count` elements. An object is
/// followed by `count` pairs of name and value.
typedef struct {
    enum tb_lua_kind kind;
    /// The number; 0 or 1 for a boolean.
    double number;
    /// UTF-8 string, not necessarily NUL-terminated. The side that passes the value (host or interpreter) owns the
    /// string.
    const char *_Nullable text;
    size_t length;
    size_t count;
} tb_lua_value;

/// Functions that the host provides to scripts; the host receives the script's arguments.
enum tb_lua_function {
    TB_LUA_GET,
    TB_LUA_SET,
    TB_LUA_CALL,
    TB_LUA_EMIT,
    TB_LUA_LOG,
    /// Arguments of TB_LUA_AFTER and TB_LUA_EVERY: an interval (a number of seconds, or a string), and a reference to a
    /// function.
    TB_LUA_AFTER,
    TB_LUA_EVERY,
    /// Argument: identifier of a timer.
    TB_LUA_CANCEL,
};

/// Result of a host function: an error, or at most one value. The host owns both; they stay valid until the next call
/// of a host function.
typedef struct {
    const char *_Nullable error;
    const tb_lua_value *_Nullable values;
    size_t count;
    /// Reference to a cancelled timer's function, which the interpreter then releases; 0 if no timer was cancelled.
    int released;
} tb_lua_reply;

/// Executes a host function; must return normally.
typedef void (*tb_lua_host)(void *_Nullable context, enum tb_lua_function function,
                            const tb_lua_value *_Nullable arguments, size_t count, tb_lua_reply *reply);

/// Instruction limit and event time of one run.
typedef struct {
    int64_t instructions;
    /// Time of the event in microseconds; also seeds the random numbers.
    int64_t time;
} tb_lua_run;

/// Creates an interpreter with at most `memory` bytes of memory and at most `text` bytes per string. Returns NULL if
/// the memory does not suffice.
///
/// The string limit bounds the running time of string functions.
tb_lua *_Nullable tb_lua_new(size_t memory, size_t text, tb_lua_host host, void *_Nullable context);
void tb_lua_free(tb_lua *lua);

/// The following functions that return `bool` return false on error; `tb_lua_error` then returns the message.

/// Compiles and executes a script. Functions that the script assigns to global names become handlers.
bool tb_lua_load(tb_lua *lua, const char *text, size_t length, tb_lua_run run);
/// Calls a global function with one argument.
bool tb_lua_call(tb_lua *lua, const char *name, const tb_lua_value *argument, tb_lua_run run);
/// Calls the function of a timer; releases the function afterwards if `isLast` is true.
bool tb_lua_fire(tb_lua *lua, int reference, bool isLast, tb_lua_run run);
/// Returns the names of the global functions as a list, valid until the next call of any function.
bool tb_lua_handlers(tb_lua *lua, const tb_lua_value *_Nullable *_Nonnull values, size_t *count);
/// Returns the global `state`, valid until the next call of any function.
bool tb_lua_state(tb_lua *lua, const tb_lua_value *_Nullable *_Nonnull values, size_t *count);
/// Sets the global `state`.
bool tb_lua_set_state(tb_lua *lua, const tb_lua_value *value);

/// Returns the message of the last error, without its location.
const char *tb_lua_error(const tb_lua *lua);
/// Returns the one-based line of the last error; 0 if the line is unknown.
int tb_lua_error_line(const tb_lua *lua);
/// Returns the number of instructions that the last run used, including the charges for library functions and
/// allocations.
int64_t tb_lua_used(const tb_lua *lua);

#pragma clang assume_nonnull end
