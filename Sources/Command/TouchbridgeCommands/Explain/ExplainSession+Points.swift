internal import Bridge
internal import CommandSupport
internal import Contacts
internal import Explain
internal import LayoutFile
internal import LayoutPlans
internal import ResponderKit
internal import ScriptChecks
internal import Snapshots
internal import TouchScripts
internal import TouchTrace

/// Simulated touches at a point.
extension ExplainSession {
    private static let start: Int64 = 1_000_000
    /// Duration of a simulated tap in microseconds.
    private static let tapDuration: Int64 = 50_000

    /// Simulates a tap on a screen.
    func tap(at point: Point, on screen: Int) throws(TouchScriptError) -> TouchExplanation {
        try touch(at: point, on: screen, for: Self.tapDuration)
    }

    /// Simulates a touch that is long enough for every long press in the layout. Returns the explanation, and the
    /// duration in seconds.
    func press(at point: Point, on screen: Int) throws(TouchScriptError) -> (
        explanation: TouchExplanation, seconds: Int
    ) {
        var longest = pipeline.facts.gestures.values.map(\.hold).max() ?? 0
        if let accommodations = accommodations(of: screen) {
            longest += Double(accommodations.holdDuration + accommodations.gestureDelay) / 1_000_000
        }
        let seconds = Int(min(max(longest, 0) + 1, 60))
        return (try touch(at: point, on: screen, for: Int64(seconds) * 1_000_000), seconds)
    }

    /// Returns the screen's accommodations if the layout enables them at the start; otherwise nil.
    private func accommodations(of screen: Int) -> TouchAccommodations? {
        pipeline.plan.screens[screen].layout.accommodations.flatMap { $0.isEnabled ? $0 : nil }
    }

    private func touch(at point: Point, on screen: Int, for time: Int64) throws(TouchScriptError) -> TouchExplanation {
        // Uses a simulated panel only for points on the screen, because a panel cannot report points outside its
        // screen.
        if accommodations(of: screen) != nil, pipeline.plan.screens[screen].frame.contains(point) {
            try playTap(at: point, on: screen, for: time)
        } else {
            sendTouch(at: point, for: time)
        }
        let explanations = explanation.explanations
        return explanations.first { $0.kind == .touch } ?? explanations[0]
    }

    /// Sends a touch to the application without a panel, so that points outside the screen can be explained, too.
    private func sendTouch(at point: Point, for time: Int64) {
        pipeline.start(at: Self.start)
        guard !explainer.facts.screens.contains(where: { $0.deadZones.contains { $0.contains(point) } }) else {
            return reject(TraceRecord(keptBackAt: point, Self.start))
        }
        send(.began, point, Self.start)
        pipeline.advance(to: Self.start + time)
        send(.ended, point, Self.start + time)
        settle(at: Self.start + time)
    }

    /// Plays a tap on a simulated panel of the screen, because accommodations apply only to touches of panels.
    private func playTap(at point: Point, on screen: Int, for time: Int64) throws(TouchScriptError) {
        let frame = pipeline.plan.screens[screen].frame
        let location = Point(x: point.x - frame.minX, y: point.y - frame.minY)
        let step = ScriptStep(.tap, finger: 1, at: location)
        let panel = try pipeline.plan.scriptPanel(before: screen)
        var events = try ScriptEvents(ScriptText(lines: [ScriptLine(.steps([step], lasting: time))]), on: panel)
        guard let number = add(panel.description, before: screen, complain: { _ in }) else { return }
        start(at: 0)
        while let item = events.next() {
            if case .frame(let frame) = item { pipeline.play(frame, of: number) }
        }
        settle(at: time)
    }

    /// Advances the clock, so that recognizers stop waiting for another tap.
    private func settle(at time: Int64) { pipeline.advance(to: time + 1_000_000) }

    private func send(_ change: TouchSample.Change, _ point: Point, _ time: Int64) {
        let sample = TouchSample(FingerID(device: 0, contact: 0), change, at: point)
        pipeline.application.send(TouchFrame(time: time, [sample]))
    }
}

extension TraceRecord {
    /// Creates the record of a simulated touch in a dead zone.
    fileprivate init(keptBackAt point: Point, _ time: Int64) {
        self.init(.contact, at: time)
        detail = ContactRejection.deadZone.rawValue
        (x, y, u, v) = (point.x, point.y, point.x, point.y)
    }
}
