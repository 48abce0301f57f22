import InputEvents
internal import InputHub
import ResponderKit

/// A view that counts its touches; last stage of the measured pipeline.
final class Sink: View {
    override class var defaultHitTestingClass: View.Type { Sink.self }

    private(set) var count = 0
    override func touchesBegan(_ touches: TouchSet, with event: Event?) { count += touches.count }
    override func touchesMoved(_ touches: TouchSet, with event: Event?) { count += touches.count }
    override func touchesEnded(_ touches: TouchSet, with event: Event?) { count += touches.count }
    override func touchesCancelled(_ touches: TouchSet, with event: Event?) { count += touches.count }
}

/// An input hub and an application that deliver the events of panels to `sink`.
final class PanelWay {
    let sink: Sink
    let hub: InputHub
    private let window: Window
    let number: Int32
    private let bounds = Rect(x: 0, y: 0, width: 1920, height: 1080)
    @exclusivity(unchecked) private var frame: ContiguousArray<RawEvent> = []

    init(_ description: DeviceDescription) throws {
        let application = Application()
        window = Window(frame: bounds, application: application)
        sink = Sink(frame: bounds)
        sink.isMultipleTouchEnabled = true
        window.addSubview(sink)
        window.makeKeyAndVisible()
        hub = InputHub(application)
        number = try hub.addPanel(description, settings: PanelSettings(screen: bounds))
    }

    /// Adds another panel in front of the same screen and returns its number.
    func addPanel(_ description: DeviceDescription) throws -> Int32 {
        try hub.addPanel(description, settings: PanelSettings(screen: bounds))
    }

    /// Appends one event to the frame. SYN_REPORT delivers the frame, as in a replay.
    @inline(__always)
    func take(_ event: RawEvent) {
        frame.append(event)
        if event.isMark(.report) {
            frame.withUnsafeBufferPointer { hub.take($0.span, of: number) }
            frame.removeAll(keepingCapacity: true)
        }
    }

    func take(_ events: Span<RawEvent>) { hub.take(events, of: number) }
}
