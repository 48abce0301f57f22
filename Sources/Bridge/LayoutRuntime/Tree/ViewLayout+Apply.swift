internal import Geometry
internal import GestureKinds
internal import LayoutFile
internal import ResponderKit

extension ViewLayout {
    /// Sets the geometry of a view; a new view without a frame fills its superview.
    func applyGeometry(to view: View, in superview: Rect, isNew: Bool) {
        if let frame = frame ?? (isNew ? .whole : nil) { view.setUntransformedFrame(frame.resolved(in: superview)) }
        if let bounds { view.bounds = bounds }
        if let center { view.center = center }
        if let transform { view.transform = transform }
    }

    /// Sets all properties except the geometry.
    func applyProperties(
        to view: View,
        at pointsPerMillimetre: Double = TouchLength.assumedPointsPerMillimetre
    ) {
        if let alpha { view.alpha = alpha }
        if let isHidden { view.isHidden = isHidden }
        if let isUserInteractionEnabled { view.isUserInteractionEnabled = isUserInteractionEnabled }
        if let isMultipleTouchEnabled { view.isMultipleTouchEnabled = isMultipleTouchEnabled }
        if let isExclusiveTouch { view.isExclusiveTouch = isExclusiveTouch }
        if let clipsToBounds { view.clipsToBounds = clipsToBounds }
        if let tag { view.tag = tag }
        guard let control = view as? Control else { return }
        if let isEnabled { control.isEnabled = isEnabled }
        if let isSelected { control.isSelected = isSelected }
        if let trackingMargin { control.trackingMargin = trackingMargin.points(at: pointsPerMillimetre) }
        if let slider = control as? Slider { apply(to: slider) }
        if let toggle = control as? Switch, let isOn { toggle.isOn = isOn }
    }

    private func apply(to slider: Slider) {
        if let range {
            // In this order, setting one limit does not change the other limit.
            slider.minimumValue = min(range.lowerBound, slider.maximumValue)
            slider.maximumValue = range.upperBound
            slider.minimumValue = range.lowerBound
        }
        if let isContinuous { slider.isContinuous = isContinuous }
        if let thumbSize { slider.thumbSize = thumbSize }
        if let isVertical { slider.isVertical = isVertical }
        if let tapsSetValue { slider.tapsSetValue = tapsSetValue }
        if let step { slider.step = step }
        if let ticks { slider.ticks = ticks }
        if let value { slider.value = value }
    }
}

extension View {
    /// Sets the frame without the transform; the meaning of `frame` in layouts.
    func setUntransformedFrame(_ rect: Rect) {
        let former = transform
        guard !former.isIdentity else {
            frame = rect
            return
        }
        transform = .identity
        frame = rect
        transform = former
    }
}
