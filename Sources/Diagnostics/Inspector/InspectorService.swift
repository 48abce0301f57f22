internal import FlightLog
internal import HandlerEvents
internal import InputHub
internal import JSON
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import Snapshots
internal import Synchronization
internal import TouchTrace
internal import Web

/// Serves the files of the inspector's web page, and sends trace records to connected pages. Used only on the server's
/// thread.
final class InspectorService: WebService {
    private unowned let server: ServerLoop
    let mailbox: InspectorMailbox
    private let key: PageKey
    private let clock: (@Sendable () -> Int64)?
    private let play: InspectorServer.Play?
    let epoch: @Sendable () -> EventEpoch?
    let version: String
    private var fingers = PageFingers()
    private let log: Logger
    private var isAnnounced = false

    private(set) var clients: [WebSocket: Client] = [:]
    private var outlet: TraceRecorder.Outlet?
    private(set) var history = TraceHistory(capacity: 1 << 17)
    /// Whether all earlier records were received; further records arrive through `outlet`.
    private(set) var hasCaughtUp = false
    private var droppedCount = 0
    private var tree = Versioned<TreeSnapshot>()
    private var devices = Versioned<[DeviceSnapshot]>()
    private var delays = Versioned<DelayCounts>()
    /// Number of call results that plugins have reported. If this number changes, the pages repeat their requests.
    private var results = Versioned<Int>()
    /// Number of ticks until the tree can be requested again.
    private var treeRest = 0
    /// Number of ticks until the devices can be requested again.
    private var deviceRest = 0
    private var isTreeOld = false
    private(set) var facts: LayoutFacts?
    /// Whether a request for layout facts is pending.
    var areFactsComing = false
    private(set) var deliveredEvents = DeliveredEvents()
    private var areDevicesOld = false
    /// Numbers of ticks until the raw events (`eventRest`) and the current contacts (`contactRest`) can be requested
    /// again.
    private var eventRest = 0
    private var contactRest = 0
    /// Last copy of the raw events, for requests of earlier contacts; nil without a recent request.
    private var events: RetainedEvents?
    /// Reused buffers: messages are encoded up to 30 times per second.
    private var records: [TraceRecord] = []
    private var json = JSONBytes()

    /// Interval of updates while a page is connected, in microseconds.
    private static let tick: Int64 = 33_000
    private static let treePause = 15
    private static let devicePause = 30
    private static let contactPause = 3

    init(
        _ server: ServerLoop,
        _ mailbox: InspectorMailbox,
        _ key: PageKey,
        _ settings: InspectorServer.Settings,
        _ log: Logger
    ) {
        (self.server, self.mailbox, self.key, self.log) = (server, mailbox, key, log)
        (clock, play, epoch, version) = (settings.clock, settings.play, settings.epoch, settings.version)
    }

    var isLive: Bool { clock != nil }
    /// Maximum age of records sent to a page, in microseconds; nil for a recording, which is sent completely.
    private var span: Int64? { clock == nil ? nil : InspectorServer.span }

    // MARK: Web pages

    func listens(at port: Int) {
        guard !isAnnounced else { return }
        isAnnounced = true
        let address = "http://127.0.0.1:\(port)/"
        let text =
            key.text.map { "\(address)\($0)/" } ?? "\(address)TOKEN/, where TOKEN is the content of the token file"
        log.say(.notice, play == nil ? "the inspector is at \(text)" : "open \(text)")
    }

    func answer(_ request: Request) -> WebAnswer {
        let parts = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // The first `split` removes the leading slash; the token is the first path component.
        let rest = parts.last?.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false) ?? []
        guard let token = rest.first, key.token.accepts(String(token)) else {
            log.complain("token", .warning, "the inspector rejected a request because its token is missing or wrong")
            let words = "403: the token is missing or wrong; open the address that touchbridge logged at startup.\n"
            return .response(Response(.forbidden, contentType: "text/plain; charset=utf-8", body: Array(words.utf8)))
        }
        let name = rest.count > 1 ? String(rest[1]) : nil
        if name == "live" { return .upgrade }
        guard let name, let file = Page.file(name.isEmpty ? "index.html" : name) else {
            return .response(Response(.notFound))
        }
        return .response(.file(name.isEmpty ? "index.html" : name, file))
    }

    func opened(_ socket: WebSocket) {
        let client = Client(Reader(of: history, within: span, isComplete: hasCaughtUp))
        clients[socket] = client
        client.replies.append(Message.hello(isReplay: !isLive, play, now: clock?(), epoch()))
        if clients.count == 1 { restart() }
        (isTreeOld, areDevicesOld) = (true, true)
        (treeRest, deviceRest) = (0, 0)
        server.setTimer(1)
        socket.requestWritable()
    }

    func closed(_ socket: WebSocket) {
        clients[socket] = nil
        if let clock { for touch in fingers.cancelAll(of: socket, at: clock()) { _ = mailbox.touch(touch) } }
        guard clients.isEmpty else { return }
        outlet = nil
        hasCaughtUp = false
        history.removeAll()
        forgetFacts()
        events = nil
        server.setTimer(nil)
        mailbox.ask { $0 = InspectorMailbox.Requests() }
    }

    /// Requests all records and snapshots again, starting with the earlier records.
    private func restart() {
        let outlet = TraceRecorder.Outlet(records: 1 << 14, handlerEvents: 256)
        (self.outlet, hasCaughtUp, droppedCount) = (outlet, false, 0)
        forgetFacts()
        mailbox.ask { requests in
            (requests.outlet, requests.history, requests.tree, requests.devices) = (outlet, true, true, true)
        }
    }

    /// Discards the facts and a pending request: layout changes may have been missed, and a reply may never arrive.
    private func forgetFacts() { (facts, areFactsComing) = (nil, false) }

    func received(_ message: [UInt8], isText: Bool, from socket: WebSocket) {
        // Limit inspector-question-bytes (limits.md, Web pages and clients): maximum number of bytes of a request from
        // an inspector page. If exceeded: the connection is closed with code 1003.
        guard isText, message.count <= 256, let value = try? JSONValue(parsing: message), let client = clients[socket]
        else { return socket.close(.wrongData, "unknown request") }
        if value["finger"] != nil, play != nil, let clock { return touch(value, from: socket, at: clock()) }
        if let question = PageQuestion(value) {
            client.ask(question)
        } else if let point = PageQuestion.point(value) {
            client.ask(point)
        } else if let range = PageQuestion.recording(value) {
            client.askRecording(of: range)
        } else if let time = PageQuestion.slotTime(value) {
            client.slotTime = time
        }
    }

    private func touch(_ message: JSONValue, from socket: WebSocket, at time: Int64) {
        do throws(PageFingers.Invalid) {
            guard let touch = try fingers.change(message, of: socket, at: time) else { return }
            if !mailbox.touch(touch) { fingers.remove(touch.finger) }
        } catch {
            socket.close(.wrongData, "invalid finger")
        }
    }

    // MARK: Updates from the pipeline

    func woken() {
        let updates = mailbox.takeUpdates()
        if updates.isHistoryReset {
            history.removeAll()
            forgetFacts()
            // Queued reports of hit tests may have been discarded with the updates.
            for client in clients.values { client.forgetPoint() }
            for client in clients.values { client.restart(Reader(of: history, within: span, isComplete: false)) }
        }
        for piece in updates.pieces { for record in piece { history.append(record) } }
        if updates.hasCaughtUp {
            hasCaughtUp = true
            for client in clients.values { client.reader.join(history) }
        }
        for (number, handlerEvent) in updates.deliveredEvents { deliveredEvents.add(number, handlerEvent) }
        if let facts = updates.facts { (self.facts, areFactsComing) = (facts, false) }
        if let events = updates.events {
            self.events = events.map { RetainedEvents($0) }
            answerQuestions(about: events)
        }
        if let contacts = updates.contacts { answerQuestions(about: contacts) }
        for report in updates.hitReports { _ = clients.values.first { $0.finish(report) } }
        if let tree = updates.tree { self.tree.set(tree) }
        if let devices = updates.devices { self.devices.set(devices) }
        notifyClients()
    }

    func timerExpired() {
        guard !clients.isEmpty else { return }
        if hasCaughtUp { drain() }
        (treeRest, deviceRest) = (max(0, treeRest - 1), max(0, deviceRest - 1))
        let wantsTree = isTreeOld && treeRest == 0
        let wantsDevices = areDevicesOld && deviceRest == 0
        if wantsTree || wantsDevices {
            if wantsTree { (isTreeOld, treeRest) = (false, Self.treePause) }
            if wantsDevices { (areDevicesOld, deviceRest) = (false, Self.devicePause) }
            mailbox.ask { requests in
                if wantsTree { requests.tree = true }
                if wantsDevices { requests.devices = true }
            }
        }
        // A hit test blocks the input thread, so each page can request at most one hit test per tick.
        for client in clients.values {
            if let point = client.beginHitTest() { mailbox.ask { $0.points.append(point) } }
        }
        requestEvents()
        results.set(mailbox.reportCount)
        answerQuestions()
        notifyClients()
        server.setTimer(Self.tick)
    }

    /// Answers requests about earlier contacts from the retained copy, and requests the data for other requests. Raw
    /// events are requested at most once per second, because their copy blocks the input thread.
    private func requestEvents() {
        (eventRest, contactRest) = (max(0, eventRest - 1), max(0, contactRest - 1))
        if contactRest == 0, clients.values.contains(where: \.needsContacts) {
            contactRest = Self.contactPause
            mailbox.ask { $0.contacts = true }
        }
        for client in clients.values where client.hasRoomForReply {
            guard let time = client.slotTime, let copy = events?.copy(until: time) else { continue }
            answerSlots(of: client, from: copy, at: time)
        }
        events?.tick()
        if events?.isExpired == true { events = nil }
        if eventRest == 0, clients.values.contains(where: \.needsEvents) {
            eventRest = Self.devicePause
            mailbox.ask { $0.events = true }
        }
    }

    private func drain() {
        guard let outlet else { return }
        while let record = outlet.records.take() {
            history.append(record)
            if record.mayChangeTree { (isTreeOld, facts) = (true, nil) }
            areDevicesOld = true
        }
        while let event = outlet.handlerEvents.take() { self.deliveredEvents.add(event.number, event.handlerEvent) }
        var counts = delays.value ?? DelayCounts()
        while let delay = outlet.delays.take() { counts.add(delay) }
        delays.set(counts)
        // Dropped records are still in the pipeline's ring buffer, so all pages restart from this buffer.
        if outlet.droppedCount.load(ordering: .relaxed) > droppedCount { restart() }
    }

    private func notifyClients() {
        for (socket, client) in clients where client.hasPendingMessages(history, tree, devices, delays, results) {
            socket.requestWritable()
        }
    }

    // MARK: Sending

    func becameWritable(_ socket: WebSocket) {
        guard let client = clients[socket] else { return }
        if let reply = client.takeReply() {
            socket.send(reply)
        } else if let tree = client.tree.update(of: tree) {
            socket.send(Message.tree(tree))
        } else if let devices = client.devices.update(of: devices) {
            socket.send(Message.devices(devices))
        } else if client.reader.hasMore(in: history) {
            guard let missed = client.reader.take(from: history, limit: Message.recordLimit, into: &records)
            else { return socket.close(.tryAgainLater, "the page reads too slowly; reload the page") }
            let isMore = client.reader.hasMore(in: history)
            let now = clock?()
            Message.records(records, missed: missed, isMore: isMore, now: now, client, mailbox.names, into: &json)
            socket.send(json.bytes)
        } else if let delays = client.delays.update(of: delays) {
            socket.send(Message.delays(delays))
        } else if client.results.update(of: results) != nil {
            socket.send(Message.results)
        }
        if client.hasPendingMessages(history, tree, devices, delays, results) { socket.requestWritable() }
    }
}
