/// An error in a script, recording or golden file, with its location and the remedy.
public struct TestKitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Name of the file or script, with line and column if they are known.
    public let location: String
    /// Description of the problem, as one sentence without a period.
    public let message: String
    /// Change that corrects the error.
    public let remedy: String
    /// Details of the error, for example the line with a caret below the error, or the difference between two texts.
    /// Nil if there are none.
    public let excerpt: String?

    init(_ location: String, _ message: String, remedy: String, excerpt: String? = nil) {
        self.location = location
        self.message = message
        self.remedy = remedy
        self.excerpt = excerpt
    }

    /// The error in the form `location: message; remedy`, followed by the excerpt.
    public var description: String {
        let first = "\(location): \(message); \(remedy)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
