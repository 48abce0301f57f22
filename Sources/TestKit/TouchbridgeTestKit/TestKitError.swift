/// What is wrong with a script, a recording or a golden file, where it is, and what to do about it.
public struct TestKitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file or the script's name, with line and column where they are known.
    public let location: String
    /// What is wrong.
    public let message: String
    /// What to do about it.
    public let remedy: String
    /// The line with a caret below the place, or the difference between two texts; nil where nothing is to be shown.
    public let excerpt: String?

    init(_ location: String, _ message: String, remedy: String, excerpt: String? = nil) {
        self.location = location
        self.message = message
        self.remedy = remedy
        self.excerpt = excerpt
    }

    /// `location: what is wrong; what to do`, then the excerpt.
    public var description: String {
        let first = "\(location): \(message); \(remedy)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
