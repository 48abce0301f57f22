internal import CSystemd

/// The manager that started the service: systemd, or none.
package enum ServiceManager {
    /// Tells the manager the state of the service, as assignments on lines of their own; ignored without a manager.
    ///
    /// The corresponding C function is `sd_notify`.
    package static func notify(_ state: String) { sd_notify(0, state) }

    /// Microseconds after which the manager restarts a service without a sign of life; nil where it expects none.
    ///
    /// The corresponding C function is `sd_watchdog_enabled`.
    package static var watchdogTime: UInt64? {
        var time: UInt64 = 0
        return sd_watchdog_enabled(0, &time) > 0 ? time : nil
    }
}
