internal import Geometry
package import InputEvents
internal import LayoutRuntime
internal import Platform
package import PluginAPI
package import ResponderKit
internal import TouchTrace

extension Pipeline {
    /// Adds a panel for events of the service, and returns its number; nil if the panel is ignored. Does not monitor
    /// the panel's health, list it in the status, or use its resolution for lengths in millimetres.
    package func addVirtualPanel(
        _ device: DeviceDescription,
        before screen: Int,
        complain: (String) -> Void
    ) -> Int32? {
        let number = addToHub(device, screen, complain)
        if let index = panels.firstIndex(where: { $0.number == number }) { panels[index].isVirtual = true }
        return number
    }

    /// Returns the location of a view's center, in application coordinates.
    package func center(of id: String) throws(CommandRejection) -> Point {
        guard let view = tree.view(id) else {
            throw CommandRejection(no: "view", named: id, known: Array(tree.viewNames))
        }
        let center = Point(x: view.bounds.midX, y: view.bounds.midY).applying(view.fromScreen.inverted())
        guard view.window != nil, center.isFinite else {
            throw CommandRejection("the view '\(id.excerpt())' is on no screen; tap a view that is in a window")
        }
        return center
    }
}
