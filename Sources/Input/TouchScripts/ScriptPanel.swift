package import Contacts
package import InputEvents
package import ResponderKit

/// A panel with slots that covers a screen. Converts the locations of a script to units of the panel.
package struct ScriptPanel: Sendable {
    package let description: DeviceDescription
    let screen: Rect
    let slotCount: Int
    private let transform: PanelTransform
    private let ranges: (x: ClosedRange<Int32>, y: ClosedRange<Int32>)

    /// Creates a test panel that covers a screen of the given size.
    package init(screen: Size) throws(TouchScriptError) {
        try self.init(mapping: PanelMapping(screen: Rect(origin: .zero, size: screen)))
    }

    /// Creates a test panel that covers the screen with any rotation, axis swap or mirroring in `mapping`. If `mapping`
    /// contains a calibration, the panel may not cover all points of the screen.
    package init(mapping: PanelMapping, named name: String = DeviceDescription.scriptPanelName) throws(TouchScriptError)
    {
        var size = mapping.screen.size
        let isTurned = mapping.rotation == .quarter || mapping.rotation == .threeQuarters
        if mapping.swapsAxes != isTurned { size = Size(width: size.height, height: size.width) }
        var panel = DeviceDescription.scriptPanel(screen: size)
        panel.name = name
        try self.init(panel, mapping)
    }

    /// Creates a panel from its description and its mapping to the screen.
    package init(_ panel: DeviceDescription, _ mapping: PanelMapping) throws(TouchScriptError) {
        let kind: PanelProtocol
        do throws(PanelRejection) {
            kind = try PanelProtocol(of: panel)
        } catch {
            let remedy = "use a panel with slots and valid position axes"
            throw TouchScriptError("'\(panel.name)'", "\(error)", remedy: remedy)
        }
        guard case .slots(let count) = kind, let x = panel.axes[.contactX], let y = panel.axes[.contactY] else {
            let message = "the panel has no slots or no coordinate ranges"
            throw TouchScriptError("'\(panel.name)'", message, remedy: "use a panel with slots and coordinate ranges")
        }
        let size = mapping.screen.size
        guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else {
            let message = "the screen size \(size.width)x\(size.height) is invalid"
            throw TouchScriptError("'\(panel.name)'", message, remedy: "write a width and a height above 0 points")
        }
        (description, screen, slotCount) = (panel, mapping.screen, count)
        transform = mapping.transform(from: panel)
        ranges = (x.minimum...x.maximum, y.minimum...y.maximum)
    }

    /// Converts a location, relative to the screen's top left corner, to units of the panel. Returns nil if the panel
    /// does not cover the location.
    package func unit(at location: Point) -> (x: Int32, y: Int32)? {
        let unit = transform.unit(at: Point(x: location.x + screen.minX, y: location.y + screen.minY))
        guard let x = Int32(exactly: unit.x.rounded()), let y = Int32(exactly: unit.y.rounded()),
            ranges.x.contains(x), ranges.y.contains(y)
        else { return nil }
        return (x, y)
    }

    /// Throws an error for the first step that the panel cannot report.
    func check(_ script: ScriptText) throws(TouchScriptError) {
        for line in script.lines {
            guard case .steps(let steps, _) = line.content else { continue }
            for step in steps { try check(step, line.source) }
        }
    }

    private func check(_ step: ScriptStep, _ source: ScriptSource) throws(TouchScriptError) {
        guard step.finger <= slotCount else {
            let message = "finger \(step.finger) has no slot, because the panel has only \(slotCount) slots"
            throw source.error(step.column, message, remedy: "use fingers 1 to \(slotCount)")
        }
        if step.verb == .cancel, !description.has(.toolType) {
            let message = "the panel has no ABS_MT_TOOL_TYPE, which 'cancel' requires"
            let remedy = "use a panel that reports ABS_MT_TOOL_TYPE, or remove 'cancel'"
            throw source.error(step.column, message, remedy: remedy)
        }
        guard step.verb.hasLocation, unit(at: step.location.onGrid) == nil else { return }
        let (place, size) = (ScriptNumber.text(location: step.location), screen.size)
        guard Rect(origin: .zero, size: size).contains(step.location.onGrid) else {
            let corner = ScriptNumber.text(location: Point(x: size.width, y: size.height))
            let remedy = "use a position inside the screen, from 0,0 to below \(corner)"
            throw source.error(step.column, "finger \(step.finger) is outside the screen at \(place)", remedy: remedy)
        }
        let message = "the calibrated panel does not reach \(place)"
        let remedy = "use a different position, or correct 'calibration' in 'input:'"
        throw source.error(step.column, message, remedy: remedy)
    }
}

extension DeviceDescription {
    package static let scriptPanelName = "Touchbridge test panel"
    private static let (fingerStart, fingerEnd) = ("Touchbridge virtual finger (", ")")

    /// Returns the name of the virtual device of the command `tap` for a screen of the running service.
    package static func virtualFingerName(on screen: String) -> String { fingerStart + screen + fingerEnd }

    /// Name of the screen that a virtual finger touches; nil if the device is not a virtual finger.
    package var virtualFingerScreen: String? {
        guard name.hasPrefix(Self.fingerStart), name.hasSuffix(Self.fingerEnd) else { return nil }
        return String(name.dropFirst(Self.fingerStart.count).dropLast(Self.fingerEnd.count))
    }

    /// Returns the description of a panel with 32 slots and 16 units per point of the screen.
    package static func scriptPanel(screen: Size) -> DeviceDescription {
        var panel = DeviceDescription(name: scriptPanelName)
        // Uses the bus type of virtual devices, and ids of no real product.
        panel.identity = Identity(bus: 6, vendor: 0, product: 0, version: 1)
        panel.properties = [.direct]
        let axes: [Axis] = [.slot, .contactX, .contactY, .toolType, .trackingID]
        panel.codes = [.key: [KeyCode.touch.rawValue], .absolute: Set(axes.map(\.rawValue))]
        // At 96 points per inch, 16 units per point are about 60 units per millimetre.
        panel.axes = [
            .slot: AxisRange(minimum: 0, maximum: 31),
            .contactX: AxisRange(minimum: 0, maximum: highest(screen.width), resolution: 60),
            .contactY: AxisRange(minimum: 0, maximum: highest(screen.height), resolution: 60),
            .toolType: AxisRange(minimum: 0, maximum: 2),
            .trackingID: AxisRange(minimum: 0, maximum: 65535),
        ]
        return panel
    }

    private static func highest(_ side: Double) -> Int32 {
        side.isFinite ? Int32(min(max((side * 16).rounded(), 2), Double(Int32.max))) - 1 : 1
    }
}
