public import ResponderKit

/// A control for a lamp: a tap switches it, a vertical drag dims it, a long press turns it off for the night.
public final class Dimmer: View {
    public private(set) var isOn = false
    /// Brightness in percent, from 0 to 100.
    public private(set) var level = 50.0
    private var levelBefore = 0.0

    public override init(frame: Rect) {
        super.init(frame: frame)
        identifier = "dimmer"

        let tap = TapGestureRecognizer()
        tap.addAction { [unowned self] _ in isOn.toggle() }
        addGestureRecognizer(tap)

        let drag = PanGestureRecognizer()
        drag.addAction { [unowned self, unowned drag] _ in
            if drag.state == .began { levelBefore = level }
            level = min(max(levelBefore - drag.translation(in: self).y / 2, 0), 100)
        }
        addGestureRecognizer(drag)

        let night = LongPressGestureRecognizer()
        night.addAction { [unowned self] press in
            if press.state == .began { (isOn, level) = (false, 0) }
        }
        addGestureRecognizer(night)
    }
}
