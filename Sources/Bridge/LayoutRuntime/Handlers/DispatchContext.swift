package import Geometry
internal import HandlerEvents
internal import PluginAPI
package import ResponderKit
package import TouchTrace

/// What all bound calls of an application share: observers, room for events, and where the screens lie.
package final class DispatchContext {
    /// Records what was handed to plugins; nil while nothing is recorded.
    @exclusivity(unchecked) package var recorder: TraceRecorder?
    @exclusivity(unchecked) private(set) var observers: ContiguousArray<any HandlerObserver> = []
    /// Gives the time of what comes of no event. Not retained: views may outlive it.
    private(set) weak var application: Application?
    /// The screens, where they lie.
    @exclusivity(unchecked) package var screens: [Rect] = []
    private var lastGroup: Int32 = 0
    /// Room for what the touches of one event did, unless it is in use.
    @exclusivity(unchecked) private var room: UnsafeMutablePointer<HandlerEvent>?

    package init(_ application: Application) { self.application = application }

    deinit { room?.deallocate() }

    /// Retains the observer until it is removed.
    package func addObserver(_ observer: any HandlerObserver) { observers.append(observer) }

    package func removeObserver(_ observer: any HandlerObserver) { observers.removeAll { $0 === observer } }

    /// A number for the bindings of one place; none comes again, as plugins go on when another layout comes.
    func nextGroup() -> Int32 {
        lastGroup += 1
        return lastGroup
    }

    /// Whether calls for an event are recorded or observed.
    func isObserved(_ event: EventName) -> Bool {
        !observers.isEmpty || recorder.map { $0.hears(event) } == true
    }

    /// Reports a step of a sequence, before its handlers are called.
    func report(_ step: SequenceStep) {
        recorder?.sequence(step)
        for observer in observers { observer.sequenceChanged(step) }
    }

    /// Lends room for `HandlerResults.most` events; a plugin that brings about another event meanwhile gets other room.
    @inline(__always)
    func withRoom(_ body: (UnsafeMutablePointer<HandlerEvent>) -> Void) {
        let own = room ?? .allocate(capacity: HandlerResults.most)
        room = nil
        body(own)
        room?.deallocate()
        room = own
    }

    /// Where the screen at a place begins.
    func origin(at place: Point) -> Point { screens.first { $0.contains(place) }?.origin ?? .zero }
}
