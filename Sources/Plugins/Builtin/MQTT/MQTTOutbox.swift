internal import HandlerEvents
internal import PluginAPI
internal import PluginWorkers

/// Messages that the broker has not acknowledged, in order.
///
/// After a lost connection, these messages are sent again before any other message.
struct MQTTOutbox {
    private struct Entry {
        var message: MQTTMessage
        /// Handler call that caused the message.
        let call: Call
        /// Packet id of the message on the current connection; nil until the message is sent.
        var number: Int32?
    }

    private var entries: [Entry] = []

    /// Limit mqtt-in-flight (limits.md, Internal bounds): maximum number of messages sent to a broker that the broker
    /// has not acknowledged.
    ///
    /// The limit is large enough to use a slow connection fully. The limit also bounds the number of messages that are
    /// sent twice after a connection was lost.
    static let limit = 20

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    var hasRoom: Bool { entries.count < Self.limit }

    /// Handler calls of the unacknowledged messages.
    var calls: [Call] { entries.map(\.call) }

    mutating func append(_ message: MQTTMessage, of call: Call) {
        entries.append(Entry(message: message, call: call, number: nil))
    }

    /// The next message to send on the current connection; nil if all messages are sent.
    var next: MQTTMessage? { entries.first { $0.number == nil }?.message }

    /// Records the packet id of the message that was just sent.
    mutating func markNext(_ number: Int32) {
        guard let index = entries.firstIndex(where: { $0.number == nil }) else { return }
        entries[index].number = number
    }

    /// Removes the next message because it cannot be sent, and returns its call; returns nil if all messages are sent.
    mutating func dropNext() -> Call? {
        entries.firstIndex { $0.number == nil }.map { entries.remove(at: $0).call }
    }

    /// Removes an acknowledged message, and returns its call; returns nil if the packet id is unknown.
    mutating func remove(_ number: Int32) -> Call? {
        entries.firstIndex { $0.number == number }.map { entries.remove(at: $0).call }
    }

    /// Marks all messages as unsent because the connection was lost.
    mutating func rewind() { for index in entries.indices { entries[index].number = nil } }
}
