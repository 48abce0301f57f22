internal import ResponderKit

/// The views, controllers and gestures named in tree commands. Commands store a target's index, which avoids searches
/// by name.
final class CommandTargets {
    struct Target {
        let id: String
        var view: View?
        var controller: ViewController?
        var gesture: GestureRecognizer?
        /// Property values set by commands, retained for the next reload. Nil before the first command, and always nil
        /// for views of plugins.
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

    /// Stores the view with an id (nil after a removal), and discards the former view's property values. Ignores
    /// unknown ids.
    func set(_ view: View?, for id: String) {
        guard let index = indices[id] else { return }
        (all[index].view, all[index].values) = (view, nil)
    }

    /// Stores the controller with an id. Ignores unknown ids.
    func set(_ controller: ViewController?, for id: String) {
        if let index = indices[id] { all[index].controller = controller }
    }

    /// Stores the gesture with an id; nil after the removal of its view. Ignores unknown ids.
    func set(_ gesture: GestureRecognizer?, for id: String) {
        if let index = indices[id] { all[index].gesture = gesture }
    }

    /// Stores the property values set by commands on a target's view.
    func set(_ values: CommandValues, at index: Int) { all[index].values = values }
}
