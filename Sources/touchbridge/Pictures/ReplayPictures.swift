internal import Bridge
internal import Pictures
internal import ResponderKit

/// The pictures that are asked of a replay, and where they go.
struct ReplayPictures {
    let teller: StoryTeller
    private let scene: Scene
    private let picture: TraceFile?
    private let plot: TraceFile?

    /// Nil when none is asked for.
    init?(_ arguments: Arguments, of stage: any ReplayStage, besides sources: [TraceFile.Source]) throws {
        let paths = ["svg", "plot"].map { arguments.value($0) }
        guard paths.contains(where: { $0 != nil }) else { return nil }
        var taken = sources
        if let trace = arguments.value("trace"), trace != "-" { taken.append(.init(path: trace, what: "the trace")) }
        picture = try paths[0].map { try TraceFile($0, of: .picture, besides: taken) }
        if let path = paths[0], path != "-" { taken.append(.init(path: path, what: "the picture of --svg")) }
        plot = try paths[1].map { try TraceFile($0, of: .picture, besides: taken) }
        teller = StoryTeller(to: stage)
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

    func finish() throws {
        try picture?.finish(ReplayPicture(teller.story, over: scene).svg)
        try plot?.finish(TimelinePicture(teller.story, title: scene.title).svg)
    }
}
