internal import Bridge
internal import CommandSupport
internal import Contacts
internal import DeviceNodes
internal import Evdev
internal import InputEvents
internal import InputHub
internal import Platform
internal import PluginAPI
internal import TouchTrace

/// Lists the input devices with their roles and anomalies.
enum DevicesCommand: Command {
    static let name = "devices"
    static let summary = "list touchscreens and their problems"
    static let flags: Set<String> = ["all", "json"]
    static let options: Set<String> = []
    static let help = """
        usage: touchbridge devices [--all] [--json]

        Lists touchscreens, pens, keys and accelerometers, with the properties that identify each device.

          --all    also list ignored devices, with the reason
          --json   print one line of JSON for each device

        The exit status is 1 if no touchscreen is found.

        For instance:

            touchbridge devices
            touchbridge devices --json | jq .name
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("'devices' takes no arguments; remove them") }
        let nodes = try DeviceSearch().nodes
        var listings = nodes.map { Listing($0) }
        for index in listings.indices { listings[index].findPanels(in: listings) }
        var (hasTouchscreen, isAnyShut) = (false, false)
        for listing in listings {
            hasTouchscreen = hasTouchscreen || listing.kind == .touchscreen
            isAnyShut = isAnyShut || listing.kind == nil
            guard arguments.has("all") || !listing.isLeftAlone else { continue }
            try Console.print(arguments.has("json") ? listing.json : listing.text)
        }
        if !hasTouchscreen {
            Console.complain(
                nodes.isEmpty
                    ? "no input device was found; check that udev is running and /dev/input exists"
                    : isAnyShut
                        ? "no touchscreen was found; the list states why each device could not be opened"
                        : "no touchscreen was found; list all devices with 'touchbridge devices --all'"
            )
        }
        return hasTouchscreen ? 0 : 1
    }
}

/// The information that is listed about one device.
private struct Listing {
    let node: DeviceNode
    var kind: DeviceKind?
    var description: DeviceDescription?
    var problem: String?
    /// Touchscreens whose fingers are rejected while this pen is in range (V10).
    private var panels: [String] = []

    init(_ node: DeviceNode) {
        self.node = node
        do throws(EvdevError) {
            let reader = try DeviceReader(node)
            description = reader.description
            kind = DeviceKind(of: reader.description)
        } catch {
            // The node was removed, or this user has no permission to open the node. Only udev's properties can be
            // listed.
            problem = "\(error)"
        }
    }

    /// If the device is a pen, finds the touchscreens on the same physical device.
    mutating func findPanels(in listings: [Listing]) {
        guard kind == .pen, let description else { return }
        for other in listings where other.kind == .touchscreen {
            guard other.description?.isSibling(of: description) == true else { continue }
            panels.append("'\(other.node.name)' at \(other.node.path)")
        }
    }

    var isLeftAlone: Bool {
        guard case .ignored = kind else { return false }
        return true
    }

    private var kindText: String {
        switch kind {
        case .touchscreen: "touchscreen"
        case .pen: "pen: creates no touches; fingers on its panel are rejected while the pen is in range"
        case .keys: "keys"
        case .accelerometer: "accelerometer"
        case .ignored(let reason): "ignored: \(reason)"
        case nil: "not opened"
        }
    }

    /// Names and values of the listed properties, in output order.
    private var facts: [(name: StaticString, value: String)] {
        var facts: [(name: StaticString, value: String)] = [("node", node.path)]
        if let path = node.properties["ID_PATH"] { facts.append(("path", path)) }
        if let serial = node.properties["ID_SERIAL_SHORT"] ?? description?.unique { facts.append(("serial", serial)) }
        if let identity = description?.identity {
            facts.append(("vendor", Self.hex(identity.vendor)))
            facts.append(("product", Self.hex(identity.product)))
        }
        if kind == .pen {
            let none = "none; no touchscreen belongs to the same physical device"
            facts.append(("panel", panels.isEmpty ? none : panels.joined(separator: ", ")))
            if !panels.isEmpty {
                let key = "input: { touchArbitration: false } on the panel's screen"
                facts.append(("setting", "to accept fingers while the pen is in range, set \(key)"))
            }
        }
        if let description, description.isAcceptable, (try? PanelProtocol(of: description)) != nil {
            facts.append(("accept", description.acceptance))
        }
        guard kind == .touchscreen, let description else { return facts }
        facts += Self.panelFacts(description)
        return facts
    }

    private static func panelFacts(_ device: DeviceDescription) -> [(name: StaticString, value: String)] {
        var facts: [(name: StaticString, value: String)] = []
        switch try? PanelProtocol(of: device) {
        case .slots(let count): facts.append(("contacts", "\(count)"))
        case .anonymous: facts.append(("contacts", "several, tracked by position (protocol A)"))
        case .single: facts.append(("contacts", "1"))
        case nil: break
        }
        let x = device.axes[.contactX] ?? device.axes[.x]
        let y = device.axes[.contactY] ?? device.axes[.y]
        guard let x, let y else { return facts }
        var oddities: [String] = []
        facts.append(("range", "\(x.minimum)…\(x.maximum) by \(y.minimum)…\(y.maximum)"))
        if x.resolution > 0, y.resolution > 0 {
            let width = (Double(x.maximum) - Double(x.minimum)) / Double(x.resolution)
            let height = (Double(y.maximum) - Double(y.minimum)) / Double(y.resolution)
            facts.append(("size", "\(Int(width.rounded())) by \(Int(height.rounded())) mm"))
        } else {
            oddities.append("the panel does not report its size")
        }
        if !device.properties.contains(.direct) { oddities.append("INPUT_PROP_DIRECT is missing") }
        if let matrix = device.udev["LIBINPUT_CALIBRATION_MATRIX"] { facts.append(("calibration", matrix)) }
        if !oddities.isEmpty { facts.append(("odd", oddities.joined(separator: "; "))) }
        return facts
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    var text: String {
        var lines = ["\(node.name): \(kindText)"]
        lines += facts.map { "  " + "\($0.name)".padded(to: 12) + $0.value }
        if let problem { lines.append("  \(problem)") }
        return lines.map { TerminalText.line($0) }.joined(separator: "\n")
    }

    var json: String {
        var json = JSONLine()
        json.begin()
        json.add("name", node.name)
        json.add("kind", kindText)
        for fact in facts { json.add(fact.name, fact.value) }
        if let problem { json.add("trouble", problem) }
        json.end()
        return String(decoding: json.bytes.dropLast(), as: UTF8.self)
    }
}
