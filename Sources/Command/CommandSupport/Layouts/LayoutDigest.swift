internal import Bridge
package import LayoutPlans
package import Recordings

/// What a layout's files held, as a dump says it.
package enum LayoutDigest {
    /// Limit digest-bytes (Recordings and dumps): bytes of a layout file whose digest a dump contains. Past it: the
    /// dump contains no digest.
    private static let limit = 64 << 20

    /// The files of a plan, its own first; what cannot be read any more has no digest.
    package static func files(of plan: LayoutPlan) -> [RecordingOrigin.File] {
        plan.files.map { path in
            RecordingOrigin.File(path: path, digest: bytes(of: path).map { SHA256.hex(of: $0) } ?? "")
        }
    }

    /// What a digest is made of; nil when the file has too much for one, or cannot be read.
    package static func bytes(of path: String) -> [UInt8]? { FileBytes.read(path, atMost: limit) }

    /// Whether the layout is surely another one than that with which a dump was made.
    package static func differs(_ plan: LayoutPlan, from origin: RecordingOrigin) -> Bool {
        let (then, now) = (origin.layout.map(\.digest), files(of: plan).map(\.digest))
        return !then.isEmpty && then != now
    }

    /// Says so of a recording that is about to be played on a layout.
    package static func compare(_ plan: LayoutPlan, with origin: RecordingOrigin?, of recording: String) {
        guard let origin, differs(plan, from: origin) else { return }
        let name = origin.layout.first?.path ?? ""
        Console.complain("\(recording): was made with another layout, or an older one ('\(name)'); expect differences")
    }
}
