internal import Bridge
internal import CommandSupport
internal import ControlSocket
internal import Geometry
internal import InputEvents
internal import JSON
internal import LayoutPlans
internal import LiveInput
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import TouchScripts
internal import TouchTrace

/// Virtual finger that taps on a screen when a client of the control socket requests a tap. The finger touches a
/// virtual panel that is mapped to the screen.
///
/// The driver merges the events of the virtual panels with the input of devices by time. The flight recorder stores all
/// of these events, so a replay of a dump produces the same decisions.
final class VirtualFinger {
    private let pipeline: Pipeline
    private let driver: LiveInputDriver
    private var panels: VirtualPanels
    private var tap: Tap?

    /// The taps of one request, while they are in progress.
    private struct Tap {
        let number: Int32
        let start: Int64
        let reply: PendingReply
        var events: ScriptEvents
        /// The next frame, with times since `start`.
        var frame: [RawEvent]
        let touched: TouchedView
    }

    init(_ pipeline: Pipeline, _ driver: LiveInputDriver) {
        (self.pipeline, self.driver, panels) = (pipeline, driver, VirtualPanels(pipeline))
        driver.generate = { [unowned self] in play() }
    }

    /// Starts to tap; the reply is sent after the last lift.
    func perform(_ request: VirtualTap, _ reply: PendingReply) {
        do throws(CommandRejection) {
            try begin(request, reply)
        } catch {
            reply.set(.refused(error))
        }
    }

    private func begin(_ request: VirtualTap, _ reply: PendingReply) throws(CommandRejection) {
        guard tap == nil else { throw CommandRejection("another tap is in progress; try again") }
        let (screen, location) = try target(of: request)
        let step = ScriptStep(.tap, finger: 1, at: location)
        let line = ScriptLine(.steps([step], lasting: request.duration))
        let lines = Array(
            repeatElement([line], count: request.times).joined(separator: [ScriptLine(.wait(VirtualTap.pause))])
        )
        do throws(TouchScriptError) {
            let (number, panel) = try panels.panel(before: screen)
            var events = try ScriptEvents(ScriptText(lines: lines), on: panel)
            guard case .frame(let frame) = events.next() else { return reply.set(.done) }
            let touched = TouchedView(by: number, in: pipeline.application)
            tap = Tap(
                number: number,
                start: MonotonicClock.now,
                reply: reply,
                events: events,
                frame: frame,
                touched: touched
            )
            schedule()
        } catch {
            throw CommandRejection("\(error.message); \(error.remedy)")
        }
    }

    /// Returns the screen of a tap, and the location in the screen's coordinates.
    private func target(of request: VirtualTap) throws(CommandRejection) -> (screen: Int, location: Point) {
        let screens = pipeline.plan.screens
        switch request.target {
        case .point(let location, nil): return (0, location)
        case .point(let location, let name?):
            guard let index = screens.firstIndex(where: { $0.name == name }) else {
                throw CommandRejection(no: "screen", named: name, known: screens.map(\.name))
            }
            return (index, location)
        case .view(let id):
            let center = try pipeline.center(of: id)
            guard let index = screens.firstIndex(where: { $0.frame.contains(center) }) else {
                let problem = "the centre of the view '\(id.excerpt())' is outside all screens"
                throw CommandRejection("\(problem); tap a view on a screen")
            }
            let corner = screens[index].frame.origin
            return (index, Point(x: center.x - corner.x, y: center.y - corner.y))
        }
    }

    private func schedule() { driver.generatedTime = tap.map { $0.start + ($0.frame.first?.time ?? 0) } ?? .max }

    /// Passes the next frame to the pipeline.
    private func play() {
        guard var tap else {
            driver.generatedTime = .max
            return
        }
        for index in tap.frame.indices { tap.frame[index].time += tap.start }
        // A handler that runs during this frame must not cause the same frame to be played a second time.
        driver.generatedTime = .max
        pipeline.take(tap.frame.span, of: tap.number)
        if case .frame(let frame)? = tap.events.next() {
            tap.frame = frame
            self.tap = tap
        } else {
            let view = tap.touched.end()
            tap.reply.set(.value(ReplyValue { ["view": view.map { .text($0) } ?? .null] }))
            self.tap = nil
        }
        schedule()
    }

    /// Ends a tap in progress, and removes the virtual panels, because a reload can change their screens.
    func removePanels() {
        _ = tap?.touched.end()
        tap?.reply.set(.refused(CommandRejection("the layout was reloaded during the tap; try again")))
        tap = nil
        schedule()
        panels.removeAll()
    }
}

/// Observes which view the finger touches first. With accommodations, the touch may begin later than the finger's
/// touch-down.
private final class TouchedView: ApplicationObserver {
    private let device: Int32
    // Unowned, because the application retains its observers.
    private unowned let application: Application
    private var name: String?

    var followsHitTests: Bool { false }

    init(by device: Int32, in application: Application) {
        (self.device, self.application) = (device, application)
        application.addObserver(self)
    }

    /// Stops observing; returns the id or class of the touched view, or nil if there is none.
    func end() -> String? {
        application.removeObserver(self)
        return name
    }

    func touch(_ touch: Touch, hit view: View?) {
        guard name == nil, touch.finger.device == device else { return }
        name = view?.layoutName
    }
}
