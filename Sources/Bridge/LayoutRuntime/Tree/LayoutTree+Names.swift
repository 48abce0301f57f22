internal import GestureKinds

/// What those may name who ask for changes of the tree.
extension LayoutTree {
    /// The ids of views and windows, sorted.
    package var viewNames: [String] { views.keys.sorted() }
    /// The ids of controllers, sorted.
    package var namedControllers: [String] { controllers.keys.sorted() }
    /// The ids of gestures, sorted.
    package var gestureNames: [String] { gestures.keys.sorted() }
    /// The ids of the gestures that plugins decide about, sorted.
    package var customGestureNames: [String] {
        gestures.keys.filter { gestures[$0] is CustomGestureRecognizer }.sorted()
    }
}
