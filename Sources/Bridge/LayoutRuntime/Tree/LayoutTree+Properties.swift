internal import Geometry
package import JSON
internal import LayoutFile
package import PluginAPI
internal import ResponderKit
internal import TouchTrace

extension LayoutTree {
    /// Returns the live value of a settable property.
    package func value(of property: String, of id: String) throws(CommandRejection) -> JSONValue {
        if property == ViewFlag.enabled.rawValue, let gesture = gestureToEnable(id) {
            return .boolean(gesture.isEnabled)
        }
        guard let view = views[id] else {
            throw CommandRejection(no: "view", named: id, known: viewSnapshot())
        }
        if let value = Self.value(of: property, of: view) { return value }
        guard ViewLayout.propertyNames.contains(property) else {
            throw CommandRejection(no: "property", named: property, known: ViewLayout.propertyNames)
        }
        throw CommandRejection("'\(id)' is a \(view.layoutClass) and has no '\(property)'")
    }

    private static func value(of property: String, of view: View) -> JSONValue? {
        switch property {
        case "frame": JSONValue(numbers: view.untransformedFrame)
        case "bounds": JSONValue(numbers: view.bounds)
        case "center": .list([.number(view.center.x), .number(view.center.y)])
        case "transform":
            .list(
                [
                    view.transform.a, view.transform.b, view.transform.c, view.transform.d, view.transform.tx,
                    view.transform.ty,
                ].map { .number($0) }
            )
        case "alpha": .number(view.alpha)
        case "hidden": .boolean(view.isHidden)
        case "userInteractionEnabled": .boolean(view.isUserInteractionEnabled)
        case "multipleTouchEnabled": .boolean(view.isMultipleTouchEnabled)
        case "exclusiveTouch": .boolean(view.isExclusiveTouch)
        case "clipsToBounds": .boolean(view.clipsToBounds)
        case "tag": .number(Double(view.tag))
        case "canBecomeFirstResponder": .boolean(view.canBecomeFirstResponder)
        default: (view as? Control).flatMap { value(of: property, ofControl: $0) }
        }
    }

    private static func value(of property: String, ofControl control: Control) -> JSONValue? {
        let slider = control as? Slider
        return switch property {
        case "enabled": .boolean(control.isEnabled)
        case "selected": .boolean(control.isSelected)
        case "trackingMargin": .number(control.trackingMargin)
        case "value": slider.map { .number($0.value) }
        case "range": slider.map { .list([.number($0.minimumValue), .number($0.maximumValue)]) }
        case "continuous": slider.map { .boolean($0.isContinuous) }
        case "thumbSize": slider.map { .list([.number($0.thumbSize.width), .number($0.thumbSize.height)]) }
        case "vertical": slider.map { .boolean($0.isVertical) }
        case "tapsSetValue": slider.map { .boolean($0.tapsSetValue) }
        case "step": slider.map { .number($0.step) }
        case "ticks": slider.map { .list($0.ticks.map { .number($0) }) }
        case "isOn": (control as? Switch).map { .boolean($0.isOn) }
        default: nil
        }
    }
}

extension View {
    /// The frame without the transform; the meaning of `frame` in layouts.
    fileprivate var untransformedFrame: Rect {
        let size = bounds.size
        return Rect(origin: Point(x: center.x - size.width / 2, y: center.y - size.height / 2), size: size)
    }
}

extension JSONValue {
    fileprivate init(numbers rect: Rect) {
        self = .list([rect.minX, rect.minY, rect.width, rect.height].map { .number($0) })
    }
}
