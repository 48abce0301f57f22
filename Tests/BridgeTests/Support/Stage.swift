import Contacts
import InputEvents
internal import InputHub
import ResponderKit
internal import TouchTrace

/// A hub with one full-screen view; records each event that the application receives as a line of text.
final class Stage: ApplicationObserver {
    let application = Application()
    let hub: InputHub
    let window: Window
    let view: Listener
    /// Recorded lines, such as `0 began 10.0,20.0`, `press keyboard began`, `motion began` and `remote play`.
    private(set) var received: [String] = []
    private(set) var touches: [ReceivedTouch] = []
    /// Trace of the hub; empty if tracing is disabled.
    private(set) var trace: [UInt8] = []

    /// One phase of a touch.
    struct ReceivedTouch: Equatable {
        var slot: Int32
        var phase: Touch.Phase
        var location: Point
    }

    init(size: Size = Size(width: 1000, height: 1000), tracing: Bool = false) {
        hub = InputHub(application)
        let frame = Rect(origin: .zero, size: size)
        window = Window(frame: frame, application: application)
        window.identifier = "window"
        view = Listener(frame: frame)
        view.identifier = "screen"
        view.isMultipleTouchEnabled = true
        window.addSubview(view)
        window.makeKeyAndVisible()
        application.beginReceivingRemoteControlEvents()
        application.addObserver(self)
        if tracing {
            let recorder = TraceRecorder(of: application) { [unowned self] in trace.append(contentsOf: $0) }
            hub.addObserver(recorder)
            application.addObserver(recorder)
        }
    }

    var settings: PanelSettings { PanelSettings(screen: window.frame) }

    /// Adds a device; returns nil if the hub ignores the device.
    func add(_ device: DeviceDescription) throws -> Int32? {
        switch DeviceKind(of: device) {
        case .touchscreen: try hub.addPanel(device, settings: settings)
        case .pen: hub.addPen(device)
        case .keys: hub.addKeys(device)
        case .accelerometer: hub.addAccelerometer(device)
        case .ignored: nil
        }
    }

    func send(_ events: [RawEvent], of number: Int32) { hub.take(events.span, of: number) }

    /// Returns and removes the lines recorded since the last call.
    func drain() -> [String] {
        defer { received = [] }
        return received
    }

    func dispatching(_ event: Event) {
        switch event.type {
        case .touches:
            for touch in event.allTouches ?? [] where touch.phase != .stationary {
                let location = touch.location(in: nil)
                received.append("\(touch.finger.contact) \(touch.phase) \(location.x),\(location.y)")
                touches.append(ReceivedTouch(slot: touch.finger.contact, phase: touch.phase, location: location))
            }
        case .presses:
            for press in (event as? PressesEvent)?.allPresses ?? [] where press.phase != .stationary {
                received.append("press \(press.type)\(press.key.map { " \($0.keyCode)" } ?? "") \(press.phase)")
            }
        case .motion: break
        case .remoteControl: received.append("\(event.subtype)")
        }
    }

    func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        if event.type == .motion, responder === window { received.append("\(method.rawValue)") }
    }

    func misuse(_ misuse: Misuse) { received.append("misuse \(misuse)") }
}

final class Listener: View {
    var moves = 0
    /// Force of the touch in the last move, from 0 to 1.
    var force = 0.0
    /// Runs on each move.
    var didMove: () -> Void = {}
    override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
    override func touchesMoved(_ touches: TouchSet, with event: Event?) {
        moves += touches.count
        force = touches.first?.force ?? 0
        didMove()
    }
    override func touchesEnded(_ touches: TouchSet, with event: Event?) {}
    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {}
}
