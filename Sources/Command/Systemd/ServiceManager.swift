internal import CSystemd

/// Notifications to systemd, the service manager; without effect if systemd did not start the process.
package enum ServiceManager {
    /// Sends state assignments to the service manager, one per line; has no effect without a service manager.
    ///
    /// The corresponding C function is `sd_notify`.
    package static func notify(_ state: String) { sd_notify(0, state) }

    /// Watchdog timeout in microseconds; nil if the watchdog is disabled.
    ///
    /// The corresponding C function is `sd_watchdog_enabled`.
    package static var watchdogTime: UInt64? {
        var time: UInt64 = 0
        return sd_watchdog_enabled(0, &time) > 0 ? time : nil
    }
}
