internal import Bridge
internal import CommandSupport
internal import InputHub
internal import ResponderKit
internal import TouchTrace

/// A window with a single view that receives all touches; used if no layout is given.
final class FullScreen {
    let application: Application
    let hub: InputHub
    let frame: Rect
    private let window: Window

    init(_ size: Size) {
        application = Application()
        hub = InputHub(application)
        frame = Rect(origin: .zero, size: size)
        window = Window(frame: frame, application: application)
        window.identifier = "window"
        let view = Taker(frame: frame)
        view.identifier = "screen"
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
        window.makeKeyAndVisible()
        application.beginReceivingRemoteControlEvents()
    }

    /// Writes a trace of all touches to the file.
    func trace(_ hub: InputHub, to file: TraceFile) {
        _ = recorder(hub, tracingTo: file.append)
    }

    /// Returns a recorder that passes the trace of all touches to `write`.
    func recorder(_ hub: InputHub, tracingTo write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) -> TraceRecorder {
        let recorder = TraceRecorder(of: application, tracingTo: write)
        hub.addObserver(recorder)
        application.addObserver(recorder)
        return recorder
    }

    private final class Taker: View {
        override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
        override func touchesMoved(_ touches: TouchSet, with event: Event?) {}
        override func touchesEnded(_ touches: TouchSet, with event: Event?) {}
        override func touchesCancelled(_ touches: TouchSet, with event: Event?) {}
    }
}

extension Arguments {
    /// Parses the screen size in points from an option such as `--size 1080x1920`.
    func screenSize() throws(UsageError) -> Size {
        guard let text = value("size") else { return Size(width: 1920, height: 1080) }
        guard let size = Size(sides: text) else {
            throw wrong("invalid --size '\(text)'; write width x height in points, for instance 1080x1920")
        }
        return size
    }
}
