internal import Platform
package import PluginAPI
internal import PluginWorkers
internal import Schema
internal import YAML

/// Plugin type that sends HTTP requests: see docs/reference/plugins/webhook.md.
package enum WebhookPlugin {
    package static let type = PluginType(
        WebhookSettings.table,
        handlers: [
            HandlerType(
                "post",
                WebhookRequest.setting,
                default: WebhookRequest(),
                "Sends a request; by default, the body is the whole event."
            )
        ],
        checkCall: WebhookRequest.check,
        checkHere: { settings, node, reading in
            for header in settings.headerFiles {
                header.secret.checkHere(at: (node["headerFiles"]?[header.name] ?? node).mark, reading)
            }
            settings.token?.checkHere(at: (node["tokenFile"] ?? node).mark, reading)
        },
        loadLibrary: HTTPClient.loadLibrary,
        make: { (settings, context) throws(ServiceError) in
            guard settings.url != nil || settings.token == nil && settings.headerFiles.isEmpty else {
                throw ServiceError("secrets are sent only to the server of 'url', but 'url' is missing; add 'url'")
            }
            return WorkerPlugin(try PluginLink(context, capacity: settings.queue)) { link throws(ServiceError) in
                let secrets = try SecretHeaders(settings)
                return {
                    guard let client = HTTPClient(connections: settings.concurrency) else {
                        return link.log.say(.error, "the HTTP client cannot be created: out of memory")
                    }
                    WebhookWorker(settings, link, client, secrets: secrets).run()
                }
            }
        }
    )
}
