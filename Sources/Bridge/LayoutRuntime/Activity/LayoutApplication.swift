package import ResponderKit

/// The application of a layout: every touch passes here first, whether anybody wants it or not.
package final class LayoutApplication: Application {
    /// Told of every touch before its window is.
    @exclusivity(unchecked) package var activity: ActivityMonitor?

    package override func sendEvent(_ event: Event) {
        if event.type == .touches { activity?.note(event) }
        super.sendEvent(event)
    }

    package override func willDispatchTouches() { activity?.sendNotices() }

    package override func shouldBegin(_ sample: TouchSample) -> Bool { activity?.hears(sample, at: now) ?? true }

    package override func didIgnore(_ sample: TouchSample) { activity?.note(ignored: sample, at: now) }
}
