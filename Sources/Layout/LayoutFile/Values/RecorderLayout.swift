/// What the flight recorder keeps, and where it leaves it when something happens.
public struct RecorderLayout: Equatable, Sendable {
    /// Whether anything is kept at all.
    public var isOn = true
    public var seconds = 60
    /// In megabytes.
    public var memory = 8
    /// The folder of the dumps; the service's own unless it is said.
    public var directory: String?
    /// Whether a plugin that fails is a reason for a dump.
    public var onFailure = false

    public init() {}

    static var off: RecorderLayout {
        var layout = RecorderLayout()
        layout.isOn = false
        return layout
    }
}
