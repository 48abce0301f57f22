internal import Platform
package import PluginAPI
package import PluginWorkers
internal import Schema
internal import YAML

/// Publishes events to an MQTT broker. Messages from the broker set view properties or send actions.
///
/// Events wait in a queue until they can be sent, even while the broker is unreachable. `MQTTWorker` does all other
/// work on its own thread.
package final class MQTTPlugin: WorkerPlugin {
    package static let type = PluginType(
        MQTTSettings.table,
        handlers: [
            HandlerType("publish", .table(MQTTPublish.table), "Publishes a message."),
            HandlerType(
                "entity",
                HomeAssistantEntity.setting,
                default: HomeAssistantEntity(),
                "Publishes the control and its event to Home Assistant."
            ).takingControlsWithID(),
        ],
        check: MQTTSettings.check,
        checkCall: MQTTSettings.checkCall,
        checkHere: { settings, node, reading in
            settings.password?.checkHere(at: (node["passwordFile"] ?? node).mark, reading)
        },
        traits: MQTTSettings.traits,
        loadLibrary: { MQTTLibrary.load() },
        make: { (settings, context) throws(ServiceError) in
            try MQTTPlugin(settings, PluginLink(context, capacity: settings.outbox))
        }
    )

    private let settings: MQTTSettings
    private let mailbox: MQTTMailbox

    init(_ settings: MQTTSettings, _ link: PluginLink) {
        let mailbox = MQTTMailbox(link)
        (self.settings, self.mailbox) = (settings, mailbox)
        // The thread has 75 % of the plugin's stop timeout. The remaining time is for closing a connection on which the
        // broker sends data continuously.
        super.init(link, deadlineFraction: 0.75) { _ in { MQTTWorker(settings, mailbox).run() } }
    }

    /// Requests retained messages again if the new layout has replaced the values that these messages set.
    override package func layoutChanged(_ change: LayoutChange) {
        let subscriptions = settings.subscriptions.indices.filter { index in
            let subscription = settings.subscriptions[index]
            return subscription.view.map { change.contains(view: $0, property: subscription.property) } ?? false
        }
        if !subscriptions.isEmpty { mailbox.renew(Set(subscriptions)) }
    }

    override package func statusChanged(_ status: BridgeStatus) { link.update { $0.status = status } }
    override package var usesPanelHealth: Bool { settings.healthTopic != nil || settings.homeAssistant != nil }

    override package func interrupt() -> String? {
        mailbox.connection.cut() ? "messages from \(settings.broker) are still being processed" : nil
    }
}
