internal import Glibc
internal import Platform

/// MQTT topics and ids of the Home Assistant entities that a plugin publishes.
struct HomeAssistantNames: Equatable {
    /// The id of the device, which is also a level of this plugin's topics.
    let node: String
    let prefix: String

    /// Creates the names for an MQTT client id, which must be unique at its broker.
    init(clientID: String, prefix: String) { (node, self.prefix) = (Self.word(clientID), prefix) }

    var availability: String { "touchbridge/\(node)/availability" }
    /// Topic filter for commands from Home Assistant.
    var commands: String { "touchbridge/\(node)/+/set" }
    /// Topic of Home Assistant's birth message.
    var birth: String { "\(prefix)/status" }
    /// Topic filter for the entity configurations that this plugin publishes.
    var configurations: String { "\(prefix)/+/\(node)/+/config" }

    /// Topic on which the time of the last touch is published.
    var lastTouch: String { "touchbridge/\(node)/last_touch" }

    func panel(_ objectID: String) -> String { "touchbridge/\(node)/panels/\(objectID)" }
    func state(_ objectID: String) -> String { "touchbridge/\(node)/\(objectID)/state" }
    func event(_ objectID: String) -> String { "touchbridge/\(node)/\(objectID)/event" }
    func command(_ objectID: String) -> String { "touchbridge/\(node)/\(objectID)/set" }

    func configuration(_ component: String, _ objectID: String) -> String {
        "\(prefix)/\(component)/\(node)/\(objectID)/config"
    }

    /// Whether a topic is one of this plugin's configurations. Checks the number of levels: a subscription of the
    /// layout can also receive other devices' configurations, with `node` at another level.
    func isConfiguration(_ topic: String) -> Bool {
        guard topic.hasPrefix("\(prefix)/") else { return false }
        let levels = topic.dropFirst(prefix.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        return levels.count == 4 && levels[1] == node && levels[3] == "config"
    }

    /// Returns the object id in the topic of a command; nil for other topics.
    func commandTarget(_ topic: String) -> String? {
        let start = "touchbridge/\(node)/"
        guard topic.hasPrefix(start), topic.hasSuffix("/set") else { return nil }
        return String(topic.dropFirst(start.count).dropLast("/set".count))
    }

    /// Replaces each character that Home Assistant does not allow in ids with `_`.
    static func word(_ text: String) -> String {
        String(
            text.unicodeScalars.map { scalar in
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "_", "-": Character(scalar)
                default: "_"
                }
            }
        )
    }

    /// Returns a Unix time in the form `2026-11-24T10:30:00+00:00`.
    static func timestamp(_ seconds: Double) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            _ = strftime(start, buffer.count, "%Y-%m-%dT%H:%M:%S+00:00", &parts)
            return String(cString: start)
        }
    }
}
