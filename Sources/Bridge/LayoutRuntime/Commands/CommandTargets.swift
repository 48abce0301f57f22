internal import ResponderKit

/// The views, controllers and gestures that tree commands name. Commands store the index of each target, so that they
/// need no search by name.
final class CommandTargets {
    struct Target {
        let id: String
        /// The view with the id; nil if no view has the id.
        var view: View?
        /// The controller with the id; nil if no controller has the id.
        var controller: ViewController?
        /// The gesture with the id; nil if no gesture has the id.
        var gesture: GestureRecognizer?
        /// Property values that commands have set, retained for the next reload. Nil before the first command, and
        /// always nil for a view that a plugin added.
        var values: CommandValues?
    }

    private(set) var all: ContiguousArray<Target> = []
    private var indices: [String: Int] = [:]

    /// Returns the index of the target with an id; adds a target if the id is new.
    func index(of id: String) -> Int {
        if let index = indices[id] { return index }
        indices[id] = all.count
        all.append(Target(id: id))
        return all.count - 1
    }

    /// Stores the view with an id (nil if the view was removed), and discards the former view's property values. Has no
    /// effect if no target has the id.
    func set(_ view: View?, for id: String) {
        guard let index = indices[id] else { return }
        (all[index].view, all[index].values) = (view, nil)
    }

    /// Stores the controller with an id. Has no effect if no target has the id.
    func set(_ controller: ViewController?, for id: String) {
        if let index = indices[id] { all[index].controller = controller }
    }

    /// Stores the gesture with an id; nil if the gesture's view was removed. Has no effect if no target has the id.
    func set(_ gesture: GestureRecognizer?, for id: String) {
        if let index = indices[id] { all[index].gesture = gesture }
    }

    /// Stores the property values that commands have set on a target's view.
    func set(_ values: CommandValues, at index: Int) { all[index].values = values }
}
