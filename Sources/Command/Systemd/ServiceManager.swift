internal import CSystemd

/// Notifications to systemd, the service manager.
package enum ServiceManager {
    /// Sends state assignments, one per line; has no effect outside a systemd service. Wraps `sd_notify`.
    package static func notify(_ state: String) { sd_notify(0, state) }

    /// Watchdog timeout in microseconds; nil if the watchdog is disabled. Wraps `sd_watchdog_enabled`.
    package static var watchdogTime: UInt64? {
        var time: UInt64 = 0
        return sd_watchdog_enabled(0, &time) > 0 ? time : nil
    }
}
