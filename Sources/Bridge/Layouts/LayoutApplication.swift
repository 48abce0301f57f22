internal import ResponderKit

/// The application of a layout: every touch passes here first, whether anybody wants it or not.
final class LayoutApplication: Application {
    /// Told of every touch before its window is.
    @exclusivity(unchecked) var activity: ActivityMonitor?

    override func sendEvent(_ event: Event) {
        if event.type == .touches { activity?.note(event) }
        super.sendEvent(event)
    }

    override func shouldBegin(_ sample: TouchSample) -> Bool { activity?.hears(sample, at: now) ?? true }

    override func didIgnore(_ sample: TouchSample) { activity?.note(ignored: sample, at: now) }
}
