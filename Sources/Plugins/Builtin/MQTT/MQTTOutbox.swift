internal import HandlerEvents
internal import PluginAPI
internal import PluginWorkers

/// Messages not yet acknowledged by the broker, in order.
///
/// After the connection is lost, they are sent again on the next one before any other.
struct MQTTOutbox {
    private struct Entry {
        var message: MQTTMessage
        /// Handler call of the message.
        let call: Call
        /// Number of the message on the current connection; nil until it is sent.
        var number: Int32?
    }

    private var entries: [Entry] = []

    /// Limit mqtt-in-flight (Internal bounds): unacknowledged messages to a broker.
    ///
    /// Keeps a slow connection busy, and bounds the number of messages sent twice.
    static let limit = 20

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    var hasRoom: Bool { entries.count < Self.limit }

    /// Calls of the unacknowledged messages.
    var calls: [Call] { entries.map(\.call) }

    mutating func append(_ message: MQTTMessage, of call: Call) {
        entries.append(Entry(message: message, call: call, number: nil))
    }

    /// The next message to be sent on the current connection.
    var next: MQTTMessage? { entries.first { $0.number == nil }?.message }

    /// Records the number of the message just sent.
    mutating func markNext(_ number: Int32) {
        guard let index = entries.firstIndex(where: { $0.number == nil }) else { return }
        entries[index].number = number
    }

    /// Removes the next message, which cannot be sent, and returns its call.
    mutating func dropNext() -> Call? {
        entries.firstIndex { $0.number == nil }.map { entries.remove(at: $0).call }
    }

    /// Removes an acknowledged message; returns false if the number is unknown.
    mutating func remove(_ number: Int32) -> Bool {
        guard let index = entries.firstIndex(where: { $0.number == number }) else { return false }
        entries.remove(at: index)
        return true
    }

    /// Marks all messages as unsent, after the connection was lost.
    mutating func rewind() { for index in entries.indices { entries[index].number = nil } }
}
