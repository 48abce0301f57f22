internal import Glibc
internal import HandlerEvents
internal import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// Asks the unit `touchbridge-reset.socket` to reset panels: see docs/reference/plugins/reset.md.
package enum ResetPlugin {
    package static let type = PluginType(
        ResetSettings.table,
        handlers: [
            HandlerType(
                "reset",
                .nothing,
                default: NoArguments(),
                "Asks for a reset of the panel that caused the event: `ghost`, `stale` or `silent`."
            ).taking([.ghost, .panel], all: [])
        ],
        checkHere: { settings, node, reading in
            guard access(settings.socket, F_OK) != 0 else { return }
            reading.warning(
                "on this machine the socket '\(settings.socket)' does not exist; \(ResetRequest.remedy)",
                .notInstalled,
                at: (node["socket"] ?? node).mark
            )
        },
        make: { (settings, context) throws(ServiceError) in
            try WorkerPlugin(PluginLink(context, capacity: 16)) { link in
                { ResetWorker(settings, link).run() }
            }
        }
    )
}

/// Settings of a plugin of type `reset`.
struct ResetSettings: Hashable, Sendable {
    var socket = "/run/touchbridge-reset.socket"

    static let table = Table<ResetSettings>(
        "reset",
        "Asks for a reset of a panel that hangs or reports ghost touches.",
        of: ResetSettings()
    ) {
        Key("socket", .socketPath, \.socket, "Path of the helper's socket. Default: /run/touchbridge-reset.socket.")
    }
}

/// Body of the plugin's thread: sends one request at a time, and waits for the answer.
private final class ResetWorker {
    private let settings: ResetSettings
    private let link: PluginLink

    init(_ settings: ResetSettings, _ link: PluginLink) { (self.settings, self.link) = (settings, link) }

    func run() {
        while true {
            let updates = link.takeUpdates()
            guard !updates.isStopping else {
                _ = link.dropAll([])
                return
            }
            if let call = link.queue.pop() {
                reset(call)
            } else if let descriptors = link.descriptors() {
                Wakeup.wait(for: descriptors, until: nil)
            }
        }
    }

    /// Maximum number of attempts to send a request, and the time between two attempts in microseconds.
    private static let (attempts, pause): (Int, Int64) = (5, 200_000)

    /// Sends a request, and returns the answer. Repeats the request if the connection is closed at once: systemd closes
    /// further connections while the process of the previous request runs.
    private func send(_ name: String) throws(ResetRequest.Failure) -> String {
        for _ in 1..<Self.attempts {
            let begin = MonotonicClock.now
            do throws(ResetRequest.Failure) { return try ResetRequest(settings.socket).send(name, link) } catch {
                // A connection closed after more than 1 s means that the unit has failed; the request is not repeated.
                guard error.isClosed, MonotonicClock.now - begin < 1_000_000, !link.isStopping else { throw error }
            }
            let end = MonotonicClock.now + Self.pause
            while MonotonicClock.now < end, !link.isStopping {
                Wakeup.wait(for: [link.wakeup.descriptor], until: end)
                link.wakeup.clear()
            }
        }
        return try ResetRequest(settings.socket).send(name, link)
    }

    private func reset(_ call: Call) {
        let panel = "'\(link.context.hostEnvironment.deviceName(call.handlerEvent.device))'"
        do throws(ResetRequest.Failure) {
            guard let name = link.context.hostEnvironment.inputName(call.handlerEvent.device) else {
                throw ResetRequest.Failure("the device comes from a recording or is virtual")
            }
            let answer = try send(name)
            link.log.say(.notice, "\(panel) was reset: \(answer)")
            link.count { $0.delivered += 1 }
            link.report(CallReport.delivered, call)
        } catch {
            link.count { $0.failures += 1 }
            link.report(CallLoss.failed, call)
            let message = "\(panel) was not reset: \(error.reason)"
            link.log.complain(message, .warning, message)
        }
    }
}
