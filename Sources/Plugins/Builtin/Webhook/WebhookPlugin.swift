package import Occurrences
package import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// Sends requests: see docs/plugins/webhook.md.
package final class WebhookPlugin: Plugin {
    package static let type = PluginType(
        WebhookSettings.table,
        handlers: [
            HandlerType(
                "post",
                WebhookRequest.setting,
                default: WebhookRequest(),
                "Sends a request, by default with all that is known of the occurrence."
            )
        ],
        checkCall: WebhookRequest.check,
        checkHere: { settings, node, reading in
            for header in settings.headerFiles {
                header.secret.checkHere(at: (node["headerFiles"]?[header.name] ?? node).mark, reading)
            }
            settings.token?.checkHere(at: (node["tokenFile"] ?? node).mark, reading)
        },
        make: { (settings, context) throws(ServiceError) in
            guard settings.url != nil || settings.token == nil && settings.headerFiles.isEmpty else {
                throw ServiceError("a secret is for one server alone: 'url' says for which")
            }
            return try WebhookPlugin(settings, context)
        }
    )

    private let settings: WebhookSettings
    private let context: PluginContext
    private let queue: OccurrenceQueue
    private let state = WorkerState()
    private let bell: Wakeup
    private var thread: WorkerThread?

    init(_ settings: WebhookSettings, _ context: PluginContext) throws(ServiceError) {
        self.settings = settings
        self.context = context
        bell = try Wakeup()
        queue = try OccurrenceQueue(capacity: settings.queue)
    }

    package func start() throws(ServiceError) {
        let secrets = try SecretHeaders(settings)
        let (settings, context, queue, state, bell) = (settings, context, queue, state, bell)
        thread = try WorkerThread(name: context.name) {
            guard let client = HTTPClient(connections: settings.concurrency) else {
                return context.log.say(.error, "there is no memory for requests")
            }
            let link = PluginLink(context: context, queue: queue, state: state, bell: bell)
            WebhookWorker(settings, link, client, secrets: secrets).run()
        }
    }

    package func take(_ occurrence: Occurrence, for binding: Binding) -> Answer { queue.push(occurrence, for: binding) }

    package func bindingsChanged(_ bindings: [Binding]) {
        queue.bindingsChanged(bindings)
        state.put(bindings)
        bell.signal()
    }

    package func beginStopping() {
        state.isStopping = true
        queue.close()
        bell.signal()
    }

    package var isDone: Bool { thread?.hasEnded ?? true }

    package func finishStopping(within limit: TimeSpan) {
        beginStopping()
        state.deadline = MonotonicClock.now + limit.microseconds * 9 / 10
        bell.signal()
        if thread?.join(within: limit) == false { context.log.say(.warning, "did not stop in time") }
        thread = nil
    }

    package var health: PluginHealth { state.health(queue) }

    deinit {
        beginStopping()
        if state.deadline == nil { state.deadline = MonotonicClock.now }
        bell.signal()
    }
}
