internal import Contacts
public import InputEvents
public import InputHub
public import LayoutPlans
internal import PluginAPI

extension Pipeline {
    /// The screen that a panel is meant for; nil when it is meant for none.
    public func screen(for device: DeviceDescription) -> ScreenPlan? {
        plan.screenIndex(for: device).map { plan.screens[$0] }
    }

    /// What a device is: the layout may accept as a touchscreen what looks like something else.
    public func kind(of device: DeviceDescription) -> DeviceKind { plan.kind(of: device) }

    /// Adds a device as what it is, and returns the number that its events come with.
    ///
    /// A panel belongs to the screen that it matches, or to the one of an index, which also accepts a device that looks
    /// like something else. Returns nil, and reports why, when the device is ignored.
    public func add(
        _ device: DeviceDescription,
        before screen: Int? = nil,
        complain: (String) -> Void
    ) -> Int32? {
        guard let number = place(device, screen, complain) else { return nil }
        hostEnvironment.setDeviceName(device.name, of: number)
        return number
    }

    /// The panels that are there, with the screens that they are before.
    package var panelPlaces: [(number: Int32, name: String, screen: String)] {
        panels.map { ($0.number, $0.device.name, $0.screenName) }
    }

    private func place(_ device: DeviceDescription, _ screen: Int?, _ complain: (String) -> Void) -> Int32? {
        let kind = screen == nil ? kind(of: device) : DeviceKind(of: device, isAccepted: true)
        let index = screen ?? plan.screenIndex(for: device)
        let number = hub.add(device, as: kind, complain: complain) {
            guard let index else {
                complain("'\(device.name)' is ignored: it matches no screen's `input:`")
                return nil
            }
            return PanelSettings(for: device, before: plan.screens[index], complain: complain)
        }
        if let number, let index, let panel = hub.panel(number) {
            let name = plan.screens[index].name
            panels.append(Present(number: number, panel: panel, screen: index, screenName: name))
        }
        return number
    }

    /// Returns what the layout says of a panel before the screen of a name; nil when there is no such screen.
    public func panelSettings(for device: DeviceDescription, before name: String) -> PanelSettings? {
        guard let screen = plan.screens.first(where: { $0.name == name }) else { return nil }
        return PanelSettings(for: device, before: screen) { _ in }
    }

    /// A device is gone: what it has begun is cancelled, then everybody is told.
    public func remove(_ number: Int32) {
        hub.remove(number)
        if let place = panels.firstIndex(where: { $0.number == number }) {
            book.leave(panels.remove(at: place), epoch: epoch)
        }
        gone.append(number)
        // What waits in queues may still want the name; many devices later nothing does.
        if gone.count > 64 { hostEnvironment.setDeviceName(nil, of: gone.removeFirst()) }
        tellStatus()
    }

    /// A panel cannot be read any more, and is going to be removed.
    public func willLose(_ number: Int32) {
        if let place = panels.firstIndex(where: { $0.number == number }) { panels[place].isLost = true }
    }
}
