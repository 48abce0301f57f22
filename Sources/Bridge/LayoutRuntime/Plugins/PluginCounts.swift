public import PluginAPI

/// What was counted of one plugin since it was made.
public struct PluginCounts: Equatable, Sendable {
    /// Its name in the layout.
    public let name: String
    /// Another one for each time that a plugin of this name is made.
    public let number: Int
    /// Occurrences that it took.
    public let accepted: Int
    public let health: PluginHealth

    public init(_ name: String, _ number: Int, _ accepted: Int, _ health: PluginHealth) {
        (self.name, self.number, self.accepted, self.health) = (name, number, accepted, health)
    }
}
