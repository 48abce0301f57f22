/// A Boolean property of a view; the raw value is the layout key.
public enum ViewFlag: String, CaseIterable, Sendable, BitwiseCopyable {
    case hidden, userInteractionEnabled, multipleTouchEnabled, exclusiveTouch, clipsToBounds
    case enabled, selected, continuous, vertical, tapsSetValue, isOn

    /// Sets the property in the description of a view.
    public func set(_ value: Bool, in layout: inout ViewLayout) {
        switch self {
        case .hidden: layout.isHidden = value
        case .userInteractionEnabled: layout.isUserInteractionEnabled = value
        case .multipleTouchEnabled: layout.isMultipleTouchEnabled = value
        case .exclusiveTouch: layout.isExclusiveTouch = value
        case .clipsToBounds: layout.clipsToBounds = value
        case .enabled: layout.isEnabled = value
        case .selected: layout.isSelected = value
        case .continuous: layout.isContinuous = value
        case .vertical: layout.isVertical = value
        case .tapsSetValue: layout.tapsSetValue = value
        case .isOn: layout.isOn = value
        }
    }
}
