internal import ResponderKit

extension Control.Event {
    /// What a trace calls the event: its name, or the number of its bits where it has none.
    var traceName: String { Self.names.first { $0.event == self }?.name ?? "\(rawValue)" }

    private static let names: [(event: Control.Event, name: String)] = [
        (.touchDown, "touchDown"),
        (.touchDownRepeat, "touchDownRepeat"),
        (.touchDragInside, "touchDragInside"),
        (.touchDragOutside, "touchDragOutside"),
        (.touchDragEnter, "touchDragEnter"),
        (.touchDragExit, "touchDragExit"),
        (.touchUpInside, "touchUpInside"),
        (.touchUpOutside, "touchUpOutside"),
        (.touchCancel, "touchCancel"),
        (.valueChanged, "valueChanged"),
        (.primaryActionTriggered, "primaryActionTriggered"),
    ]
}
