import Foundation
import Glibc
import TestTraits
import Testing

/// Tests the built command with a service manager that requests watchdog notifications.
@Suite(.serialized, .tags(.realKernel)) struct WatchdogTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Compiles a preload library that stops the command's clock while a file exists. All events are then in the
    /// future, so the command waits for earlier events from other devices.
    private func makeClock(stoppedWhile path: String) throws -> String {
        let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <string.h>
            #include <time.h>
            #include <unistd.h>
            int clock_gettime(clockid_t clock, struct timespec *time) {
                static int (*real)(clockid_t, struct timespec *);
                if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
                int result = real(clock, time);
                static __thread struct timespec last;
                Dl_info caller;
                if (clock == CLOCK_MONOTONIC && dladdr(__builtin_return_address(0), &caller)
                    && strstr(caller.dli_fname, "touchbridge")) {
                    if (access("\(path)", F_OK) == 0 && last.tv_sec) *time = last;
                    last = *time;
                }
                return result;
            }
            """
        let (file, library) = (folder.path + "/clock.c", folder.path + "/clock.so")
        try source.write(toFile: file, atomically: true, encoding: .utf8)
        let compiler = try Child("/usr/bin/gcc", ["-shared", "-fPIC", "-w", "-o", library, file])
        let complaints = compiler.complaints()
        try #require(compiler.wait() == 0, "\(complaints)")
        return library
    }

    @Test func `watchdog notifications stop when input is not processed, although the loop turns`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (panel, other) = (try Panel(name: "Panel"), try Panel(name: "Other panel"))
        let manager = try Manager(folder.path + "/notify")
        let stop = folder.path + "/stop"
        var environment = ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "200000"]
        environment["LD_PRELOAD"] = try makeClock(stoppedWhile: stop)
        let service = try ServiceProcess(panels: 2, environment: environment)
        defer { withExtendedLifetime(other) {} }
        for _ in 0..<3 { #expect(manager.hears("WATCHDOG=1")) }
        try panel.down(slot: 0, id: 1, 100, 100)
        #expect(try service.calls(1).count == 1)

        try Data().write(to: URL(fileURLWithPath: stop))
        try panel.move(slot: 0, 200, 200)
        service.signal(SIGHUP)
        #expect(manager.hears("RELOADING=1"))
        manager.forget()
        for _ in 0..<5 {
            usleep(300_000)
            service.signal(SIGHUP)
            #expect(manager.hears("RELOADING=1"), "the loop turns")
        }
        #expect(!manager.heard.contains { $0.contains("WATCHDOG=1") })
        #expect(try service.calls(1).count == 1, "the move waits")

        try FileManager.default.removeItem(atPath: stop)
        #expect(manager.hears("WATCHDOG=1"))
        #expect(try service.calls(2).count >= 2)
        #expect(service.end().status == 0)
    }
}

/// Stub for systemd: a notification socket.
private final class Manager {
    let path: String
    /// Received notifications.
    private(set) var heard: [String] = []
    private let file: Int32

    init(_ path: String) throws {
        self.path = path
        file = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0)
    }

    deinit { close(file) }

    /// Waits for a notification for at most 30 s.
    func hears(_ word: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let end = Date(timeIntervalSinceNow: 30)
        while end.timeIntervalSinceNow > 0 {
            var wait = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 1000) > 0 else { continue }
            let count = read(file, &bytes, bytes.count)
            guard count > 0 else { continue }
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            heard.append(text)
            if text.contains(word) { return true }
        }
        return false
    }

    func forget() { heard = [] }
}
