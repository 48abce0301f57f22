import JSON
import TestSupport

/// A page that follows the plugin.
typealias StreamPage = WebSocketPage

extension WebSocketPage {
    /// Asks for a WebSocket as a page that may have one.
    convenience init(
        port: Int,
        host: String? = nil,
        path: String = "/",
        origin: String? = StreamRig.origin,
        more: String = "",
        receiveBuffer: Int32? = nil
    ) throws {
        try self.init(path, port: port, host: host, origin: origin, more: more, receiveBuffer: receiveBuffer)
    }

    /// The next message about an event.
    func event() throws -> JSONValue {
        while true {
            let message = try message()
            if message["type"] == "event" { return message }
        }
    }

    /// The reply to a command.
    func reply(_ id: JSONValue) throws -> JSONValue {
        while true {
            let message = try message()
            if message["type"] == "reply", message["id"] == id { return message }
        }
    }
}

extension Peer {
    /// A line of JSON.
    func line() throws -> JSONValue { try JSONValue(parsing: receive(until: "\n").utf8) }
}
