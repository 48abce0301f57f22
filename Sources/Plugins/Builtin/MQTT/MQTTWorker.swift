internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// Body of the plugin's thread: maintains the connection to the broker, sends queued messages and processes received
/// messages.
///
/// While the broker is unreachable, events stay in the plugin's queue, which drops events by its own rules. The worker
/// itself holds only unacknowledged messages.
final class MQTTWorker {
    enum State {
        case waiting(until: Int64)
        case connecting(MQTTConnection, until: Int64)
        case connected(MQTTConnection, since: Int64)
    }

    /// Limit mqtt-connect-time (limits.md, Brokers and HTTP servers): maximum time for a broker to accept a connection.
    /// If exceeded: the attempt is aborted and repeated later.
    static let answerLimit: Int64 = 10_000_000
    /// Time after which an established connection resets the backoff, in microseconds.
    static let stableDuration: Int64 = 10_000_000
    /// Minimum interval between status messages, in microseconds.
    static let statusPause: Int64 = 1_000_000
    /// Pause before subscribing again after an oversized packet, in microseconds.
    static let floodPause: Int64 = 60_000_000

    let settings: MQTTSettings
    let link: PluginLink
    let mailbox: MQTTMailbox
    let status: MQTTStatus?
    var health: MQTTHealth?
    let subscriptions: MQTTSubscriptions
    let homeAssistant: HomeAssistant?
    var state = State.waiting(until: 0)
    var backoff = Backoff(first: 500_000, limit: 30_000_000)
    var outbox = MQTTOutbox()
    var updates = PluginLink.Updates()
    var statusSent: (payload: [UInt8], number: Int32, isAcknowledged: Bool)?
    var nextStatus: Int64 = 0
    var subscribesAt: Int64? = 0
    /// Whether the input thread abandoned this worker during a long name lookup. The worker's undelivered calls have
    /// then already been reported.
    private var isAbandoned = false

    init(_ settings: MQTTSettings, _ mailbox: MQTTMailbox) {
        (self.settings, self.mailbox, link) = (settings, mailbox, mailbox.link)
        let context = mailbox.link.context
        let statusTopic = settings.statusTopic?.expanded(for: context, escape: .topic)
        let names = settings.homeAssistant.map {
            HomeAssistantNames(clientID: settings.clientID(for: context), prefix: $0.prefix)
        }
        let host = context.hostEnvironment.host
        if let statusTopic {
            status = MQTTStatus(topic: statusTopic, qos: settings.qos, host: host)
        } else {
            status = names.map { MQTTStatus(topic: $0.availability, qos: settings.qos, host: host, isPlain: true) }
        }
        if let home = settings.homeAssistant, let names {
            homeAssistant = HomeAssistant(home, names, qos: settings.qos, statusTopic: statusTopic, mailbox.link)
        } else {
            homeAssistant = nil
        }
        health = settings.healthTopic.map { topic in
            MQTTHealth(
                topic: topic.expanded(for: context, escape: .topic),
                qos: settings.qos,
                host: context.hostEnvironment.host,
                interval: settings.healthInterval.microseconds
            )
        }
        subscriptions = MQTTSubscriptions(settings, mailbox)
    }

    /// Runs until the plugin stops and all messages are delivered, or until the deadline for the stop.
    func run() {
        defer { mailbox.connection.release() }
        while true {
            let wasStopping = updates.isStopping
            updates = link.takeUpdates()
            subscriptions.wantRetained(mailbox.takeRenewals())
            subscriptions.complainOfRefused()
            updateHomeAssistant()
            if updates.isStopping, !wasStopping, case .waiting = state { state = .waiting(until: 0) }
            do throws(MQTTFailure) {
                if updates.isStopping, try canEnd() { return }
                try advance(at: MonotonicClock.now)
                try wait()
            } catch {
                if isAbandoned { return }
                connectionLost(error)
            }
        }
    }

    // MARK: The connection

    func advance(at now: Int64) throws(MQTTFailure) {
        switch state {
        case .waiting(let until):
            if now >= until, !(updates.isStopping && isDone) { try connect() }
        case .connecting(_, let until):
            if now >= until {
                throw MQTTFailure(description: "the broker did not answer within \(Self.answerLimit / 1_000_000) s")
            }
        case .connected(let connection, _):
            try subscribe(connection)
            try sendStatus(connection)
            try sendHealth(connection)
            try sendToHomeAssistant(connection)
            try send(connection)
        }
    }

    private func connect() throws(MQTTFailure) {
        let connection = try lookUp(try plan())
        guard !isAbandoned else { throw MQTTFailure(description: "the plugin has stopped") }
        mailbox.connection.hold(connection.socket)
        // The timeout starts after the name lookup, whose duration is not limited.
        state = .connecting(connection, until: MonotonicClock.now + Self.answerLimit)
    }

    /// Looks up the broker's name and starts a connection attempt.
    private func lookUp(_ plan: MQTTConnectionPlan) throws(MQTTFailure) -> MQTTConnection {
        link.lookUp.begin("the broker's name", holding: outbox.calls)
        defer { isAbandoned = !link.lookUp.end() }
        return try MQTTConnection(plan)
    }

    private func plan() throws(MQTTFailure) -> MQTTConnectionPlan {
        var password: String?
        do throws(ServiceError) { password = try settings.password?.read() } catch {
            throw MQTTFailure(description: error.message)
        }
        return MQTTConnectionPlan(
            broker: settings.broker,
            clientID: settings.clientID(for: link.context),
            user: settings.user,
            password: password,
            caFile: settings.caFile,
            certificateFile: settings.certificateFile,
            keyFile: settings.keyFile,
            keepAlive: Int32(settings.keepAlive.microseconds / 1_000_000),
            will: status?.offline
        )
    }

    private func connectionLost(_ failure: MQTTFailure) {
        mailbox.connection.release()
        let now = MonotonicClock.now
        if case .connected(_, let since) = state, now - since >= Self.stableDuration { backoff.reset() }
        let wait = backoff.wait()
        var problem = "cannot connect to"
        if case .connected = state { problem = "lost the connection to" }
        let isCut = mailbox.connection.isCut
        let reason = isCut ? "the broker was still sending at the time limit for stopping" : failure.description
        link.log.complain("connection", .warning, "\(problem) \(settings.broker): \(reason)")
        outbox.rewind()
        link.count { health in
            health.failures += 1
            health.isConnected = false
            // The count may be outdated, because `send` may throw before it updates the count.
            health.waiting = outbox.count
        }
        statusSent = nil
        health?.forget()
        homeAssistant?.forget()
        subscribesAt = failure.isFlood ? now + Self.floodPause : subscribesAt ?? 0
        state = .waiting(until: now + wait)
    }

    // MARK: Sending

    private func send(_ connection: MQTTConnection) throws(MQTTFailure) {
        while let message = nextMessage() {
            do throws(MQTTFailure) {
                outbox.markNext(try connection.publish(message))
            } catch  where error.isMessageAtFault {
                if let call = outbox.dropNext() { link.report(CallReport(.failed, .invalidMessage), call) }
                link.log.complain("message", .warning, "a message on '\(message.topic)' cannot be sent: \(error)")
                link.count { $0.dropped += 1 }
            }
        }
        link.count { $0.waiting = outbox.count }
    }

    /// Whether queued events can be published.
    var isReady: Bool { homeAssistant?.isReady != false || updates.isStopping }

    private func nextMessage() -> MQTTMessage? {
        if let message = outbox.next { return message }
        // Leaves events in the queue until the kinds of all controls are known, because the kinds determine the
        // messages for Home Assistant.
        guard isReady else { return nil }
        while outbox.hasRoom, let (handlerEvent, binding) = link.queue.pop() {
            let message: MQTTMessage
            if let publish = binding.arguments as? MQTTPublish {
                message = publish.message(handlerEvent, binding, settings)
            } else if let event = homeAssistant?.message(handlerEvent, binding) {
                message = event
            } else {
                // The event has set the state of a control; `sendToHomeAssistant` publishes the state.
                link.count { $0.delivered += 1 }
                continue
            }
            outbox.append(message, of: (handlerEvent, binding))
            return message
        }
        return nil
    }

    private func sendStatus(_ connection: MQTTConnection) throws(MQTTFailure) {
        guard let status, !(updates.isStopping && isDone) else { return }
        let message = status.online(updates.status ?? BridgeStatus())
        guard statusSent?.payload != message.payload, statusSent == nil || MonotonicClock.now >= nextStatus else {
            return
        }
        statusSent = (message.payload, try connection.publish(message), false)
        nextStatus = MonotonicClock.now + Self.statusPause
    }

    /// Publishes the health messages that are due. Does not wait for acknowledgements, because all health messages are
    /// sent again after a reconnect.
    private func sendHealth(_ connection: MQTTConnection) throws(MQTTFailure) {
        guard let panels = updates.status?.health, !updates.isStopping else { return }
        while let message = health?.next(panels, at: MonotonicClock.now) { _ = try connection.publish(message) }
    }

    /// Time of the next health message; nil if no panel's health has changed.
    var nextHealth: Int64? {
        guard let panels = updates.status?.health, !updates.isStopping else { return nil }
        return health?.nextTime(panels)
    }

    private func subscribe(_ connection: MQTTConnection) throws(MQTTFailure) {
        guard let time = subscribesAt else { return try subscriptions.renew(on: connection) }
        guard MonotonicClock.now >= time else { return }
        subscribesAt = nil
        try subscriptions.subscribe(on: connection)
        for filter in homeAssistant?.filters ?? [] { try subscriptions.subscribe(to: filter, on: connection) }
    }
}
