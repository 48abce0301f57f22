internal import GestureKinds
internal import HandlerEvents
internal import Schema
internal import YAML

extension ViewLayout {
    /// Adds the gestures of the key `mouse`. The gestures call pointer handlers of the `uinput` plugin named by
    /// `mouse`.
    mutating func addMouseGestures() {
        guard let mouse else { return }
        let mode = self.class == .trackpad ? "relative" : "absolute"
        gestures += [
            .mouse(.pan, ["touches": 1, "maximumTouches": 1], mouse, "move", mode, [.began, .changed]),
            .mouse(
                .pan,
                ["touches": 2, "maximumTouches": 2],
                mouse,
                "scroll",
                mode,
                [.began, .changed, .ended, .cancelled]
            ),
            .mouse(.tap, [:], mouse, "click", mode, [.ended]),
            .mouse(.longPress, [:], mouse, "drag", mode, [.began, .changed, .ended, .cancelled], rest: "right"),
        ]
    }

    /// Reports a trackpad without `mouse`, which would have no effect.
    static func checkMouse(of view: ViewLayout, _ node: Node, _ reading: Reading) {
        guard view.class == .trackpad, view.mouse == nil, node["mouse"] == nil else { return }
        let remedy = "add 'mouse:' with the name of a plugin of type uinput"
        reading.error("a Trackpad without 'mouse' has no effect; \(remedy)", .missingKey, at: node["class"] ?? node)
    }
}

extension GestureLayout {
    /// Creates a gesture that calls a pointer handler.
    fileprivate static func mouse(
        _ type: GestureType,
        _ settings: GestureSettings,
        _ plugin: Located<String>,
        _ handler: String,
        _ mode: String,
        _ events: [EventName],
        rest: String? = nil
    ) -> GestureLayout {
        func word(_ text: String) -> Node { Node(.scalar(Scalar(text)), mark: plugin.mark) }
        var pairs = [Node.Pair(key: word("pointer"), value: word(mode))]
        if let rest { pairs.append(Node.Pair(key: word("rest"), value: word(rest))) }
        let arguments = Node(.mapping(pairs), mark: plugin.mark)
        var call = HandlerCall(plugin: plugin.value, handler: handler, arguments: arguments, mark: plugin.mark)
        call.isOfMouse = true
        var gesture = GestureLayout(type: type)
        (gesture.settings, gesture.mark) = (settings, plugin.mark)
        gesture.on = [EventBinding(events: events, calls: [call], mark: plugin.mark)]
        return gesture
    }
}
