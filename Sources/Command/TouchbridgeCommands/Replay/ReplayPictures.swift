internal import Bridge
internal import CommandSupport
internal import Pictures
internal import Platform
internal import ResponderKit

/// The pictures that were requested for a replay, with their output files.
struct ReplayPictures {
    let builder: ReplaySummaryBuilder
    private let scene: Scene
    private let picture: TraceFile?
    private let plot: TraceFile?

    /// Returns the requested picture outputs, in the order of the options `--svg` and `--plot`.
    static func requests(_ arguments: Arguments) -> [TraceFile.Request] {
        ["svg", "plot"].compactMap { option in
            arguments.value(option).map { TraceFile.Request(path: $0, what: "the picture of --\(option)") }
        }
    }

    /// Creates the requested pictures; returns nil if no picture was requested. `files` must be in the order of
    /// `requests`.
    init?(_ arguments: Arguments, of stage: any ReplayStage, to files: some Collection<TraceFile>) throws {
        guard !files.isEmpty else { return nil }
        picture = arguments.value("svg") == nil ? nil : files.first
        plot = arguments.value("plot") == nil ? nil : files.dropFirst(picture == nil ? 0 : 1).first
        builder = ReplaySummaryBuilder(to: stage)
        let recording = try arguments.only("recording")
        if let pipeline = stage as? Pipeline, let layout = arguments.value("layout") {
            var scene = Scene(of: pipeline, path: layout)
            scene.title = "\(Self.name(recording)) on \(scene.title)"
            self.scene = scene
        } else {
            let size = stage.application.windows.first?.bounds ?? .zero
            scene = Scene(title: Self.name(recording), screen: size)
        }
    }

    private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Draws the pictures; `origin` is the time of the recording's first event. If the wall-clock time of the recording
    /// is known, the titles contain the date of this event.
    func finish(since origin: Int64?, _ epoch: EventEpoch?) throws {
        builder.summary.origin = origin
        var scene = scene
        if let origin, let epoch { scene.title += ", \(epoch.words(of: origin))" }
        try picture?.finish(ReplayPicture(builder.summary, over: scene).svg)
        try plot?.finish(TimelinePicture(builder.summary, title: scene.title).svg)
    }
}
