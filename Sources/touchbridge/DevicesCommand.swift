internal import Contacts
internal import Evdev
internal import InputEvents

/// Tells which input devices there are, what they are to us, and what is odd about them.
enum DevicesCommand: Command {
    static let name = "devices"
    static let summary = "list the input devices and what is odd about them"
    static let flags: Set<String> = ["all", "json"]
    static let options: Set<String> = []
    static let help = """
        usage: touchbridge devices [--all] [--json]

        Lists touchscreens, keys and accelerometers, each with what tells it from others.

          --all    also the devices that are left alone, with the reason
          --json   one line of JSON for each device

        The exit status is 1 when there is no touchscreen.
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.isEmpty else { throw arguments.wrong("'devices' takes no name") }
        let monitor = try DeviceMonitor()
        var nodes: [DeviceNode] = []
        while case .added(let node)? = monitor.next() { nodes.append(node) }
        nodes.sort { $0.path.count == $1.path.count ? $0.path < $1.path : $0.path.count < $1.path.count }
        var hasTouchscreen = false
        for node in nodes {
            let listing = Listing(node)
            hasTouchscreen = hasTouchscreen || listing.kind == .touchscreen
            guard arguments.has("all") || !listing.isLeftAlone else { continue }
            Console.print(arguments.has("json") ? listing.json : listing.text)
        }
        if !hasTouchscreen {
            Console.complain(
                nodes.isEmpty
                    ? "there is no input device; is udev running, and is /dev/input there?"
                    : "there is no touchscreen; 'touchbridge devices --all' says what there is"
            )
        }
        return hasTouchscreen ? 0 : 1
    }
}

/// What is told of one device.
private struct Listing {
    let node: DeviceNode
    var kind: DeviceKind?
    var description: DeviceDescription?
    var trouble: String?

    init(_ node: DeviceNode) {
        self.node = node
        do throws(EvdevError) {
            let reader = try DeviceReader(node)
            description = reader.description
            kind = DeviceKind(of: reader.description)
        } catch {
            trouble = "\(error)"
        }
    }

    var isLeftAlone: Bool {
        guard case .ignored = kind else { return false }
        return true
    }

    private var kindText: String {
        switch kind {
        case .touchscreen: "touchscreen"
        case .keys: "keys"
        case .accelerometer: "accelerometer"
        case .ignored(let reason): "left alone: \(reason)"
        case nil: "not opened"
        }
    }

    /// Names and values, in the order in which they are told.
    private var facts: [(name: String, value: String)] {
        var facts = [("node", node.path)]
        if let path = node.properties["ID_PATH"] { facts.append(("path", path)) }
        if let serial = node.properties["ID_SERIAL_SHORT"] ?? description?.unique { facts.append(("serial", serial)) }
        if let identity = description?.identity {
            facts.append(("vendor", Self.hex(identity.vendor)))
            facts.append(("product", Self.hex(identity.product)))
        }
        guard kind == .touchscreen, let description else { return facts }
        facts += Self.panelFacts(description)
        return facts
    }

    private static func panelFacts(_ device: DeviceDescription) -> [(name: String, value: String)] {
        var facts: [(name: String, value: String)] = []
        switch try? PanelProtocol(of: device) {
        case .slots(let count): facts.append(("contacts", "\(count)"))
        case .anonymous: facts.append(("contacts", "several, told apart by where they are (protocol A)"))
        case .single: facts.append(("contacts", "1"))
        case nil: break
        }
        let x = device.axes[.contactX] ?? device.axes[.x]
        let y = device.axes[.contactY] ?? device.axes[.y]
        guard let x, let y else { return facts }
        facts.append(("range", "\(x.minimum)…\(x.maximum) by \(y.minimum)…\(y.maximum)"))
        if x.resolution > 0, y.resolution > 0 {
            let width = (Double(x.maximum) - Double(x.minimum)) / Double(x.resolution)
            let height = (Double(y.maximum) - Double(y.minimum)) / Double(y.resolution)
            facts.append(("size", "\(Int(width.rounded())) by \(Int(height.rounded())) mm"))
        } else {
            facts.append(("odd", "it does not say how large it is"))
        }
        if !device.properties.contains(.direct) { facts.append(("odd", "INPUT_PROP_DIRECT is missing")) }
        if let matrix = device.udev["LIBINPUT_CALIBRATION_MATRIX"] { facts.append(("calibration", matrix)) }
        return facts
    }

    private static func hex(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.count) + digits
    }

    var text: String {
        var lines = ["\(node.name): \(kindText)"]
        lines += facts.map { "  \($0.name.padded(to: 12))\($0.value)" }
        if let trouble { lines.append("  \(trouble)") }
        return lines.joined(separator: "\n")
    }

    var json: String {
        let all = [("name", node.name), ("kind", kindText)] + facts + (trouble.map { [("trouble", $0)] } ?? [])
        return "{" + all.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }.joined(separator: ",") + "}"
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"", "\\": result += "\\\(character)"
            case _ where character.value < 0x20:
                let digits = String(character.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }
}
