internal import Schema

/// How long to wait before a program that has ended is started again.
struct BackOff {
    private let settings: RestartSettings
    private var failures = 0

    init(_ settings: RestartSettings) { self.settings = settings }

    /// The pause after a run that did its work for so long, nil when it is not tried again.
    mutating func pause(after good: Int64) -> Int64? {
        if good >= settings.atMost.microseconds { failures = 0 }
        if let tries = settings.tries, failures >= tries { return nil }
        let factor = Int64(1) << min(failures, 20)
        failures += 1
        let (pause, overflow) = settings.after.microseconds.multipliedReportingOverflow(by: factor)
        return overflow ? settings.atMost.microseconds : min(pause, settings.atMost.microseconds)
    }
}
