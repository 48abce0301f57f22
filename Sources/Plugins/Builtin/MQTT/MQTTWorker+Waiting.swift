internal import Glibc
internal import Platform
internal import PluginAPI
internal import PluginWorkers

extension MQTTWorker {
    /// Maximum interval between calls to libmosquitto, in microseconds. libmosquitto's keep-alive timer has a
    /// resolution of one second.
    private static let tick: Int64 = 1_000_000

    /// Waits for bytes from the broker, queued events, updates from the input thread, or a timer.
    func wait() throws(MQTTFailure) {
        var interests = [pollfd(fd: link.wakeup.descriptor, events: Int16(POLLIN), revents: 0)]
        var timeout = MonotonicClock.wait(until: wakeTime, from: MonotonicClock.now)
        let connection = connection
        if let connection {
            guard let interest = connection.pollDescriptor else {
                throw MQTTFailure(description: "the broker closed the connection")
            }
            interests.append(interest)
        }
        if canSend {
            interests.append(pollfd(fd: link.queue.descriptor, events: Int16(POLLIN), revents: 0))
            if !link.queue.willWait() { timeout = 0 }
        }
        let ready = poll(&interests, nfds_t(interests.count), timeout)
        guard let connection else { return }
        let (events, failure) = connection.process(ready > 0 ? interests[1].revents : 0)
        // Processes the received events before `failure`: `handle` throws a more specific error if the broker refused
        // the connection.
        for event in events { try handle(event, connection) }
        if let failure { throw failure }
    }

    private var connection: MQTTConnection? {
        switch state {
        case .waiting: nil
        case .connecting(let connection, _), .connected(let connection, _): connection
        }
    }

    /// Whether queued events can be sent. Otherwise, `wait` ignores the queue.
    private var canSend: Bool {
        guard case .connected = state else { return false }
        return outbox.hasRoom && isReady && !link.queue.isClosed
    }

    private var wakeTime: Int64? {
        let now = MonotonicClock.now
        var times: [Int64] = []
        if let deadline = updates.deadline { times.append(deadline) }
        switch state {
        case .waiting(let until): times.append(until)
        case .connecting(_, let until): times += [until, now + Self.tick]
        case .connected:
            times += [nextStatus > now ? nextStatus : .max, subscribesAt ?? .max, nextHealth ?? .max]
            if let homeAssistant, !updates.isStopping { times.append(homeAssistant.nextTime) }
            times.append(now + Self.tick)
        }
        return times.min()
    }

    private func handle(_ event: MQTTConnection.Event, _ connection: MQTTConnection) throws(MQTTFailure) {
        switch event {
        case .answered(let refusal?): throw MQTTFailure(description: "the broker refused the connection: \(refusal)")
        case .answered(nil):
            state = .connected(connection, since: MonotonicClock.now)
            link.count { $0.isConnected = true }
            link.log.settled("connection", .notice, "connected to \(settings.broker)")
        case .published(let number):
            if statusSent?.number == number {
                statusSent?.isAcknowledged = true
            } else if let call = outbox.remove(number) {
                link.count { $0.delivered += 1 }
                link.report(CallReport.delivered, call)
            }
        case .message(let topic, let payload, let isRetained):
            homeAssistant?.take(payload, on: topic, isRetained: isRetained)
            subscriptions.take(payload, on: topic, isRetained: isRetained)
        case .tooLong(let topic, let size): subscriptions.refuse(size: size, on: topic)
        case .subscribed(let number, let isGranted): subscriptions.wasAnswered(number, isGranted: isGranted)
        }
        link.count { $0.waiting = outbox.count }
    }
}

// MARK: Stopping

extension MQTTWorker {
    var isDone: Bool { link.queue.isClosed && outbox.isEmpty }

    /// Whether the thread can end: all messages are delivered and the connection is closed, or the deadline for the
    /// stop has passed.
    func canEnd() throws(MQTTFailure) -> Bool {
        if let deadline = updates.deadline, MonotonicClock.now >= deadline {
            link.dropAll(outbox.calls) { "\($0) messages could not be delivered to \(settings.broker)" }
            return true
        }
        guard isDone else { return false }
        guard case .connected(let connection, _) = state else { return true }
        if let offline = status?.offline {
            for message in homeAssistant?.remainingStates() ?? [] { _ = try connection.publish(message) }
            guard statusSent?.payload == offline.payload else {
                statusSent = (offline.payload, try connection.publish(offline), false)
                return false
            }
            guard statusSent?.isAcknowledged == true else { return false }
        }
        connection.disconnect()
        return true
    }
}
