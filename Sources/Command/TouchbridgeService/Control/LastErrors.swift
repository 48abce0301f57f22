internal import Platform
internal import PluginAPI
internal import Synchronization

/// The last error or warning of each plugin. Plugins report errors on any thread.
final class LastErrors: Sendable {
    struct Report: Sendable {
        /// Unix time in seconds.
        let time: Double
        let message: String
    }

    private let reports = Mutex<[String: Report]>([:])

    /// Limit reported-plugins (limits.md, Internal bounds): maximum number of plugins whose last error is retained; the
    /// oldest error is deleted first.
    private static let limit = 64

    init() {}

    /// Retains a log message if it reports an error or warning of a plugin.
    func note(_ entry: Logger.Entry) {
        guard entry.level <= .warning, !entry.plugin.isEmpty else { return }
        let report = Report(time: WallClock.sinceEpoch, message: entry.message)
        reports.withLock { reports in
            if reports[entry.plugin] == nil, reports.count >= Self.limit {
                let oldest = reports.min { $0.value.time < $1.value.time }
                reports[oldest?.key ?? ""] = nil
            }
            reports[entry.plugin] = report
        }
    }

    var all: [String: Report] { reports.withLock(\.self) }
}
