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

    /// Sets the view that currently has an id; nil after the view was removed.
    func set(_ view: View?, for id: String) {
        guard let index = indices[id] else { return }
        (all[index].view, all[index].values) = (view, nil)
    }

    /// Sets the controller that currently has an id.
    func set(_ controller: ViewController?, for id: String) {
        if let index = indices[id] { all[index].controller = controller }
    }

    /// Sets the gesture that currently has an id; nil after its view was removed.
    func set(_ gesture: GestureRecognizer?, for id: String) {
        if let index = indices[id] { all[index].gesture = gesture }
    }

    /// Sets the object that retains the values of a target's view.
    func set(_ values: CommandValues, at index: Int) { all[index].values = values }
}
