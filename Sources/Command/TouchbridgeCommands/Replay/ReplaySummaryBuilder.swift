internal import Bridge
internal import Contacts
internal import HandlerEvents
internal import InputHub
internal import LayoutRuntime
internal import Pictures
internal import PluginAPI
internal import ResponderKit
internal import TouchTrace

/// Observes a replay and collects the data for its pictures.
final class ReplaySummaryBuilder: ApplicationObserver, InputObserver, HandlerObserver {
    var followsHitTests: Bool { false }
    var summary = ReplaySummary()
    // Unowned, because the application retains its observers.
    private unowned let application: Application
    private unowned let hub: InputHub
    /// View and reason of each rejected touch, by touch number, until the touch ends. A touch can be rejected before
    /// its begin event arrives.
    private var kept: [Int: (view: String, reason: String)] = [:]
    /// Time of each device's last report in which a finger was down.
    private var reports: [Int32: Int64] = [:]

    /// Starts to observe the replay; must be created before devices are added.
    init(to stage: any ReplayStage) {
        (application, hub) = (stage.application, stage.hub)
        application.addObserver(self)
        hub.addObserver(self)
        (stage as? Pipeline)?.addObserver(self)
    }

    // MARK: Handlers

    func handlerCalled(_ binding: Binding, _ handlerEvent: HandlerEvent, isAccepted: Bool) {
        let lane = ReplaySummary.Lane(.handler, "\(binding.plugin).\(binding.handler) of \(binding.view)")
        let text = "on \(binding.name(of: handlerEvent.event))\(isAccepted ? "" : ", dropped")"
        let touch = handlerEvent.touch > 0 ? Int(handlerEvent.touch) : nil
        summary.addEntry(lane, isAccepted ? .plain : .refused, text, of: touch, max(handlerEvent.time, application.now))
    }

    func sequenceChanged(_ step: SequenceStep) {
        let lane = ReplaySummary.Lane(.sequence, step.sequence.name)
        let (mark, words): (ReplaySummary.TimelineEntry.Mark, String) =
            switch step.state {
            case .began: (.began, "step")
            case .changed: (.changed, "step")
            case .ended: (.ended, "completed with step")
            default: (.failed, "failed after step")
            }
        summary.addEntry(lane, mark, "\(words) \(step.made) of \(step.of)", application.now)
    }

    // MARK: Touches

    func dispatching(_ event: Event) {
        guard event.type == .touches else { return }
        for touch in event.allTouches ?? [] where touch.phase != .stationary { note(touch) }
    }

    private func note(_ touch: Touch) {
        let (number, location, time) = (touch.number, touch.locationOnScreen, application.now)
        switch touch.phase {
        case .began:
            let hit = touch.view.map { (name: $0.layoutName, quad: $0.quad(of: $0.bounds)) }
            summary.begin(number, at: location, time, hit: hit)
            if let (view, reason) = kept[number] { summary.keep(number, from: view, because: reason) }
        case .moved: summary.move(number, to: location, time)
        case .ended, .cancelled:
            summary.end(number, at: location, time, isCancelled: touch.phase == .cancelled)
            kept[number] = nil
        case .stationary: break
        }
    }

    func ignored(_ sample: TouchSample, reason: SampleRejection) {
        summary.refuse(at: sample.location, application.now, because: reason.words)
    }

    func touch(_ touch: Touch, keptFrom view: View, reason: TouchRejection) {
        kept[touch.number] = (view.layoutName, reason.words)
        summary.keep(touch.number, from: view.layoutName, because: reason.words)
    }

    /// Records the interval since the device's previous report, to measure the report rate. Only intervals between
    /// reports with a finger down are recorded.
    func reported(_ device: Int32, at time: Int64) {
        guard let panel = hub.panel(device), panel.presentCount > 0 else {
            reports[device] = nil
            return
        }
        if let last = reports[device] { summary.report(time, after: last) }
        reports[device] = time
    }

    var followsContacts: Bool { true }

    func contact(_ report: ContactReport) {
        guard case .filter(let refusal) = report.rejection else { return }
        summary.refuse(at: report.location, report.time, because: refusal.words)
    }

    // MARK: Gestures and controls

    func recognizer(
        _ recognizer: GestureRecognizer,
        from old: GestureRecognizer.State,
        to new: GestureRecognizer.State,
        cause: GestureCause
    ) {
        let name =
            recognizer.name ?? "\(recognizer.kindName) of \(recognizer.view?.layoutName ?? "a removed view")"
        let lane = ReplaySummary.Lane(.gesture, name)
        let (mark, text): (ReplaySummary.TimelineEntry.Mark, String)
        switch new {
        case .possible: return
        case .began: (mark, text) = (.began, "began")
        case .changed: (mark, text) = (.changed, "changed")
        case .ended: (mark, text) = (.ended, old == .possible ? "recognized" : "ended")
        case .cancelled: (mark, text) = (.cancelled, "cancelled")
        case .failed: (mark, text) = (.failed, "failed")
        }
        summary.addEntry(lane, mark, text, application.now)
    }

    func control(_ control: Control, sent event: Control.Event) {
        let mark: ReplaySummary.TimelineEntry.Mark =
            switch event {
            case .touchDown: .began
            case .touchUpInside: .ended
            case .touchCancel, .touchUpOutside: .cancelled
            case .touchDragInside, .touchDragOutside, .touchDragEnter, .touchDragExit: .changed
            default: .plain
            }
        summary.addEntry(ReplaySummary.Lane(.control, control.layoutName), mark, event.traceName, application.now)
    }
}

extension SampleRejection {
    fileprivate var words: String {
        switch self {
        case .inactive: "the application is inactive"
        case .eventsIgnored: "events are ignored"
        case .unwanted: "the touch only wakes the dark screen"
        }
    }
}

extension StrokeRejection {
    fileprivate var words: String {
        switch self {
        case .outOfRange: "out of the panel's range"
        case .deadZone: "dead zone"
        case .bounce: "bounce of the previous touch"
        case .ghost: "ghost touch"
        case .holdDuration: "shorter than holdDuration"
        case .ignoreRepeat: "repeat of the previous touch"
        case .lost: "ended by the panel before its touch began"
        }
    }
}

extension TouchRejection {
    fileprivate var words: String {
        switch self {
        case .singleTouchView: "the view already tracks another touch"
        case .otherViewIsExclusive: "another view has exclusiveTouch"
        case .viewIsExclusive: "the view has exclusiveTouch, and another view is touched"
        case .swallowed: "an override of sendEvent did not forward the event"
        }
    }
}
