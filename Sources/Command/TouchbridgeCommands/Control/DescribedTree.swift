internal import ControlSocket
internal import JSON

/// The views in the description of a running service or a layout.
struct DescribedTree {
    /// The windows and views from back to front, each before its subviews.
    private(set) var views: [JSONValue] = []

    init(_ description: JSONValue) { add(description) }

    init(of service: borrowing ControlClient) throws(ControlClient.Failure) {
        self.init(try service.ask(["do": "describe"]))
    }

    private mutating func add(_ value: JSONValue) {
        if let values = value.list {
            for value in values { add(value) }
        } else {
            views.append(value)
            if let subviews = value["subviews"] { add(subviews) }
        }
    }

    /// Ids of the windows and views.
    var ids: [String] { views.compactMap { $0["id"]?.text } }
    /// Ids of the views, without the ids of windows. Most commands reject the ids of main windows.
    var viewIDs: [String] { views.filter { $0["class"]?.text != "Window" }.compactMap { $0["id"]?.text } }
    /// Ids of the gestures and sequences.
    var gestureIDs: [String] {
        views.flatMap { ($0["gestures"]?.list ?? []) + ($0["sequences"]?.list ?? []) }.compactMap { $0["id"]?.text }
    }
}
