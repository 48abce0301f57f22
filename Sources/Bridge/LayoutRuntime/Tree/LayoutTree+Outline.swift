public import JSON
internal import Platform
internal import PluginAPI
public import ResponderKit
internal import TouchTrace

extension LayoutTree {
    /// The windows from back to front with their views; for `touchbridge tree --json` and for plugins.
    public var description: JSONValue { .list(TreeDescription(of: application.windows, in: self).values()) }

    /// Returns the description of a view and its subviews.
    public func describe(_ view: View) -> JSONValue { TreeDescription(of: [view], in: self).values()[0] }

    /// The view tree as text: one line per view, indented by depth, with coordinates in points rounded to one decimal.
    public var outline: String {
        var lines: [String] = []
        for window in application.windows { outline(window, 0, &lines) }
        return lines.joined(separator: "\n")
    }

    private func outline(_ view: View, _ depth: Int, _ lines: inout [String]) {
        let frame = view.frame
        let numbers = [frame.minX, frame.minY, frame.width, frame.height].map(\.tenths)
        var line = String(repeating: "  ", count: depth) + view.layoutClass
        if let id = view.identifier { line += " \(id)" }
        line += " [\(numbers.joined(separator: ", "))]"
        if view.isHidden { line += " hidden" }
        if let name = controller(of: view)?.layoutName { line += " of \(name)" }
        for gesture in view.gestureRecognizers ?? [] { line += " +\(gesture.name ?? "\(type(of: gesture))")" }
        for sequence in sequencesByView[ObjectIdentifier(view)] ?? [] {
            line += " +\(sequence.name)(\(sequence.stepNames.joined(separator: ", ")))"
        }
        lines.append(TerminalText.line(line))
        for subview in view.subviews { outline(subview, depth + 1, &lines) }
    }

    /// Returns the controller with this view as its root view; nil without such a controller.
    package func controller(of view: View) -> ViewController? {
        guard let controller = view.next as? ViewController, controller.viewIfLoaded === view else { return nil }
        return retainedControllers[ObjectIdentifier(controller)]
    }
}
