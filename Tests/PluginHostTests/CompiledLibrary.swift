import Foundation
import Testing

/// Root of the repository.
let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

/// Runs a program until it exits; prints its output on failure.
func run(_ arguments: [String], in folder: URL = repository) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(arguments): \(text)")
}

/// Returns a new temporary folder. It is removed at process exit, because plugins may use its files after a test.
func temporaryFolder() throws -> URL {
    let folder = allFolders.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
}

private let allFolders: URL = {
    atexit { try? FileManager.default.removeItem(at: allFolders) }
    return FileManager.default.temporaryDirectory.appending(path: "touchbridge-\(UUID())")
}()

/// Compiles C source to a shared object, with the public plugin header.
struct CompiledLibrary {
    let path: String

    /// Compiles a plugin from the functions `body` and the additional struct members `members`.
    init(_ body: String = "", members: String = "", entry: String = "return &plugin;") throws {
        let source = """
            #include "touchbridge_plugin.h"
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>
            static const struct touchbridge_host *host;
            static void *create(const struct touchbridge_host *given, const char *settings, char *error, size_t size) {
                (void)settings; (void)error; (void)size;
                host = given;
                return &host;
            }
            static int32_t take(void *plugin, const struct touchbridge_binding *binding,
                                const struct touchbridge_handler_event *event);
            static void destroy(void *plugin) { (void)plugin; }
            static void tell(void *context, const char *reply) { host->log(host->context, 5, reply); }
            \(body.contains("int32_t take(") ? "" : Self.quietTake)
            \(body)
            static struct touchbridge_plugin plugin = {
                .version = TOUCHBRIDGE_PLUGIN_VERSION, .size = sizeof(struct touchbridge_plugin), .name = "test 1.0",
                .create = create, .take = take, .destroy = destroy, \(members)
            };
            const struct touchbridge_plugin *touchbridge_plugin_entry(void) { \(entry) }
            """
        try self.init(source: source)
    }

    init(source: String) throws {
        let folder = try temporaryFolder()
        let file = folder.appending(path: "plugin.c")
        try source.write(to: file, atomically: true, encoding: .utf8)
        path = folder.appending(path: "plugin.so").path
        let headers = repository.appending(path: "Sources/C/CTouchbridgePlugin/include").path
        try run(["gcc", "-std=gnu11", "-w", "-fPIC", "-shared", "-I", headers, "-o", path, file.path])
    }

    private static let quietTake = """
        static int32_t take(void *plugin, const struct touchbridge_binding *binding,
                            const struct touchbridge_handler_event *event) { return TOUCHBRIDGE_TAKEN; }
        """
}
