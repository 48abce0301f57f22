import CSystemd
import Foundation
import Glibc
import Testing

/// Stub for logind on a private dbus-daemon; signals suspend and resume.
final class StandInLogind {
    /// Environment variable with the bus address, for programs that the tests start.
    let environment: [String: String]
    private let daemon: Child
    private var bus: OpaquePointer?
    /// Read end of a pipe whose write end is the last inhibitor lock; -1 if no lock was granted.
    private var lock: Int32 = -1
    private var locksGiven = 0

    private let address: String

    /// Starts a bus, reusing the address of the previous bus if there was one.
    init(after former: StandInLogind? = nil) throws {
        address = former?.address ?? "unix:abstract=touchbridge-\(UUID().uuidString)"
        let address = address
        environment = ["DBUS_SYSTEM_BUS_ADDRESS": address]
        daemon = try Child("/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address=\(address)"])
        try #require(waitUntil { connect(to: address) }, "the bus does not come up")
        let context = Unmanaged.passUnretained(self).toOpaque()
        sd_bus_add_filter(
            bus,
            nil,
            { message, context, _ in
                guard let context else { return 0 }
                return Unmanaged<StandInLogind>.fromOpaque(context).takeUnretainedValue().take(message)
            },
            context
        )
        try #require(sd_bus_request_name(bus, "org.freedesktop.login1", 0) >= 0)
    }

    deinit {
        sd_bus_close_unref(bus)
        if lock >= 0 { close(lock) }
    }

    private func connect(to address: String) -> Bool {
        sd_bus_new(&bus)
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        var name: UnsafePointer<CChar>?
        // The connection is complete once the bus has assigned a unique name to it.
        if sd_bus_start(bus) >= 0, sd_bus_get_unique_name(bus, &name) >= 0 { return true }
        bus = sd_bus_unref(bus)
        return false
    }

    /// Grants every requested inhibitor lock.
    private func take(_ message: OpaquePointer?) -> Int32 {
        guard sd_bus_message_is_method_call(message, "org.freedesktop.login1.Manager", "Inhibit") > 0 else { return 0 }
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        var reply: OpaquePointer?
        sd_bus_message_new_method_return(message, &reply)
        sd_bus_message_append_basic(reply, CChar(UInt8(ascii: "h")), &ends[1])
        sd_bus_send(bus, reply, nil)
        sd_bus_message_unref(reply)
        sd_bus_flush(bus)
        close(ends[1])
        if lock >= 0 { close(lock) }
        lock = ends[0]
        locksGiven += 1
        return 1
    }

    /// Processes bus messages until `count` locks have been granted in total; returns false after a timeout.
    func hasGiven(locks count: Int) -> Bool {
        waitUntil {
            while sd_bus_process(bus, nil) > 0 {}
            return locksGiven >= count
        }
    }

    /// Waits until the last lock is released.
    func lockIsReleased() -> Bool {
        var wait = pollfd(fd: lock, events: 0, revents: 0)
        return poll(&wait, 1, 10_000) > 0 && Int32(wait.revents) & POLLHUP != 0
    }

    func say(isSleep: Bool) throws {
        var signal: OpaquePointer?
        let target = ("/org/freedesktop/login1", "org.freedesktop.login1.Manager")
        try #require(sd_bus_message_new_signal(bus, &signal, target.0, target.1, "PrepareForSleep") >= 0)
        var value: Int32 = isSleep ? 1 : 0
        sd_bus_message_append_basic(signal, CChar(UInt8(ascii: "b")), &value)
        try #require(sd_bus_send(bus, signal, nil) >= 0)
        sd_bus_message_unref(signal)
        sd_bus_flush(bus)
    }

    /// Kills the bus daemon, which closes all connections to the bus.
    func end() {
        kill(daemon.processID, SIGKILL)
        _ = daemon.wait()
    }

    private func waitUntil(_ isSo: () -> Bool) -> Bool {
        for _ in 0..<1000 {
            if isSo() { return true }
            usleep(10_000)
        }
        return false
    }
}
