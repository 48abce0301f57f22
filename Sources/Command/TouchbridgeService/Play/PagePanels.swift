internal import Bridge
internal import Geometry
internal import InputEvents
internal import Inspector
internal import LayoutPlans
internal import LiveInput
internal import ResponderKit
internal import TouchScripts

/// Converts the fingers on the inspector's web pages to input of virtual panels, one for each screen.
final class PagePanels {
    private let pipeline: Pipeline
    private let driver: LiveInputDriver
    private var panels: VirtualPanels
    private var senders: [Int: PanelSender] = [:]
    /// Changes of fingers that have not yet been passed to the pipeline.
    private var waiting: ArraySlice<PageTouch> = []
    /// Index of the screen that a finger touches, by the finger's number; contains only fingers that are down.
    private var screens: [Int32: Int] = [:]

    init(_ pipeline: Pipeline, _ driver: LiveInputDriver) {
        (self.pipeline, self.driver, panels) = (pipeline, driver, VirtualPanels(pipeline))
        driver.generate = { [unowned self] in play() }
    }

    func take(_ touches: [PageTouch]) {
        waiting += touches
        schedule()
    }

    /// Removes the panels and their fingers, before a reload of the layout.
    func removeAll() {
        panels.removeAll()
        (senders, screens, waiting) = ([:], [:], [])
        schedule()
    }

    private func schedule() {
        // The server's thread can deliver a touch late; events must not be earlier than the pipeline's current time.
        driver.generatedTime = waiting.first.map { max($0.time, pipeline.application.now) } ?? .max
    }

    /// Passes the next change of a finger to the pipeline.
    private func play() {
        let time = driver.generatedTime
        driver.generatedTime = .max
        if let touch = waiting.popFirst() { play(touch, at: time) }
        schedule()
    }

    private func play(_ touch: PageTouch, at time: Int64) {
        let frames = pipeline.plan.screens.map(\.frame)
        let index = touch.change == .began ? frames.firstIndex { $0.contains(touch.location) } : screens[touch.finger]
        // Ignores fingers outside all screens, and fingers on screens that accept no panel.
        guard let index, let (number, panel) = try? panels.panel(before: index) else { return }
        let location = panel.nearest(to: touch.location, on: frames[index])
        // Ignores a touch at a point that the panel cannot report. A panel with a calibration may not cover the whole
        // screen.
        if touch.change == .began, panel.unit(at: location) == nil { return }
        screens[touch.finger] = touch.change == .began || touch.change == .moved ? index : nil
        let sample = TouchSample(FingerID(device: number, contact: touch.finger), touch.change, at: location)
        var sender = senders[index] ?? PanelSender(panel)
        let events = sender.events(of: TouchFrame(time: time, [sample]))
        senders[index] = sender
        if !events.isEmpty { pipeline.take(events.span, of: number) }
    }
}

extension ScriptPanel {
    /// Returns the location relative to the screen's top left corner. Locations outside the screen are clamped to its
    /// edge.
    fileprivate func nearest(to location: Point, on screen: Rect) -> Point {
        Point(
            x: min(max(location.x - screen.minX, 0), screen.width - Self.step),
            y: min(max(location.y - screen.minY, 0), screen.height - Self.step)
        )
    }

    /// Distance between two adjacent coordinates of the panel, in points.
    private static let step = 1.0 / 16
}
