internal import HandlerEvents
internal import Platform
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// Body of the plugin's thread: sends requests and retries failed requests.
///
/// Requests for the events of one stream (a touch or gesture) are sent to a server in order, one at a time. If the
/// request for the begin event is abandoned, the other requests of the stream are not sent. If that request was
/// delivered, the end event is retried until the server accepts it or has rejected it too often.
final class WebhookWorker {
    private let settings: WebhookSettings
    private let link: PluginLink
    private let client: HTTPClient
    private var secrets: SecretHeaders
    private let secretsOrigin: String
    private var deliveryQueue: DeliveryQueue
    private var active: [Int64: Delivery] = [:]
    /// Requests that wait for a retry; `due` is the monotonic time of the retry in microseconds.
    private var delayed: [(due: Int64, delivery: Delivery)] = []
    private var failures: ServerFailures
    private var lastNumber: Int64 = 0
    private var refusedCount = 0
    /// Whether the plugin must stop by a deadline, which leaves no time for pauses between attempts.
    private var isEnding = false
    private var deadline: Int64?
    /// Limit http-refusals (limits.md, Brokers and HTTP servers): maximum number of rejected attempts to send the
    /// end of a stream that are repeated. If exceeded: the end of the stream is dropped, and a message is logged.
    ///
    /// With the default retry times, this number of rejections takes several minutes.
    private static let refusalLimit = 20

    init(_ settings: WebhookSettings, _ link: PluginLink, _ client: consuming HTTPClient, secrets: SecretHeaders) {
        self.settings = settings
        self.link = link
        self.client = client
        self.secrets = secrets
        secretsOrigin = Address.origin(settings.url ?? "")
        deliveryQueue = DeliveryQueue(capacity: max(64, settings.concurrency * 4))
        failures = ServerFailures(link.log)
    }

    /// Runs until the queue is closed and all requests are delivered or abandoned, or until the deadline for the stop.
    func run() {
        while true {
            let now = MonotonicClock.now
            applyUpdates(now)
            if let deadline, now >= deadline { break }
            fill()
            start(now)
            if link.queue.isClosed, deliveryQueue.isEmpty { break }
            wait(now)
            while let (number, end) = client.next() {
                if let delivery = active.removeValue(forKey: number) { finish(delivery, end, MonotonicClock.now) }
            }
        }
        dropRemaining()
    }

    // MARK: Requests of the input thread

    private func applyUpdates(_ now: Int64) {
        let updates = link.takeUpdates()
        deadline = updates.deadline
        if let bindings = updates.bindings { check(bindings) }
        if deadline != nil, !isEnding {
            // Each request that waits for a retry is sent once more, without further delay.
            isEnding = true
            for index in delayed.indices { delayed[index].due = now }
        }
    }

    /// Logs that the full queue rejected events. Logs nothing while a server fails or the plugin stops: both explain a
    /// full queue.
    private func reportRefusals() {
        guard link.queue.dropped > refusedCount else { return }
        refusedCount = link.queue.dropped
        guard failures.isEmpty, !isEnding else { return }
        link.log.complain("refused", .warning, "requests arrive faster than they can be sent; new requests are dropped")
    }

    private func check(_ bindings: [Binding]) {
        guard settings.url == nil else { return }
        for case let request as WebhookRequest in bindings.map(\.arguments) where !request.isAbsolute {
            let path = request.url?.source ?? ""
            link.log.complain("no address", .error, "'\(path)' is not a complete address; add 'url' to the plugin")
        }
    }

    private func dropRemaining() {
        let left = deliveryQueue.removeAll() + active.values.map(\.entry) + delayed.map(\.delivery.entry)
        link.dropAll(left.map(\.call)) { count in
            "\(count == 1 ? "1 request was" : "\(count) requests were") not delivered, because the plugin stopped"
        }
    }

    // MARK: Sending

    private func fill() {
        while deliveryQueue.hasRoom, let (handlerEvent, binding) = link.queue.pop() {
            guard let request = binding.arguments as? WebhookRequest else { continue }
            guard let address = request.address(handlerEvent, binding, base: settings.url) else {
                check([binding])
                link.count { $0.failures += 1 }
                link.report(CallReport(.failed, .badAddress), (handlerEvent, binding))
                continue
            }
            let orderingKey = OrderingKey(
                group: binding.group,
                stream: handlerEvent.stream,
                destination: Address.origin(address)
            )
            deliveryQueue.add(
                DeliveryQueue.Entry(orderingKey: orderingKey, handlerEvent: handlerEvent, binding: binding)
            )
        }
    }

    private func start(_ now: Int64) {
        while active.count < settings.concurrency, let index = delayed.firstIndex(where: { $0.due <= now }) {
            send(delayed.remove(at: index).delivery, now)
        }
        while active.count < settings.concurrency, let entry = deliveryQueue.next() {
            guard let request = entry.binding.arguments as? WebhookRequest,
                let address = request.address(entry.handlerEvent, entry.binding, base: settings.url)
            else { continue }
            send(Delivery(entry, request, settings, address: address), now)
        }
        for entry in deliveryQueue.takeDropped() { link.report(CallLoss.dropped, entry.call) }
        let waiting = deliveryQueue.count + active.count + delayed.count
        let (coalesced, dropped) = (deliveryQueue.coalesced, deliveryQueue.dropped)
        link.count { ($0.waiting, $0.coalesced, $0.dropped) = (waiting, coalesced, dropped) }
    }

    private func send(_ delivery: Delivery, _ now: Int64) {
        var delivery = delivery
        delivery.attempts += 1
        (delivery.lastStatus, delivery.cause) = (nil, nil)
        lastNumber += 1
        guard (delivery.body?.count ?? 0) <= Delivery.bodyLimit else {
            delivery.cause = .tooLarge
            return giveUp(delivery, "was not contacted: the request body exceeds 1 MiB", now)
        }
        // After a redirect to another server, that server must not receive the secrets.
        let getsSecrets = delivery.origin == secretsOrigin
        let lines = getsSecrets ? secrets.lines(link.log) : []
        guard client.start(lastNumber, delivery, secrets: lines, settings) else {
            return giveUp(delivery, "was not contacted: out of memory for a request", now)
        }
        active[lastNumber] = delivery
    }

    private func wait(_ now: Int64) {
        guard let descriptors = link.descriptors(takesCalls: deliveryQueue.hasRoom) else { return }
        var deadline = deadline
        if active.count < settings.concurrency {
            deadline = (delayed.map(\.due) + [deadline].compactMap { $0 }).min()
        }
        client.wait(descriptors, milliseconds: MonotonicClock.wait(until: deadline, from: now))
    }

    // MARK: Results

    private func finish(_ ended: Delivery, _ end: HTTPClient.End, _ now: Int64) {
        var delivery = ended
        delivery.lastStatus = nil
        switch end {
        case .answered(let status, let retryAfter, let redirect):
            finish(delivery, status, retryAfter, redirect, now)
        case .unreachable(let message):
            delivery.cause = .unreachable
            retry(delivery, "does not answer: \(message)", now)
        case .untrusted(let message):
            delivery.cause = .untrusted
            retry(delivery, "is not trusted: \(message)", now)
        case .impossible(let message):
            delivery.cause = .badAddress
            giveUp(delivery, "cannot be contacted: \(message)", now)
        }
    }

    private func finish(_ answered: Delivery, _ status: Int, _ retryAfter: Int64, _ redirect: String, _ now: Int64) {
        var delivery = answered
        delivery.lastStatus = status
        switch status {
        // 303 See Other: the server has processed the request.
        case 200..<300, 303: arrive(delivery, now)
        case _ where settings.isRetried(status):
            delivery.refusals += 1
            retry(delivery, "answers \(status)", after: retryAfter, now)
        case 300..<400: follow(delivery, status, redirect, now)
        default: giveUp(delivery, "answers \(status)", now)
        }
    }

    private func arrive(_ delivery: Delivery, _ now: Int64) {
        reportRefusals()
        failures.remove(delivery.entry.orderingKey.destination)
        let isConnected = failures.isEmpty
        link.count {
            $0.delivered += 1
            $0.isConnected = isConnected
        }
        link.report(CallReport.delivered, delivery.entry.call)
        deliveryQueue.finish(delivery.entry, arrived: true)
    }

    private func follow(_ delivery: Delivery, _ status: Int, _ redirect: String, _ now: Int64) {
        guard settings.followRedirects else {
            return giveUp(
                delivery,
                "answers \(status), a redirect that is followed only with 'followRedirects: true'",
                now
            )
        }
        guard [301, 302, 307, 308].contains(status), Address.isAbsolute(redirect),
            Address.scheme(redirect) == Address.scheme(delivery.address)
        else {
            return giveUp(
                delivery,
                "answers \(status); only redirects 301, 302, 307 and 308 to an address with the same scheme are followed",
                now
            )
        }
        guard delivery.redirects < Delivery.redirectLimit else {
            return giveUp(delivery, "redirected the request too often", now)
        }
        var delivery = delivery
        delivery.address = redirect
        delivery.redirects += 1
        delivery.attempts -= 1
        send(delivery, now)
    }

    private func retry(_ delivery: Delivery, _ reason: String, after seconds: Int64 = 0, _ now: Int64) {
        let mustDeliver = deliveryQueue.mustDeliver(delivery.entry)
        let shouldRetry =
            mustDeliver
            ? delivery.refusals <= max(settings.retries, Self.refusalLimit) : delivery.attempts <= settings.retries
        guard !isEnding, shouldRetry else { return giveUp(delivery, reason, now) }
        var delivery = delivery
        let asked = min(max(0, seconds), 86_400) * 1_000_000
        let wait = min(max(delivery.backoff.wait(), asked), settings.longestWait.microseconds)
        delayed.append((now + wait, delivery))
        link.count { $0.isConnected = false }
        failures.add(delivery.entry.orderingKey.destination, reason, .retried)
        if mustDeliver {
            deliveryQueue.markRetrying(delivery.entry)
            dropOldestRetries(now)
        }
    }

    /// Abandons the oldest requests for end events while too many of these requests wait for a retry.
    private func dropOldestRetries(_ now: Int64) {
        let reason = "has too many requests that wait for a retry, so the oldest is dropped"
        for orderingKey in deliveryQueue.retrying where deliveryQueue.hasTooManyRetries {
            guard let index = delayed.firstIndex(where: { $0.delivery.entry.orderingKey == orderingKey }) else {
                continue
            }
            giveUp(delayed.remove(at: index).delivery, reason, now)
        }
    }

    private func giveUp(_ delivery: Delivery, _ reason: String, _ now: Int64) {
        link.count {
            $0.failures += 1
            $0.isConnected = false
        }
        link.report(delivery.report, delivery.entry.call)
        let mustDeliver = deliveryQueue.mustDeliver(delivery.entry)
        failures.add(delivery.entry.orderingKey.destination, reason, mustDeliver ? .endGivenUp : .givenUp)
        deliveryQueue.finish(delivery.entry, arrived: false)
    }
}

extension WebhookRequest {
    /// Whether the request has an absolute address, which needs no base address.
    fileprivate var isAbsolute: Bool { url.map { Address.isAbsolute($0.source) } ?? false }
}
