internal import Contacts
internal import GestureKinds
internal import Occurrences
internal import PluginAPI
public import ResponderKit

/// Writes what happens to every touch as lines of JSON, in the order in which it happens; docs/trace.md has the fields.
public final class TraceWriter: ApplicationObserver {
    // The application keeps its observers, and so must not be kept by them.
    private unowned let application: Application
    private let write: (UnsafeBufferPointer<UInt8>) -> Void
    private var line = JSONLine()
    private var visited: [String] = []
    private var names: [Int32: String] = [:]
    /// The devices that are gone and whose names are still told apart from others.
    private var gone: [Int32] = []
    /// Limit trace-devices (Panels and the kernel): removed devices whose names the trace does not reuse. Past it: the
    /// oldest name may be reused.
    ///
    /// A loose cable must not cost memory.
    private static let goneLimit = 64

    /// A writer that hears everything of an application and hands on each line when it is complete.
    public init(of application: Application, to write: @escaping (UnsafeBufferPointer<UInt8>) -> Void) {
        self.application = application
        self.write = write
    }

    /// What became of a device, and what it is called from now on.
    public func device(_ device: Int32, _ name: String, _ change: DeviceChange, at time: Int64) {
        let name = unique(name, device)
        begin("device", at: max(time, application.now))
        line.add("device", name)
        line.add("change", change.rawValue)
        end()
        guard change == .removed else { return }
        gone.append(device)
        if gone.count > Self.goneLimit { names[gone.removeFirst()] = nil }
    }

    /// Two devices of one name are told apart by a number.
    private func unique(_ name: String, _ device: Int32) -> String {
        if let known = names[device] { return known }
        let isTaken = names.values.contains(name)
        let unique = isTaken ? "\(name) #\(device)" : name
        names[device] = unique
        return unique
    }

    /// What can become of a device.
    public enum DeviceChange: String, Sendable {
        case added, removed, dropped, resynced
    }

    // MARK: Touches

    public func hitTest(_ view: View, at point: Point, event: Event?) { visited.append(view.traceName) }

    public func touch(_ touch: Touch, hit view: View?) {
        begin("hit")
        line.add("touch", Int64(touch.number))
        line.add("visited", visited)
        line.add("view", view?.traceName)
        end()
        visited.removeAll(keepingCapacity: true)
    }

    public func dispatching(_ event: Event) {
        switch event.type {
        case .touches:
            for touch in event.allTouches ?? [] where touch.phase != .stationary { write(touch) }
        case .presses:
            for press in (event as? PressesEvent)?.allPresses ?? [] where press.phase != .stationary { write(press) }
        case .motion, .remoteControl: break
        }
    }

    private func write(_ touch: Touch) {
        let place = touch.screenPlace
        begin("touch")
        line.add("touch", Int64(touch.number))
        line.add("phase", "\(touch.phase)")
        line.add("x", place.x)
        line.add("y", place.y)
        line.add("view", touch.view?.traceName)
        line.add("tapCount", Int64(touch.tapCount))
        line.add("device", names[touch.finger.device] ?? String(touch.finger.device))
        end()
    }

    /// A finger went down on a screen that it wakes, so that nobody hears of it.
    func unheard(_ sample: TouchSample, on screen: String) {
        begin("unheard")
        line.add("x", sample.location.x)
        line.add("y", sample.location.y)
        line.add("screen", screen)
        line.add("device", names[sample.finger.device] ?? String(sample.finger.device))
        end()
    }

    /// What was found out about a ghost.
    func ghost(_ device: Int32, _ report: GhostReport) {
        begin("ghost", at: max(report.time, application.now))
        line.add("device", names[device] ?? String(device))
        line.add("change", report.change == .found ? "found" : "over")
        line.add("reason", report.reason.name.rawValue)
        line.add("x", report.place.x)
        line.add("y", report.place.y)
        line.add("touches", Int64(report.touches))
        line.add("since", report.since)
        line.add("period", report.period ?? 0)
        end()
    }

    private func write(_ press: Press) {
        begin("press")
        line.add("phase", "\(press.phase)")
        line.add("type", "\(press.type)")
        line.add("code", Int64(press.button.code))
        line.add("responder", press.responder?.traceName)
        end()
    }

    public func responder(_ responder: Responder, called method: Responder.Method, touches: TouchSet, event: Event) {
        switch event.type {
        case .touches:
            begin("call")
            line.add("responder", responder.traceName)
            line.add("method", method.rawValue)
            line.add("touches", touches.map(\.number))
        case .presses:
            begin("call")
            line.add("responder", responder.traceName)
            line.add("method", method.rawValue)
        case .motion:
            begin("motion")
            line.add("phase", method.rawValue)
            line.add("responder", responder.traceName)
        case .remoteControl:
            begin("remote")
            line.add("subtype", "\(event.subtype)")
            line.add("responder", responder.traceName)
        }
        end()
    }

    // MARK: Gestures, controls, actions

    public func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        begin("gesture")
        line.add("gesture", recognizer.traceName)
        line.add("type", "\(type(of: recognizer))")
        line.add("view", recognizer.view?.traceName)
        line.add("state", "\(new)")
        recognizer.measure.eachField(of: recognizer.numbers(in: nil)) { line.add($0, $1) }
        end()
    }

    /// What a sequence made of a gesture that was recognized, or of the time that passed.
    func sequence(_ step: SequenceStep) {
        begin("sequence")
        line.add("sequence", step.sequence.name)
        line.add("view", step.sequence.view?.traceName)
        line.add("state", step.state.rawValue)
        line.add("step", Int64(step.made))
        line.add("of", Int64(step.of))
        line.add("gesture", step.gesture?.traceName)
        end()
    }

    public func control(_ control: Control, sent event: Control.Event) {
        begin("control")
        line.add("view", control.traceName)
        line.add("event", event.traceName)
        switch control {
        case let slider as Slider: line.add("value", slider.value)
        case let toggle as Switch: line.add("value", Int64(toggle.isOn ? 1 : 0))
        default: break
        }
        end()
    }

    public func action(_ action: Action, sent sender: AnyObject?, to target: (any ActionTarget)?) {
        begin("action")
        line.add("action", "\(action)")
        line.add("sender", Self.name(of: sender))
        line.add("target", Self.name(of: target))
        end()
    }

    private static func name(of object: AnyObject?) -> String? {
        switch object {
        case nil: nil
        case let responder as Responder: responder.traceName
        case let recognizer as GestureRecognizer: recognizer.traceName
        case let other?: "\(type(of: other))"
        }
    }

    // MARK: Handlers

    /// What a plugin was asked to do, and whether it took it.
    func handler(_ binding: Binding, _ occurrence: Occurrence, isAccepted: Bool) {
        // What happens to devices is no input of the application, and brings it no time.
        begin("handler", at: max(occurrence.time, application.now))
        line.add("plugin", binding.plugin)
        line.add("handler", binding.handler)
        line.add("view", binding.view)
        line.add("on", occurrence.event.rawValue)
        line.add("arguments", value: binding.arguments.expanded(occurrence, binding))
        line.add("outcome", isAccepted ? "accepted" : "dropped")
        end()
    }

    // MARK: Lines

    private func begin(_ kind: String, at time: Int64? = nil) {
        line.clear()
        line.begin()
        line.add("t", time ?? application.now)
        line.add("kind", kind)
    }

    private func end() {
        line.end()
        line.bytes.withUnsafeBufferPointer(write)
    }
}

extension Responder {
    /// What a trace calls the responder: its identifier, or what it is.
    fileprivate var traceName: String { layoutName }
}

extension Control.Event {
    /// Its name in ResponderKit; an event of one's own is its number.
    package var traceName: String {
        switch self {
        case .touchDown: "touchDown"
        case .touchDownRepeat: "touchDownRepeat"
        case .touchDragInside: "touchDragInside"
        case .touchDragOutside: "touchDragOutside"
        case .touchDragEnter: "touchDragEnter"
        case .touchDragExit: "touchDragExit"
        case .touchUpInside: "touchUpInside"
        case .touchUpOutside: "touchUpOutside"
        case .touchCancel: "touchCancel"
        case .valueChanged: "valueChanged"
        case .primaryActionTriggered: "primaryActionTriggered"
        default: String(rawValue)
        }
    }
}

extension GestureRecognizer {
    fileprivate var traceName: String { name ?? "\(type(of: self))" }
}
