internal import CSystemd

/// The service manager: systemd, or none.
package enum ServiceManager {
    /// Sends state assignments, one per line, to the manager; ignored without a manager.
    ///
    /// The corresponding C function is `sd_notify`.
    package static func notify(_ state: String) { sd_notify(0, state) }

    /// Watchdog timeout in microseconds; nil without a watchdog.
    ///
    /// The corresponding C function is `sd_watchdog_enabled`.
    package static var watchdogTime: UInt64? {
        var time: UInt64 = 0
        return sd_watchdog_enabled(0, &time) > 0 ? time : nil
    }
}
