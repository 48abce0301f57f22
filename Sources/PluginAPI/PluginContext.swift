public import Occurrences

/// What a plugin is given when it is made; it may keep it and use it from any thread.
public struct PluginContext: Sendable {
    /// Its name in the layout.
    public let name: String
    public let log: PluginLog
    public let tree: any TreeAccess
    public let surroundings: Surroundings

    private let heardOfFailure: @Sendable (Occurrence) -> Void

    /// What a plugin of a name has; `failed` is told of what it took and could not do.
    public init(
        name: String,
        log: PluginLog,
        tree: any TreeAccess,
        surroundings: Surroundings,
        failed: @escaping @Sendable (Occurrence) -> Void = { _ in }
    ) {
        self.name = name
        self.log = log
        self.tree = tree
        self.surroundings = surroundings
        heardOfFailure = failed
    }

    /// What a call asked for was not done and is not going to be; called once for each such call that was taken.
    ///
    /// It is of use where somebody waits for it: a screen that could not be made dark keeps no touch from anybody, and one
    /// that could not be lit is lit again.
    public func failed(_ occurrence: Occurrence) { heardOfFailure(occurrence) }
}
