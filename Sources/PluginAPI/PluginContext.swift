/// What a plugin is given when it is made; it may keep it and use it from any thread.
public struct PluginContext: Sendable {
    /// Its name in the layout.
    public let name: String
    public let log: PluginLog
    public let tree: any TreeAccess
    public let surroundings: Surroundings

    public init(name: String, log: PluginLog, tree: any TreeAccess, surroundings: Surroundings) {
        self.name = name
        self.log = log
        self.tree = tree
        self.surroundings = surroundings
    }
}
