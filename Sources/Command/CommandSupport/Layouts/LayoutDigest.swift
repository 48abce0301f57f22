internal import Bridge
package import LayoutPlans
package import Recordings

/// Computes the SHA-256 digests of a layout's files. Recordings and dumps of the flight recorder contain these digests.
package enum LayoutDigest {
    /// Limit digest-bytes (limits.md, Recordings and dumps): maximum number of bytes of a layout file whose digest a
    /// dump contains. If exceeded: the dump contains no digest of the file.
    private static let limit = 64 << 20

    /// Returns the files of a layout plan with their digests; the layout file is first. The digest of a file that is
    /// unreadable or too large is empty.
    package static func files(of plan: LayoutPlan) -> [RecordingOrigin.File] {
        plan.files.map { path in
            RecordingOrigin.File(path: path, digest: bytes(of: path).map { SHA256.hex(of: $0) } ?? "")
        }
    }

    /// Returns the contents of a file; nil if the file is unreadable or larger than the limit.
    package static func bytes(of path: String) -> [UInt8]? { FileBytes.read(path, atMost: limit) }

    /// Returns whether the layout's files differ from the files listed in a recording; false if the recording lists no
    /// files.
    package static func differs(_ plan: LayoutPlan, from origin: RecordingOrigin) -> Bool {
        let (then, now) = (origin.layout.map(\.digest), files(of: plan).map(\.digest))
        return !then.isEmpty && then != now
    }

    /// Warns if the layout has changed since the recording was made.
    package static func compare(_ plan: LayoutPlan, with origin: RecordingOrigin?, of recording: String) {
        guard let origin, differs(plan, from: origin) else { return }
        let name = origin.layout.first?.path ?? ""
        Console.complain(
            "\(recording): the recording was made with another version of the layout or with another layout "
                + "('\(name)'); the results may differ from the recorded run"
        )
    }
}
