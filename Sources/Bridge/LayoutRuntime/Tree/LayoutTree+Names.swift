internal import GestureKinds

/// Ids for use in commands.
extension LayoutTree {
    /// The ids of views and windows, sorted.
    package var viewNames: [String] { views.keys.sorted() }
    /// The ids of controllers, sorted.
    package var namedControllers: [String] { controllers.keys.sorted() }
    /// The ids of gestures, sorted.
    package var gestureNames: [String] { gestures.keys.sorted() }
    /// The ids of custom gestures, sorted; plugins set the states of these gestures.
    package var customGestureNames: [String] {
        gestures.keys.filter { gestures[$0] is CustomGestureRecognizer }.sorted()
    }
}
