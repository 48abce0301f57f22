public import GestureKinds
internal import Schema

/// Gestures and limits with which a view follows fingers; value of `follows:`.
public struct FollowLayout: Sendable {
    /// The followed gestures: any of pan, pinch and rotation.
    public var gestures: [GestureType] = []
    /// Lowest and highest scale of the view.
    public var scale = 0.1...10.0
    /// Lowest and highest rotation of the view, in degrees clockwise; nil if unlimited.
    public var rotation: ClosedRange<Double>?
    /// The rectangle in the superview to which the view's centre is restricted; nil if unlimited.
    public var area: FrameLayout?
    /// Whether lifting all fingers restores the transform that the view had before the gesture.
    public var snapsBack = false
    /// Maximum number of `changed` events per second; nil if unlimited.
    public var changesPerSecond: Int?
    /// Whether recognition of a gesture cancels the gesture's touches in the views.
    public var cancelsTouchesInView = true
    /// Values of the keys `slop` and `slopAngle` of the gestures.
    public var settings: GestureSettings = [:]
    public var on: [EventBinding] = []

    public init() {}
}
