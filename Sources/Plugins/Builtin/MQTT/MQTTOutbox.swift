internal import HandlerEvents
internal import PluginAPI
internal import PluginWorkers

/// Messages that were given to a connection and not yet taken by the broker, in their order.
///
/// When the connection is lost they are sent again on the next one, before anything else.
struct MQTTOutbox {
    private struct Entry {
        var message: MQTTMessage
        /// The handler call that the message is of.
        let call: Call
        /// What the present connection calls it; nil until it has been given to that.
        var number: Int32?
    }

    private var entries: [Entry] = []

    /// Limit mqtt-in-flight (Internal bounds): unacknowledged messages to a broker.
    ///
    /// Fills a slow connection, and bounds what is sent twice.
    static let limit = 20

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    var hasRoom: Bool { entries.count < Self.limit }

    /// The calls whose messages the broker has not taken.
    var calls: [Call] { entries.map(\.call) }

    mutating func append(_ message: MQTTMessage, of call: Call) {
        entries.append(Entry(message: message, call: call, number: nil))
    }

    /// The next one that the present connection has not been given.
    var next: MQTTMessage? { entries.first { $0.number == nil }?.message }

    /// The next one has been given to the connection.
    mutating func markNext(_ number: Int32) {
        guard let index = entries.firstIndex(where: { $0.number == nil }) else { return }
        entries[index].number = number
    }

    /// Removes the next one, which can never be sent, and returns its call.
    mutating func dropNext() -> Call? {
        entries.firstIndex { $0.number == nil }.map { entries.remove(at: $0).call }
    }

    /// The broker has taken one; false when it was none of these.
    mutating func remove(_ number: Int32) -> Bool {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// The connection is lost.
    mutating func rewind() { for index in entries.indices { entries[index].number = nil } }
}
