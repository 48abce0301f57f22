internal import HandlerEvents
internal import JSON
internal import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema

/// Writes events to the log: see docs/reference/plugins/log.md.
package enum LogPlugin {
    package static let type = PluginType(
        LogSettings.table,
        handlers: [
            handler("write", nil, "Writes a log line with the plugin's `level`."),
            handler("error", .error, "Writes a log line with level error."),
            handler("warning", .warning, "Writes a log line with level warning."),
            handler("notice", .notice, "Writes a log line with level notice."),
            handler("info", .info, "Writes a log line with level info."),
            handler("debug", .debug, "Writes a log line with level debug."),
        ],
        traits: { settings, _ in
            var traits = PluginTraits()
            traits.rate = PluginTraits.Rate(perSecond: settings.rate, queue: settings.queue)
            return traits
        },
        make: { (settings, context) throws(ServiceError) in
            try WorkerPlugin(PluginLink(context, capacity: settings.queue)) { link in
                { LogWorker(settings, link).run() }
            }
        }
    )

    private static func handler(_ name: String, _ level: Logger.Level?, _ summary: String) -> HandlerType {
        HandlerType(name, LogLine.setting(level), default: LogLine(level: level), summary)
    }
}

/// Body of the plugin's thread: writes queued events to the log.
private final class LogWorker {
    private let settings: LogSettings
    private let link: PluginLink
    private var lines: RateLimiter

    init(_ settings: LogSettings, _ link: PluginLink) {
        (self.settings, self.link) = (settings, link)
        lines = RateLimiter(perSecond: settings.rate, now: MonotonicClock.now)
    }

    func run() {
        while true {
            // `takeUpdates` clears the wakeup descriptor, and therefore precedes the check of the queue. Otherwise, the
            // wait below could miss a later `close`.
            let updates = link.takeUpdates()
            guard !link.queue.isClosed else { return }
            let now = MonotonicClock.now
            if let deadline = updates.deadline, now >= deadline {
                return link.dropAll([]) { count in
                    "\(count == 1 ? "1 line was" : "\(count) lines were") not written, because the plugin stopped"
                }
            }
            // Events above the rate limit stay in the queue, where newer moves replace older moves. While the plugin
            // stops, the rate is not limited.
            if !updates.isStopping, !lines.hasOne(at: now) {
                Wakeup.wait(for: [link.wakeup.descriptor], until: lines.readyTime)
            } else if let (handlerEvent, binding) = link.queue.pop() {
                _ = lines.take(at: now)
                write(handlerEvent, binding)
            } else if let descriptors = link.descriptors() {
                Wakeup.wait(for: descriptors, until: nil)
            }
        }
    }

    private func write(_ handlerEvent: HandlerEvent, _ binding: Binding) {
        guard let line = binding.arguments as? LogLine else { return }
        let fields = binding.fields(handlerEvent).map { field in
            Logger.Field(field.placeholder.variable, field.value.text ?? field.value.description)
        }
        link.log.say(line.level ?? settings.level, line.text(handlerEvent, binding), fields: fields)
        link.count { $0.delivered += 1 }
        link.report(CallReport.delivered, (handlerEvent, binding))
    }
}
