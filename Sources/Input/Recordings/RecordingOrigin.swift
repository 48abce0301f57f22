public import Platform
internal import YAML

/// Metadata that Touchbridge writes into a recording.
public struct RecordingOrigin: Equatable, Sendable {
    /// A file of the layout.
    public struct File: Equatable, Sendable {
        public var path: String
        /// SHA-256 of the content, in hexadecimal.
        public var digest: String

        public init(path: String, digest: String) { (self.path, self.digest) = (path, digest) }
    }

    /// Version of Touchbridge that made the recording.
    public var version = ""
    /// Reason for the recording, such as "saved by the inspector".
    public var reason = ""
    /// Wall-clock date at `time`, such as `2026-11-21T16:30:01.250Z`.
    public var made = ""
    /// Time of the dump on the event clock, in microseconds; for a dump after a crash, the time of the last event.
    public var time: Int64 = 0
    /// Requested length of the recording, in seconds.
    public var seconds = 0
    /// Number of objects whose names are missing from the trace of a dump; only for a dump after a crash.
    public var omittedNames = 0
    /// Files of the layout, the main file first.
    public var layout: [File] = []

    public init() {}

    init(made: String, time: Int64) { (self.made, self.time) = (made, time) }

    /// Wall-clock time at which the recording's clock was zero; nil if `made` is not a date.
    public var epoch: EventEpoch? { EventEpoch(made, at: time) }

    static let key = "touchbridge"

    /// Reads the valid keys of a mapping and ignores invalid keys; returns nil if the node is not a mapping.
    init?(_ node: Node) {
        guard node.mapping != nil else { return nil }
        version = node["version"]?.scalar?.text ?? ""
        reason = node["reason"]?.scalar?.text ?? ""
        made = node["made"]?.scalar?.text ?? ""
        time = node["time"]?.scalar?.integer.flatMap { Int64(exactly: $0) } ?? 0
        seconds = node["seconds"]?.scalar?.integer.flatMap { Int(exactly: $0) } ?? 0
        omittedNames = node["omittedNames"]?.scalar?.integer.flatMap { Int(exactly: $0) } ?? 0
        for file in node["layout"]?.sequence ?? [] {
            guard let path = file["path"]?.scalar?.text, let digest = file["sha256"]?.scalar?.text else { continue }
            layout.append(File(path: path, digest: digest))
        }
    }
}
