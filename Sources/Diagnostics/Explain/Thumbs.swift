internal import Geometry
internal import Occurrences
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Where the thumbs of sliders were when fingers went down, as far as the records say it.
struct Thumbs {
    /// The values that sliders sent since; not a number after a plugin has changed them.
    private var values: [InternedID: Double] = [:]
    /// Sliders that a plugin may have changed.
    private var areAllUnknown = false

    /// Takes what a control sent.
    mutating func take(sent record: TraceRecord) {
        guard record.controlEvent == .valueChanged else { return }
        values[record.subject] = record.value
    }

    /// Takes what a plugin changed.
    mutating func take(command record: TraceRecord) {
        if record.subject == 0 {
            areAllUnknown = true
            values = [:]
        } else {
            values[record.subject] = .nan
        }
    }

    /// Returns how far a point of the screens is from the thumb of a slider, nil if its value at the time is unknown.
    func gap(_ point: Point, of slider: InternedID, _ facts: LayoutFacts) -> Double? {
        guard let view = facts.owners[slider]?.view, let track = view.slider, view.toScreens.isInvertible else {
            return nil
        }
        // Facts of a bridge that runs were made after the touch.
        let first = facts.isDryRun && !areAllUnknown ? track.value : nil
        guard let value = values[slider] ?? first, value.isFinite else { return nil }
        let thumb = track.thumb(at: value)
        let local = point.applying(view.toScreens.inverted())
        let near = Point(
            x: min(max(local.x, thumb.minX), thumb.maxX),
            y: min(max(local.y, thumb.minY), thumb.maxY)
        )
        return near.applying(view.toScreens).distance(to: point)
    }
}
