internal import Contacts
public import InputEvents
package import InputHub
internal import LayoutFile
internal import Platform
internal import PluginAPI

/// Rule by which the panels of a recording are assigned to the screens of a layout.
public enum PanelAssignment: Equatable, Sendable {
    /// A panel is mapped to the screen whose `input:` the panel matches, as in live operation.
    case matching
    /// Every panel is mapped to the screen with this index, regardless of the screen's `input:`.
    ///
    /// If a recording contains no touchscreen, its other devices with positions are treated as panels. The same is true
    /// for `anyScreen`.
    case screen(Int)
    /// A panel is mapped to the screen whose `input:` it matches. A panel without a match is mapped to the first screen
    /// without a panel or, if every screen has a panel, to the first screen.
    case anyScreen
}

extension LayoutPlan {
    /// Returns the index of each device's screen. The index is nil for panels without a screen and for other devices.
    public func screens(of devices: [DeviceDescription], by assignment: PanelAssignment) -> [Int?] {
        var isPanel = devices.map { kind(of: $0) == .touchscreen }
        // If the recording contains no touchscreen, `screen` and `anyScreen` treat other devices that report positions
        // as panels.
        if assignment != .matching, !isPanel.contains(true) { isPanel = devices.map(\.isAcceptable) }
        if case .screen(let index) = assignment { return isPanel.map { $0 ? index : nil } }
        var screens = zip(devices, isPanel).map { $1 ? screenIndex(for: $0) : nil }
        guard assignment == .anyScreen else { return screens }
        for device in devices.indices where isPanel[device] && screens[device] == nil {
            screens[device] = self.screens.indices.first { !screens.contains($0) } ?? 0
        }
        return screens
    }

    /// Returns the index of a panel's screen; nil if the panel matches no screen. A screen with specific requirements
    /// takes precedence over a screen that accepts any panel. A device that is not a touchscreen needs a screen with
    /// `accept:`.
    package func screenIndex(for device: DeviceDescription) -> Int? {
        let matches = screens.map { $0.layout.input.match }
        guard device.isAcceptable else { return PanelMatch.first(of: matches, for: device) }
        return screens.indices.first { screens[$0].layout.input.accept && matches[$0].matches(device) }
    }

    /// Returns the kind of a device. A device is a touchscreen if a screen accepts it as a touchscreen (V13).
    public func kind(of device: DeviceDescription) -> DeviceKind {
        DeviceKind(of: device, isAccepted: device.isAcceptable && screenIndex(for: device) != nil)
    }

    /// Returns the reason why a panel has no screen, with the panel's ids and the requirements of each screen. For a
    /// device that is not a touchscreen, suggests the key `accept:`.
    public func mismatch(of device: DeviceDescription) -> String {
        let identity = device.identity
        let panel = "'\(device.name)' (vendor \(identity.vendor.hex), product \(identity.product.hex))"
        if case .ignored(let reason) = kind(of: device) {
            return TerminalText.line("\(panel) is ignored: \(reason)\(device.acceptanceHint)")
        }
        let wanted = screens.map { screen in
            let criteria = screen.layout.input.match.criteria.map { "`\($0)`" }
            return "the screen `\(screen.name)` requires \(criteria.joined(separator: " and "))"
        }
        return TerminalText.line("the panel \(panel) matches no screen's `input:`; \(wanted.joined(separator: ", "))")
    }
}

extension PanelMatch {
    /// The criteria that are set, in the notation of a layout.
    package var words: String { criteria.joined(separator: " and ") }

    fileprivate var criteria: [String] {
        var words: [String] = []
        if let name { words.append("name: \(name)") }
        if let vendor { words.append("vendor: \(vendor.hex)") }
        if let product { words.append("product: \(product.hex)") }
        if let serial { words.append("serial: \(serial)") }
        if let path { words.append("path: \(path)") }
        return words
    }
}

extension UInt16 {
    fileprivate var hex: String { "0x" + String(self, radix: 16) }
}
