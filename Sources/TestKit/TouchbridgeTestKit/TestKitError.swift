/// An error in a script, recording or golden file, with its location and a remedy.
public struct TestKitError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Name of the file or script, with line and column if known.
    public let location: String
    /// Description of the problem: one sentence without a period.
    public let message: String
    /// Change that corrects the error.
    public let remedy: String
    /// Details, such as the faulty line with a caret or the difference between two texts; nil if there are none.
    public let excerpt: String?

    init(_ location: String, _ message: String, remedy: String, excerpt: String? = nil) {
        self.location = location
        self.message = message
        self.remedy = remedy
        self.excerpt = excerpt
    }

    /// The error as `location: message; remedy`, followed by the excerpt.
    public var description: String {
        let first = "\(location): \(message); \(remedy)"
        return excerpt.map { "\(first)\n\($0)" } ?? first
    }
}
