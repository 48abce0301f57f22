internal import InputEvents
internal import YAML

/// Reads one device's description in a `libinput record` file.
struct LibinputRecordDescription {
    let nodes: RecordNodes
    private(set) var device = DeviceDescription(name: "")

    init(_ file: InputFile, _ text: DeviceText) throws(RecordingError) {
        nodes = try RecordNodes(file, text.description)
        guard let evdev = nodes["evdev"] else {
            let message = "the device has no key 'evdev' with its description"
            throw RecordingError(.malformed, file.path, line: text.line, message, remedy: "record the device again")
        }
        if let events = nodes["events"] {
            throw nodes.error(
                "'events' must be the last key of the device, as in files of libinput record",
                at: events
            )
        }
        guard evdev.mapping != nil else { throw nodes.error("'evdev' must be a mapping, not \(evdev.kind)", at: evdev) }
        device.name = try name(evdev)
        if let id = evdev["id"] { try readIdentity(id) }
        if let codes = evdev["codes"] { try readCodes(codes) }
        if let ranges = evdev["absinfo"] { try readRanges(ranges) }
        if let properties = evdev["properties"] { try readProperties(properties) }
        // Touchbridge adds the keys 'uniq' and 'phys' to the format; other readers ignore unknown keys.
        device.unique = evdev["uniq"]?.scalar?.text
        device.physical = DescriptionRules.recorded(physical: evdev["phys"]?.scalar?.text)
        if let udev = nodes["udev"] { try readUdev(udev) }
    }

    private func name(_ evdev: Node) throws(RecordingError) -> String {
        guard let name = evdev["name"] else { throw nodes.error("the device has no 'name'", at: evdev) }
        guard let scalar = name.scalar else { throw nodes.error("'name' must be a string, not \(name.kind)", at: name) }
        return scalar.text
    }

    private mutating func readIdentity(_ node: Node) throws(RecordingError) {
        let id: [UInt16] = try nodes.numbers(node, "the numbers in 'id' (bus, vendor, product, version)")
        guard id.count == 4 else {
            throw nodes.error("'id' must have four numbers: bus, vendor, product and version", at: node)
        }
        device.identity = .init(bus: id[0], vendor: id[1], product: id[2], version: id[3])
    }

    private mutating func readCodes(_ node: Node) throws(RecordingError) {
        for pair in try nodes.entries(node, "'codes'") {
            let number: UInt16 = try nodes.number(pair.key, "an event type")
            guard number <= DescriptionRules.highestType else {
                throw nodes.error("event type \(number) does not exist", at: pair.key, .description)
            }
            let type = EventType(rawValue: number)
            let codes: [UInt16] = try nodes.numbers(pair.value, "the event codes")
            if let highest = codes.max(), highest > DescriptionRules.highestCode(of: type) {
                throw nodes.error("event type \(number) has no code \(highest)", at: pair.value, .description)
            }
            // Skips SYN codes: every device sends SYN events, so `DeviceDescription.codes` does not contain them.
            if type != .synchronization { device.codes[type, default: []].formUnion(codes) }
        }
    }

    private mutating func readRanges(_ node: Node) throws(RecordingError) {
        // The manual of libinput record also documents lists whose first number is the axis.
        if let lists = node.sequence {
            for list in lists {
                let numbers: [Int32] = try nodes.numbers(list, "the numbers of an axis")
                try readRange(Array(numbers.dropFirst()), numbers.first.flatMap { UInt16(exactly: $0) }, list)
            }
            return
        }
        for pair in try nodes.entries(node, "'absinfo'") {
            let code: UInt16 = try nodes.number(pair.key, "an axis")
            try readRange(try nodes.numbers(pair.value, "the numbers of an axis"), code, pair.value)
        }
    }

    private mutating func readRange(_ numbers: [Int32], _ code: UInt16?, _ node: Node) throws(RecordingError) {
        guard numbers.count == 5 else {
            throw nodes.error("an axis must have five numbers: minimum, maximum, fuzz, flat and resolution", at: node)
        }
        guard let code, code <= DescriptionRules.highestAxis else {
            throw nodes.error(
                code.map { "axis \($0) does not exist" } ?? "no axis has this number",
                at: node,
                .description
            )
        }
        device.axes[Axis(rawValue: code)] = AxisRange(
            minimum: numbers[0],
            maximum: numbers[1],
            fuzz: numbers[2],
            flat: numbers[3],
            resolution: numbers[4]
        )
    }

    private mutating func readProperties(_ node: Node) throws(RecordingError) {
        for property: UInt16 in try nodes.numbers(node, "the properties") {
            guard property <= DescriptionRules.highestProperty else {
                throw nodes.error("input property \(property) does not exist", at: node, .description)
            }
            device.properties.insert(DeviceProperty(rawValue: property))
        }
    }

    private mutating func readUdev(_ node: Node) throws(RecordingError) {
        guard let list = node["properties"] else { return }
        guard let lines = list.sequence else {
            if list.scalar?.isNull == true { return }
            throw nodes.error("udev's properties must be a list, not \(list.kind)", at: list)
        }
        for line in lines {
            guard let text = line.scalar?.text, let equals = text.firstIndex(of: "=") else {
                throw nodes.error("a udev property must be 'NAME=value', not \(line.kind)", at: line)
            }
            device.udev[String(text[..<equals])] = String(text[text.index(after: equals)...])
        }
    }
}
