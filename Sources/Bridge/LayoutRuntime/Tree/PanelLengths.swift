internal import GestureKinds
internal import LayoutFile
internal import LayoutPlans
internal import ResponderKit

/// The lengths in millimetres of a layout, and the points per millimetre of each screen.
///
/// Converts the lengths to points at the creation of a view, and again after the connection of a panel.
struct PanelLengths {
    private struct Lengths {
        let screen: String
        let view: View
        var trackingMargin: TouchLength?
        var gestures: [(settings: GestureSettings, recognizer: GestureRecognizer)] = []
    }

    /// Points per millimetre of the last connected panel, by screen name.
    private var scales: [String: Double] = [:]
    private var lengths: [ObjectIdentifier: Lengths] = [:]

    /// Returns the points per millimetre of a screen.
    func scale(of screen: ScreenPlan) -> Double { scales[screen.name] ?? TouchLength.assumedPointsPerMillimetre }

    /// Returns whether at least one length of the screen's views is specified in millimetres.
    func areUsed(on screen: String) -> Bool { lengths.values.contains { $0.screen == screen } }

    /// Adds the `trackingMargin` of a view; replaces the view's previous margin, if any.
    mutating func add(_ layout: ViewLayout, _ view: View, _ screen: ScreenPlan) {
        guard let margin = layout.trackingMargin else { return }
        let key = ObjectIdentifier(view)
        if margin.isInMillimetres {
            lengths[key, default: Lengths(screen: screen.name, view: view)].trackingMargin = margin
        } else {
            lengths[key]?.trackingMargin = nil
        }
    }

    /// Adds the settings of a gesture, and applies them if the points per millimetre are known.
    mutating func add(_ settings: GestureSettings, _ gesture: GestureRecognizer, of view: View, _ screen: ScreenPlan) {
        let settings = settings.filter { ($0.value as? TouchLength)?.isInMillimetres ?? false }
        guard !settings.isEmpty else { return }
        lengths[ObjectIdentifier(view), default: Lengths(screen: screen.name, view: view)].gestures.append(
            (settings, gesture)
        )
        if let scale = scales[screen.name] { GestureKind.of(gesture).apply(settings, to: gesture, at: scale) }
    }

    /// Sets the number of points per millimetre of a screen, and converts the lengths of the screen's views again.
    mutating func setScale(_ pointsPerMillimetre: Double, of screen: String) {
        scales[screen] = pointsPerMillimetre
        for length in lengths.values where length.screen == screen {
            for (settings, gesture) in length.gestures {
                GestureKind.of(gesture).apply(settings, to: gesture, at: pointsPerMillimetre)
            }
            if let margin = length.trackingMargin, let control = length.view as? Control {
                control.trackingMargin = margin.points(at: pointsPerMillimetre)
            }
        }
    }

    mutating func forget(_ view: View) { lengths[ObjectIdentifier(view)] = nil }
}

extension LayoutTree {
    package static var assumedPointsPerMillimetre: Double { TouchLength.assumedPointsPerMillimetre }

    /// Sets the number of points per millimetre of a screen, and converts the lengths of the screen's views again.
    package func setScale(_ pointsPerMillimetre: Double, of screen: String) {
        panelLengths.setScale(pointsPerMillimetre, of: screen)
    }

    /// Returns whether at least one length of the screen's views is specified in millimetres.
    package func usesMillimetres(on screen: String) -> Bool { panelLengths.areUsed(on: screen) }
}
