internal import PluginAPI

/// A touch panel that is an entity in Home Assistant.
struct HomeAssistantPanel {
    let objectID: String
    let name: String
    /// `ON` while the panel is connected.
    var state: String
    /// State that was last published on the current MQTT connection.
    var publishedState: String?

    /// Returns the panels that a bridge status lists; copies `publishedState` from the previous panels.
    static func all(of status: BridgeStatus, after former: [HomeAssistantPanel]) -> [HomeAssistantPanel] {
        var panels: [HomeAssistantPanel] = []
        for health in status.health {
            let objectID = HomeAssistantNames.word("\(health.screen)_\(health.panel)")
            let state = health.state == .plugged ? "ON" : "OFF"
            guard !panels.contains(where: { $0.objectID == objectID }) else { continue }
            let name = "\(health.screen) \(health.panel)"
            let published = former.first { $0.objectID == objectID }?.publishedState
            panels.append(HomeAssistantPanel(objectID: objectID, name: name, state: state, publishedState: published))
        }
        return panels
    }
}
