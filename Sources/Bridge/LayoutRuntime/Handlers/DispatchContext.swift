package import Geometry
internal import HandlerEvents
package import InputHub
internal import PluginAPI
package import ResponderKit
package import TouchTrace

/// Shared state of all bound calls of an application: observers, a buffer for events, and the screens' frames.
package final class DispatchContext {
    /// Records handler calls; nil while recording is off.
    @exclusivity(unchecked) package var recorder: TraceRecorder?
    @exclusivity(unchecked) private(set) var observers: ContiguousArray<any HandlerObserver> = []
    /// Time source for events without a timestamp; nil after `detach()`. Unretained instead of weak, because weak
    /// references slow down every retain of the object.
    @exclusivity(unchecked) private var application: Unmanaged<Application>?
    /// Queue of tree commands that wait for the end of the current event's dispatch; nil until the pipeline sets it.
    @exclusivity(unchecked) package var treeCommands: TreeCommandQueue?
    /// Calls with `after:`, delayed until no further event has arrived for this time.
    let delayedCalls: DelayedCalls
    /// Frames of the screens in application coordinates.
    @exclusivity(unchecked) package var screens: [Rect] = []
    private var lastGroup: Int32 = 0
    /// Reusable buffer for the touches of one event; nil while in use. Fields unrelated to touches always have their
    /// default values.
    @exclusivity(unchecked) private var buffer: UnsafeMutablePointer<HandlerEvent>?

    package init(_ application: Application, _ timers: TimerList) {
        self.application = .passUnretained(application)
        delayedCalls = DelayedCalls(timers)
    }

    deinit { buffer?.deallocate() }

    /// Drops delayed calls and the reference to the application. Called before the owner releases the application,
    /// because views and their handlers may outlive it.
    package func detach() {
        delayedCalls.dropAll()
        application = nil
    }

    /// Makes all delayed calls now, before the layout's handlers are removed or the plugins stop.
    package func makeDelayedCalls() { delayedCalls.makeAll(at: now) }

    /// Current time of the application's clock; 0 after `detach()`.
    var now: Int64 { application?._withUnsafeGuaranteedRef { $0.now } ?? 0 }

    /// Adds an observer, and retains it until its removal.
    package func addObserver(_ observer: any HandlerObserver) { observers.append(observer) }

    package func removeObserver(_ observer: any HandlerObserver) { observers.removeAll { $0 === observer } }

    /// Returns a new number for `Binding.group`. Never reuses numbers, because plugins can continue to run after a
    /// reload.
    func nextGroup() -> Int32 {
        lastGroup += 1
        return lastGroup
    }

    /// Adds a command for execution after the dispatch of the current event.
    func append(_ action: TreeCommandQueue.Action, _ events: Span<HandlerEvent>) -> HandlerResults {
        treeCommands?.append(action, events, at: now) ?? HandlerResults()
    }

    /// Executes waiting commands after an event outside the application's dispatch, such as the `idle` event of a
    /// screen.
    @inline(__always)
    func runTreeCommands() {
        guard let treeCommands, !treeCommands.isEmpty else { return }
        let isHandlingEvent = application?._withUnsafeGuaranteedRef { $0.isHandlingEvent } == true
        if !isHandlingEvent { _ = treeCommands.run() }
    }

    /// Returns whether calls for an event are recorded or observed.
    func isObserved(_ event: EventName) -> Bool {
        !observers.isEmpty || recorder.unretained?._withUnsafeGuaranteedRef { $0.recordsHandlers(of: event) } == true
    }

    /// Notifies the recorder and the observers of a step of a gesture sequence, before the handlers of the step.
    func report(_ step: SequenceStep) {
        recorder?.sequence(step)
        for observer in observers { observer.sequenceChanged(step) }
    }

    /// Passes a buffer for `HandlerResults.capacity` events to the closure; a nested call receives another buffer.
    @inline(__always)
    func withBuffer(_ body: (UnsafeMutablePointer<HandlerEvent>) -> Void) {
        let own = buffer ?? Self.makeBuffer()
        buffer = nil
        body(own)
        buffer?.deallocate()
        buffer = own
    }

    private static func makeBuffer() -> UnsafeMutablePointer<HandlerEvent> {
        let buffer = UnsafeMutablePointer<HandlerEvent>.allocate(capacity: HandlerResults.capacity)
        buffer.initialize(repeating: HandlerEvent(.touchesMoved, at: 0), count: HandlerResults.capacity)
        return buffer
    }

    /// Returns the origin of the screen that contains a point.
    func origin(at location: Point) -> Point { screens.first { $0.contains(location) }?.origin ?? .zero }
}
