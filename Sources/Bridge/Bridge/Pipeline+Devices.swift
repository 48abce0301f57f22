internal import Contacts
public import InputEvents
public import InputHub
public import LayoutPlans
internal import LayoutRuntime
internal import PluginAPI

extension Pipeline {
    /// Returns the screen with an `input:` that matches a panel; nil if no screen matches.
    public func screen(for device: DeviceDescription) -> ScreenPlan? {
        plan.screenIndex(for: device).map { plan.screens[$0] }
    }

    /// Returns the kind of a device. A layout can declare a device a touchscreen despite its reported properties.
    public func kind(of device: DeviceDescription) -> DeviceKind { plan.kind(of: device) }

    /// Adds a device and returns the number that identifies its events.
    ///
    /// Assigns a panel to the screen with a matching `input:`. A given screen index accepts a device of any kind as a
    /// panel of that screen. For an ignored device, passes the reason to `complain` and returns nil.
    public func add(
        _ device: DeviceDescription,
        before screen: Int? = nil,
        complain: (String) -> Void
    ) -> Int32? {
        guard let number = addToHub(device, screen, complain) else { return nil }
        if let panel = panels.last, panel.number == number {
            convertLengths(of: panel.screenName, by: panel.panel, complain)
        }
        return number
    }

    /// The connected panels with the names of their screens.
    package var panelScreens: [(number: Int32, name: String, screen: String)] {
        panels.map { ($0.number, $0.device.name, $0.screenName) }
    }

    func addToHub(_ device: DeviceDescription, _ screen: Int?, _ complain: (String) -> Void) -> Int32? {
        let kind = screen == nil ? kind(of: device) : DeviceKind(of: device, isAccepted: true)
        let index = screen ?? plan.screenIndex(for: device)
        let number = hub.add(device, as: kind, complain: complain) {
            guard let index else {
                complain("device '\(device.name)' is ignored: it matches no screen's `input:`")
                return nil
            }
            return PanelSettings(for: device, before: plan.screens[index], complain: complain)
        }
        if let number { hostEnvironment.setDeviceName(device.name, of: number) }
        if let number, let index, let panel = hub.panel(number) {
            panel.accommodates = tree.accommodates[index]
            let name = plan.screens[index].name
            panels.append(ConnectedPanel(number: number, panel: panel, screen: index, screenName: name))
        }
        return number
    }

    /// Converts lengths in millimetres to points for a screen's views, by the resolution of a panel.
    func convertLengths(of screen: String, by panel: Panel, _ complain: (String) -> Void) {
        let scale = panel.settings.mapping.pointsPerMillimetre(of: panel.description)
        tree.setScale(scale ?? LayoutTree.assumedPointsPerMillimetre, of: screen)
        guard scale == nil, tree.usesMillimetres(on: screen) else { return }
        complain(
            "the panel '\(panel.description.name)' reports no resolution, so lengths in millimetres on the screen "
                + "`\(screen)` are converted with \(LayoutTree.assumedPointsPerMillimetre) points per millimetre; "
                + "write the lengths in points, or set the resolution with a udev hwdb entry"
        )
    }

    /// Returns the settings of a panel on the named screen; nil if the layout has no screen with this name.
    public func panelSettings(for device: DeviceDescription, before name: String) -> PanelSettings? {
        guard let screen = plan.screens.first(where: { $0.name == name }) else { return nil }
        return PanelSettings(for: device, before: screen) { _ in }
    }

    /// Removes a device: cancels its touches and presses, then notifies handlers and plugins.
    public func remove(_ number: Int32) {
        hub.remove(number)
        if let index = panels.firstIndex(where: { $0.number == number }) {
            let panel = panels.remove(at: index)
            if !panel.isVirtual { healthStore.retire(panel, epoch: epoch) }
        }
        removedDevices.append(number)
        // Releases the device name only after 64 further removals, because queued events may need the name.
        if removedDevices.count > 64 { hostEnvironment.setDeviceName(nil, of: removedDevices.removeFirst()) }
        updateStatus()
    }

    /// Marks a panel as lost after a read error. The caller must then remove the panel.
    public func willLose(_ number: Int32) {
        if let index = panels.firstIndex(where: { $0.number == number }) { panels[index].isLost = true }
    }
}
