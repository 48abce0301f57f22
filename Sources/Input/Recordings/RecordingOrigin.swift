internal import YAML

/// What a dump of the flight recorder says of itself.
public struct RecordingOrigin: Equatable, Sendable {
    /// A file that the layout was read from.
    public struct File: Equatable, Sendable {
        public var path: String
        /// The SHA-256 of what it held, in hexadecimal.
        public var digest: String

        public init(path: String, digest: String) { (self.path, self.digest) = (path, digest) }
    }

    /// The version of Touchbridge.
    public var version = ""
    /// Why it was made.
    public var reason = ""
    /// When it was made, as `2026-11-21T16:30:01Z`.
    public var made = ""
    /// The same by the clock that the events count by, in microseconds.
    public var time: Int64 = 0
    /// How far it was to reach back.
    public var seconds = 0
    /// The layout's files, its own first.
    public var layout: [File] = []

    public init() {}

    static let key = "touchbridge"

    /// What stands behind the key, as far as it can be understood; nil for what is no mapping.
    init?(_ node: Node) {
        guard node.mapping != nil else { return nil }
        version = node["version"]?.scalar?.text ?? ""
        reason = node["reason"]?.scalar?.text ?? ""
        made = node["made"]?.scalar?.text ?? ""
        time = node["time"]?.scalar?.integer.flatMap { Int64(exactly: $0) } ?? 0
        seconds = node["seconds"]?.scalar?.integer.flatMap { Int(exactly: $0) } ?? 0
        for file in node["layout"]?.sequence ?? [] {
            guard let path = file["path"]?.scalar?.text, let digest = file["sha256"]?.scalar?.text else { continue }
            layout.append(File(path: path, digest: digest))
        }
    }
}
