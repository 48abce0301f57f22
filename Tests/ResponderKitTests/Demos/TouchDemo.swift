import ResponderKit

/// The view tree from the article "/Touch demo", one of the sources of the rules in docs/reference/behaviours.
///
/// The frame origins follow from the points in the article's log. For example, (220,193) in TopView is (212,−185) in
/// SubView4, so SubView4's origin is (8,378). The article does not state the sizes; these sizes reproduce the log's
/// results.
final class TouchDemo {
    static let viewFrames: [(name: String, parent: String, frame: Rect)] = [
        ("SubView1", "TopView", Rect(x: 8, y: 17, width: 139, height: 150)),
        ("SubView1Sub1", "SubView1", Rect(x: 17, y: 15, width: 105, height: 120)),
        ("SubView1Sub1Sub1", "SubView1Sub1", Rect(x: 8, y: 8, width: 89, height: 104)),
        ("SubView2", "TopView", Rect(x: 8, y: 221, width: 139, height: 146)),
        ("SubView2Sub1", "SubView2", Rect(x: 8, y: 8, width: 123, height: 130)),
        ("SubView3", "TopView", Rect(x: 155, y: 97, width: 157, height: 270)),
        ("SubView4", "TopView", Rect(x: 8, y: 378, width: 304, height: 94)),
    ]

    let stage = Stage(width: 320, height: 480, application: HitApplication())
    private(set) var views: [String: View] = [:]

    init(_ make: (String, Rect) -> View) {
        let top = make("TopView", stage.window.bounds)
        stage.window.addSubview(top)
        views["TopView"] = top
        for (name, parent, frame) in Self.viewFrames {
            let view = make(name, frame)
            views[parent]!.addSubview(view)
            views[name] = view
        }
    }

    subscript(name: String) -> View { views[name]! }
}
