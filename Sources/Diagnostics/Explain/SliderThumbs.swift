internal import Geometry
internal import HandlerEvents
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// Tracks slider values from trace records, to locate a slider's thumb when a finger goes down.
struct SliderThumbs {
    /// Latest value that each slider sent; NaN after a command has changed the slider.
    private var values: [InternedID: Double] = [:]
    /// Whether the slider values in the layout facts are outdated. A command without a known target may have changed
    /// any slider.
    private var areAllUnknown = false

    /// Records the value of a slider that has sent `valueChanged`.
    mutating func take(sent record: TraceRecord) {
        guard record.controlEvent == .valueChanged else { return }
        values[record.subject] = record.value
    }

    /// Invalidates the value of a slider that a command has changed.
    mutating func take(command record: TraceRecord) {
        guard !record.isScriptRun else { return }
        if record.subject == 0 {
            areAllUnknown = true
            values = [:]
        } else {
            values[record.subject] = .nan
        }
    }

    /// Returns the distance of a screen point from a slider's thumb; nil if the slider's value is unknown.
    func gap(_ point: Point, of slider: InternedID, _ facts: LayoutFacts) -> Double? {
        guard let view = facts.owners[slider]?.view, let track = view.slider, view.toScreens.isInvertible else {
            return nil
        }
        // In live operation, the layout facts are copied after the touch, so their slider value may be newer than the
        // touch.
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
