import Foundation
import Platform
import PluginAPI
import TestTraits
import Testing

@testable import PluginHosts

/// Tests that invalid plugins are rejected before their first call. The message must include a remedy.
struct `Unusable shared objects` {
    private func refusal(_ path: String, _ settings: String = "") throws -> String {
        let host = try Fixture(LibraryPlugin.type, "{path: \(path), \(settings)}")
        do throws(ServiceError) {
            try host.plugin.start()
        } catch {
            return error.message.replacingOccurrences(of: path, with: "FILE")
        }
        Issue.record("the plugin was started")
        return ""
    }

    private func refusal(_ library: CompiledLibrary) throws -> String { try refusal(library.path) }

    @Test func `a wrong version is reported together with ours`() throws {
        let library = try CompiledLibrary(members: ".version = 7")
        #expect(
            try refusal(library)
                == "FILE was built for version 7 of the plugin interface, but touchbridge uses version 1; "
                + "rebuild it with the current touchbridge_plugin.h"
        )
    }

    @Test func `a wrong size is reported together with ours`() throws {
        let library = try CompiledLibrary(members: ".size = 12")
        let message = "FILE returns a plugin whose size is 12 bytes, but in version 1 the size is 72"
        #expect(try refusal(library).hasPrefix(message))
    }

    @Test func `a larger plugin of a later minor version is accepted`() throws {
        let host = try Fixture(LibraryPlugin.type, "{path: \(try CompiledLibrary(members: ".size = 400").path)}")
        try host.plugin.start()
    }

    @Test(arguments: ["name", "create", "take", "destroy"])
    func `a missing member is named`(member: String) throws {
        let library = try CompiledLibrary(members: ".\(member) = NULL")
        #expect(try refusal(library) == "FILE returns a plugin whose '\(member)' is NULL; set '\(member)'")
    }

    @Test func `a NULL plugin is rejected`() throws {
        #expect(
            try refusal(CompiledLibrary(entry: "return NULL;"))
                == "FILE has no plugin: touchbridge_plugin_entry returned NULL; it must return a plugin"
        )
    }

    @Test func `a missing entry point is rejected`() throws {
        let library = try CompiledLibrary(source: "int something_else(void) { return 1; }")
        let message = "FILE is not a plugin: the function touchbridge_plugin_entry is missing"
        #expect(try refusal(library).hasPrefix(message))
    }

    @Test func `an unresolved symbol is reported`() throws {
        let source = "int nobody(void); int touchbridge_plugin_entry(void) { return nobody(); }"
        let library = try CompiledLibrary(source: source)
        #expect(try refusal(library).contains("cannot be loaded:"))
        #expect(try refusal(library).contains("undefined symbol: nobody"))
    }

    private static let tooManyHandlers =
        "FILE returns a plugin whose 'handlers' has more than 1000 names or no NULL at its end; "
        + "shorten the list or add the NULL"

    @Test(.atLimit("library-handlers"), .pastLimit("library-handlers"), arguments: [1000, 1001])
    func `a shared object can offer at most 1000 handlers`(_ count: Int) throws {
        let library = try CompiledLibrary(
            "static const char *handlers[\(count) + 1];",
            members: ".handlers = handlers",
            entry: "for (int i = 0; i < \(count); i++) handlers[i] = \"x\"; return &plugin;"
        )
        if count > 1000 {
            #expect(try refusal(library) == Self.tooManyHandlers)
        } else {
            let host = try Fixture(LibraryPlugin.type, "{path: \(library.path)}")
            try host.plugin.start()
        }
    }

    @Test func `a list of handlers without NULL is rejected`() throws {
        let library = try CompiledLibrary(
            "static const char *handlers[2000];",
            members: ".handlers = handlers",
            entry: "for (int i = 0; i < 2000; i++) handlers[i] = \"x\"; return &plugin;"
        )
        #expect(try refusal(library) == Self.tooManyHandlers)
    }

    @Test(arguments: [("#!/bin/sh\necho a program\n", "text"), ("", "nothing"), ("\u{7f}ELF", "too little")])
    func `a file that is no ELF file is rejected`(contents: String, what: String) throws {
        let file = try temporaryFolder().appending(path: "plugin.so")
        try contents.write(to: file, atomically: true, encoding: .utf8)
        #expect(try refusal(file.path) == "FILE is not a shared object: it has no ELF header")
    }

    @Test(arguments: [
        (183, "ARM (64 bit)"), (62, "x86-64"), (40, "ARM (32 bit)"), (999, "the ELF machine 999"),
    ]
    )
    func `a file for another machine is rejected`(number: Int, name: String) throws {
        let library = try CompiledLibrary()
        var bytes = try Data(contentsOf: URL(filePath: library.path))
        let own = Int(bytes[18]) | Int(bytes[19]) << 8
        guard number != own else { return }
        (bytes[18], bytes[19]) = (UInt8(number & 255), UInt8(number >> 8))
        try bytes.write(to: URL(filePath: library.path))
        let message = try refusal(library)
        #expect(message.hasPrefix("FILE was built for \(name), but this machine is "))
        #expect(message.hasSuffix("; build it for this machine"))
    }

    @Test func `an object file that was not linked is rejected`() throws {
        let library = try CompiledLibrary()
        var bytes = try Data(contentsOf: URL(filePath: library.path))
        bytes[16] = 1
        try bytes.write(to: URL(filePath: library.path))
        #expect(try refusal(library).hasPrefix("FILE is an ELF file but not a shared object"))
    }

    @Test func `a truncated file is rejected`() throws {
        let library = try CompiledLibrary()
        try Data(contentsOf: URL(filePath: library.path)).prefix(100).write(to: URL(filePath: library.path))
        #expect(try refusal(library).hasPrefix("FILE cannot be loaded:"))
    }

    @Test func `a missing file, a folder and a pipe without a writer are rejected`() throws {
        #expect(try refusal("/missing/plugin.so") == "FILE cannot be opened: No such file or directory")
        #expect(try refusal("/tmp") == "FILE is not a regular file; specify a shared object")
        let pipe = try temporaryFolder().appending(path: "pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(try refusal(pipe) == "FILE is not a regular file; specify a shared object")
    }

    @Test func `a failed create reports its reason, truncated if necessary`() throws {
        let library = try CompiledLibrary(
            """
            static void *fail(const struct touchbridge_host *h, const char *settings, char *error, size_t size) {
                memset(error, 'x', size);
                if (strstr(settings, "short")) strcpy(error, "no \\x1b[31mroom");
                return NULL;
            }
            """,
            members: ".create = fail"
        )
        let message = "the plugin test 1.0 in FILE cannot be created: no [31mroom"
        #expect(try refusal(library.path, "settings: short") == message)
        #expect(try refusal(library).hasSuffix("cannot be created: " + String(repeating: "x", count: 511)))
    }
}
