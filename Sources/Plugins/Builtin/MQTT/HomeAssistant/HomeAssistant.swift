internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import PluginWorkers

/// Publishes controls and panels as entities in Home Assistant, and executes Home Assistant's commands. Used on
/// the plugin's thread.
///
/// The view tree describes the controls on request. These descriptions supply the kinds and the initial states of the
/// entities; later events change the states.
final class HomeAssistant {
    /// A command to the view tree; also identifies the reply.
    private enum Request: Sendable {
        /// Reads the description of a control. `round` is the number of the round, in which all controls are read; 0
        /// for a single request. `order` increases with each request.
        case describe(view: String, round: Int, order: Int)
        case change(view: String)
    }

    /// Limit home-assistant-controls (limits.md, Brokers and HTTP servers): maximum number of controls of an `mqtt`
    /// plugin that are entities in Home Assistant. If exceeded: further controls are ignored, and a message is logged.
    static let controlLimit = 128
    /// Limit home-assistant-leftovers (limits.md, Internal bounds): maximum number of topics of a former layout whose
    /// entities are removed from Home Assistant at a time.
    private static let leftoverLimit = 1000
    /// Minimum interval between two state messages of a control, in microseconds. The interval is needed because a
    /// slider changes its value more often.
    private static let statePause: Int64 = 100_000
    /// Interval in microseconds at which the states of all controls are read, because tree commands change values
    /// without events.
    private static let refreshInterval: Int64 = 60_000_000
    /// Minimum interval between two announcements of all entities, in microseconds.
    private static let announcementPause: Int64 = 1_000_000

    let settings: HomeAssistantSettings
    let names: HomeAssistantNames
    let qos: Int32
    /// Topic of the plugin's status, which also indicates the availability of the entities; nil if a separate topic
    /// indicates the availability.
    private let statusTopic: String?
    private let link: PluginLink
    private let replies: ReplyMailbox<Request>
    private(set) var controls: [HomeAssistantControl] = []
    private var panels: [HomeAssistantPanel] = []
    private var status: BridgeStatus?
    private var lastTouch: String?
    private var publishedLastTouch: String?
    /// Payloads of the entity configurations that this object has published, by topic.
    private var announced: [String: [UInt8]] = [:]
    /// Topics of entity configurations that the broker has retained; the plugin deletes the configurations that the
    /// layout does not use.
    private var leftovers: Set<String> = []
    /// Number of the current round, in which all controls are read, and the number of missing replies.
    private var (round, missing) = (0, 0)
    private var lastOrder = 0
    /// Monotonic time of the next round.
    private var nextRound: Int64 = 0
    private var isKnown = false
    /// Whether the configurations may differ from the published configurations.
    private var isChanged = true
    /// Whether all configurations must be published, even if they are unchanged.
    private var mustAnnounce = true
    private var nextAnnouncement: Int64 = 0

    init(
        _ settings: HomeAssistantSettings,
        _ names: HomeAssistantNames,
        qos: Int32,
        statusTopic: String?,
        _ link: PluginLink
    ) {
        (self.settings, self.names, self.qos, self.link) = (settings, names, qos, link)
        self.statusTopic = statusTopic
        replies = ReplyMailbox(link.wakeup)
    }

    /// Whether the kinds of all controls are known; only then are events published.
    var isReady: Bool { isKnown }

    // MARK: Controls of the layout

    /// Replaces the controls with the controls of new bindings. The next call of `describe(at:)` requests descriptions.
    func update(_ bindings: [Binding]) {
        var next: [HomeAssistantControl] = []
        for binding in bindings {
            guard let entity = binding.arguments as? HomeAssistantEntity, let event = binding.event else { continue }
            if let index = next.firstIndex(where: { $0.view == binding.view }) {
                if !next[index].events.contains(event) { next[index].events.append(event) }
                continue
            }
            let objectID = HomeAssistantNames.word(binding.view)
            if let other = next.first(where: { $0.objectID == objectID }) {
                complain(binding.view, "its id is too similar to '\(other.view)'; use a different id")
            } else if next.count == Self.controlLimit {
                complain(binding.view, "a plugin can publish at most \(Self.controlLimit) controls")
            } else {
                var control = HomeAssistantControl(
                    view: binding.view,
                    objectID: objectID,
                    name: entity.name ?? binding.view,
                    events: [event]
                )
                control.publishedState = controls.first { $0.view == binding.view }?.publishedState
                next.append(control)
            }
        }
        (controls, isKnown, nextRound) = (next, false, 0)
        // Begins a new round, because replies to the previous round describe the previous controls.
        (round, missing) = (round + 1, 0)
    }

    private func complain(_ view: String, _ reason: String) {
        link.log.complain(
            "entity \(view)",
            .warning,
            "'\(view.excerpt())' is not published to Home Assistant: \(reason)"
        )
    }

    /// Requests the descriptions of all controls if the next round is due.
    func describe(at now: Int64) {
        guard now >= nextRound, missing == 0 || isKnown else { return }
        (round, missing, nextRound) = (round + 1, 0, now + Self.refreshInterval)
        for control in controls {
            guard describe(control.view, round: round) else {
                // The queue of tree commands is full. The round is repeated later.
                (round, missing, nextRound) = (round + 1, 0, now + Self.announcementPause)
                return
            }
            missing += 1
        }
        if controls.isEmpty { becomeKnown() }
    }

    private func describe(_ view: String, round: Int) -> Bool {
        lastOrder += 1
        return submit(.describe(view: view), .describe(view: view, round: round, order: lastOrder))
    }

    private func submit(_ command: TreeCommand, _ request: Request) -> Bool {
        link.context.tree.submit(command, from: link.context.name) { [replies] in replies.add($0, for: request) }
    }

    private func becomeKnown() { (isKnown, isChanged) = (true, true) }

    /// Processes the replies of the view tree.
    func takeReplies() {
        for (request, reply) in replies.take() {
            switch request {
            case .describe(let view, let round, let order):
                take(reply, of: view, round: round, order: order)
            case .change(let view):
                if case .refused(let refusal) = reply { complain(command: view, "\(refusal)") }
                _ = describe(view, round: 0)
            }
        }
    }

    private func take(_ reply: TreeReply, of view: String, round: Int, order: Int) {
        guard let index = controls.firstIndex(where: { $0.view == view }) else { return }
        switch reply {
        case .value(let value): controls[index].read(value.json, order: order)
        case .refused(let refusal):
            (controls[index].kind, controls[index].state) = (nil, nil)
            complain(view, "\(refusal)")
        case .done: break
        }
        // Round 0 follows a command from Home Assistant, which shows the commanded state until the plugin publishes a
        // state. The plugin therefore publishes even an unchanged state.
        if round == 0 { controls[index].publishedState = nil }
        guard round == self.round else { return }
        missing -= 1
        if missing == 0 { becomeKnown() }
    }

    // MARK: Events

    /// Stores the value of an event and returns nil. If the control has no value, returns the message that publishes
    /// the event.
    func message(_ handlerEvent: HandlerEvent, _ binding: Binding) -> MQTTMessage? {
        guard let index = controls.firstIndex(where: { $0.view == binding.view }), controls[index].kind != nil,
            !controls[index].take(handlerEvent.value, order: lastOrder)
        else { return nil }
        let payload: JSONValue = ["event_type": .text(handlerEvent.event.rawValue)]
        return MQTTMessage(
            topic: names.event(controls[index].objectID),
            payload: Array(payload.description.utf8),
            qos: qos,
            retain: false
        )
    }

    /// Updates the panels and the time of the last touch.
    func update(_ status: BridgeStatus) {
        guard status != self.status else { return }
        self.status = status
        let former = panels.map(\.objectID)
        panels = HomeAssistantPanel.all(of: status, after: panels)
        if panels.map(\.objectID) != former { isChanged = true }
        lastTouch = status.lastTouch.map(HomeAssistantNames.timestamp)
    }

    // MARK: Messages from the broker

    /// Topic filters for commands, for Home Assistant's birth message, and for this plugin's entity configurations.
    var filters: [String] { [names.commands, names.birth, names.configurations] }

    func take(_ payload: [UInt8], on topic: String, isRetained: Bool) {
        if topic == names.birth {
            if payload.elementsEqual("online".utf8) { mustAnnounce = true }
        } else if names.isConfiguration(topic) {
            // Records configurations that the broker has retained, to remove the configurations of a former layout.
            guard isRetained, !payload.isEmpty, leftovers.count < Self.leftoverLimit else { return }
            leftovers.insert(topic)
            isChanged = true
        } else if let objectID = names.commandTarget(topic) {
            command(payload, objectID, isRetained: isRetained)
        }
    }

    /// Executes a command from Home Assistant, which sets the value of a control. Ignores a retained command, because
    /// it may have been sent long ago.
    private func command(_ payload: [UInt8], _ objectID: String, isRetained: Bool) {
        guard !isRetained, let control = controls.first(where: { $0.objectID == objectID }) else { return }
        guard control.state != nil, let value = control.value(of: payload) else {
            return complain(command: control.view, "the value is not valid for this control")
        }
        let view = control.view
        if !submit(.change(view: view, value: value), .change(view: view)) {
            complain(command: view, link.context.tree.refusal)
        }
    }

    private func complain(command view: String, _ reason: String) {
        let message = "a command of Home Assistant for '\(view.excerpt())' is ignored: \(reason)"
        link.log.complain("command \(view)", .warning, message)
    }

    // MARK: Messages to the broker

    /// Discards the record of published messages because the connection was lost.
    func forget() {
        (mustAnnounce, publishedLastTouch, nextRound) = (true, nil, 0)
        for index in controls.indices { controls[index].publishedState = nil }
        for index in panels.indices { panels[index].publishedState = nil }
    }

    /// Returns the messages that are due, and marks them as published.
    func messages(at now: Int64) -> [MQTTMessage] {
        guard isKnown else { return [] }
        return configurations(at: now) + states(at: now)
    }

    private func configurations(at now: Int64) -> [MQTTMessage] {
        let announcesAll = mustAnnounce && now >= nextAnnouncement
        guard isChanged || announcesAll else { return [] }
        if announcesAll {
            (mustAnnounce, nextAnnouncement) = (false, now + Self.announcementPause)
            publishedLastTouch = nil
            for index in controls.indices { controls[index].publishedState = nil }
            for index in panels.indices { panels[index].publishedState = nil }
        }
        isChanged = false
        let discovery = HomeAssistantDiscovery(settings, names, qos: qos, link.context, statusTopic: statusTopic)
        let current = discovery.all(controls, panels)
        let topics = Set(current.map(\.topic))
        var messages: [MQTTMessage] = []
        for topic in leftovers.union(announced.keys).subtracting(topics).sorted() {
            messages.append(MQTTMessage(topic: topic, payload: [], qos: qos, retain: true))
            announced[topic] = nil
        }
        leftovers = []
        for message in current where announcesAll || announced[message.topic] != message.payload {
            announced[message.topic] = message.payload
            messages.append(message)
        }
        return messages
    }

    private func states(at now: Int64) -> [MQTTMessage] {
        var messages: [MQTTMessage] = []
        for index in controls.indices {
            let control = controls[index]
            guard let state = control.state, state != control.publishedState else { continue }
            guard now >= control.nextState else { continue }
            controls[index].publishedState = state
            controls[index].nextState = now + Self.statePause
            messages.append(message(state, on: names.state(control.objectID)))
        }
        for index in panels.indices where panels[index].publishedState != panels[index].state {
            panels[index].publishedState = panels[index].state
            messages.append(message(panels[index].state, on: names.panel(panels[index].objectID)))
        }
        if let lastTouch, lastTouch != publishedLastTouch {
            publishedLastTouch = lastTouch
            messages.append(message(lastTouch, on: names.lastTouch))
        }
        return messages
    }

    private func message(_ text: String, on topic: String) -> MQTTMessage {
        MQTTMessage(topic: topic, payload: Array(text.utf8), qos: qos, retain: true)
    }

    /// Returns the states that have not been published yet, without waiting for `statePause`.
    func remainingStates() -> [MQTTMessage] {
        guard isKnown else { return [] }
        for index in controls.indices { controls[index].nextState = .min }
        return states(at: 0)
    }

    /// Monotonic time at which a message or request is due next, in microseconds.
    var nextTime: Int64 {
        guard isKnown else { return nextRound }
        let states = controls.lazy.filter { $0.state != nil && $0.state != $0.publishedState }.map(\.nextState)
        return min(states.min() ?? .max, nextRound, mustAnnounce ? nextAnnouncement : .max)
    }
}
