import JSON
import TestSupport

/// A WebSocket client of the stream plugin.
typealias StreamPage = WebSocketPage

extension WebSocketPage {
    /// Sends a valid WebSocket upgrade request.
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

    /// Returns the next event message.
    func event() throws -> JSONValue {
        while true {
            let message = try message()
            if message["type"] == "event" { return message }
        }
    }

    /// Returns the reply to a command.
    func reply(_ id: JSONValue) throws -> JSONValue {
        while true {
            let message = try message()
            if message["type"] == "reply", message["id"] == id { return message }
        }
    }
}

extension Peer {
    func line() throws -> JSONValue { try JSONValue(parsing: receive(until: "\n").utf8) }
}
