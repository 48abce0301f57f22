internal import CMosquitto
internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers

/// Subscriptions of the MQTT plugin. Subscribes to all topic filters on each new connection, and converts messages to
/// commands.
final class MQTTSubscriptions {
    private let entries: [(filter: String, subscription: MQTTSubscription)]
    private let qos: Int32
    private let mailbox: MQTTMailbox
    private var context: PluginContext { mailbox.link.context }
    /// Indices of the entries whose retained messages are requested by the next call of `renew`.
    private var wanted: Set<Int> = []
    /// Indices of the entries of the last request (a subscription or resubscription); all entries on a new connection.
    /// Only these entries and the entries in `awaiting` accept retained messages.
    private var taking: Set<Int> = []
    /// Indices of the entries of earlier requests whose retained messages can still arrive.
    private var awaiting: Set<Int> = []
    /// Packet id of the first subscription in the last request. When the broker acknowledges this subscription, it has
    /// sent all retained messages of earlier requests.
    private var barrier: Int32?
    /// Monotonic time of the last request, in microseconds.
    private var askedAt: Int64 = 0
    /// Topic filters on this connection, by the packet ids of their subscriptions.
    private var requests: [Int32: String] = [:]

    init(_ settings: MQTTSettings, _ mailbox: MQTTMailbox) {
        self.mailbox = mailbox
        qos = settings.qos
        entries = settings.subscriptions.compactMap { subscription in
            subscription.topic.map { ($0.expanded(for: mailbox.link.context, escape: .topic), subscription) }
        }
    }

    func subscribe(on connection: MQTTConnection) throws(MQTTFailure) {
        (requests, taking, awaiting) = ([:], [], [])
        try ask(for: Set(entries.indices), on: connection)
    }

    /// Subscribes to a topic filter that is not in the layout's subscriptions.
    func subscribe(to filter: String, on connection: MQTTConnection) throws(MQTTFailure) {
        requests[try connection.subscribe(to: filter, qos: qos)] = filter
    }

    /// Marks the entries whose retained messages must be requested again.
    func wantRetained(_ indices: Set<Int>) { wanted.formUnion(indices) }

    /// Subscribes again to the marked entries, after which the broker sends their retained messages again.
    ///
    /// Other entries for the same topics ignore these messages; otherwise old messages would overwrite newer values.
    /// Entries of an earlier request accept retained messages until the broker acknowledges the new request.
    func renew(on connection: MQTTConnection) throws(MQTTFailure) {
        if !wanted.isEmpty { try ask(for: wanted, on: connection) }
    }

    private func ask(for indices: Set<Int>, on connection: MQTTConnection) throws(MQTTFailure) {
        // A broker may send retained messages after it has acknowledged a subscription. Therefore the entries of the
        // previous request continue to accept retained messages.
        let now = MonotonicClock.now
        awaiting = now - askedAt < MQTTWorker.answerLimit ? awaiting.union(taking) : []
        (wanted, taking, barrier, askedAt) = ([], indices, nil, now)
        var asked: Set<String> = []
        for index in indices.sorted() where asked.insert(entries[index].filter).inserted {
            let filter = entries[index].filter
            let request = try connection.subscribe(to: filter, qos: qos)
            requests[request] = filter
            barrier = barrier ?? request
        }
    }

    /// Processes the broker's acknowledgement of a subscription; logs a warning if the subscription was rejected.
    func wasAnswered(_ request: Int32, isGranted: Bool) {
        if request == barrier { awaiting = [] }
        guard !isGranted, let filter = requests[request] else { return }
        context.log.complain(
            "subscribe \(filter)",
            .warning,
            "the broker refused the subscription to '\(filter)'; check the broker's access rules"
        )
    }

    /// Submits the command that a message contains; logs an invalid message.
    func take(_ payload: [UInt8], on topic: String, isRetained: Bool) {
        for (index, (filter, subscription)) in entries.enumerated() where Self.matches(topic, filter) {
            if isRetained, !taking.contains(index), !awaiting.contains(index) { continue }
            // A retained message sends no action, because it may have been published long ago.
            if isRetained, subscription.action != nil { continue }
            do throws(MQTTSubscription.Refusal) {
                submit(try subscription.command(for: payload), filter, topic)
            } catch {
                refuse(error.reason, filter, topic)
            }
        }
    }

    /// Logs a warning that a message is ignored because its payload exceeds the size limit.
    func refuse(size: Int, on topic: String) {
        for (filter, _) in entries where Self.matches(topic, filter) {
            refuse("the payload has \(size) bytes; the limit is \(MQTTSubscription.payloadLimit)", filter, topic)
        }
    }

    private func submit(_ command: TreeCommand, _ filter: String, _ topic: String) {
        let isAccepted = context.tree.submit(command, from: context.name) { [mailbox] reply in
            guard case .refused(let refusal) = reply else { return }
            mailbox.refuse(MQTTMailbox.RefusedMessage(topic: topic, refusal: refusal), of: filter)
        }
        if !isAccepted { refuse(context.tree.refusal, filter, topic, context.tree.refusalLevel) }
    }

    /// Logs the messages whose commands the view tree rejected.
    func complainOfRefused() {
        for (filter, message) in mailbox.takeRefused() { refuse("\(message.refusal)", filter, message.topic) }
    }

    private func refuse(_ reason: String, _ filter: String, _ topic: String, _ level: Logger.Level = .warning) {
        context.log.complain("message \(filter)", level, Self.complaint(reason, topic))
    }

    /// Returns the log text. The topic is sanitized, because a wildcard also matches topics chosen by other clients.
    private static func complaint(_ reason: String, _ topic: String) -> String {
        "a message on '\(Template.Escape.plain.apply(to: topic.excerpt(200)))' is ignored: \(reason)"
    }

    private static func matches(_ topic: String, _ filter: String) -> Bool {
        var matches = false
        return mosquitto.topic_matches_sub(filter, topic, &matches) == succeeded && matches
    }
}
