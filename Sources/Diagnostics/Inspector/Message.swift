internal import Contacts
internal import Explain
internal import Geometry
internal import GestureKinds
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import Snapshots
internal import TouchTrace

/// JSON messages that are sent to the inspector's web pages.
enum Message {
    /// Limit inspector-records (limits.md, Internal bounds): maximum number of records in one message to an inspector
    /// page.
    ///
    /// Enough for the records of ten fingers and a handler between two messages. The kernel must accept a message in
    /// one write; if you change the limit, also change `ServerLoop.sendBuffer` and the write size in sockets.c.
    static let recordLimit = 800

    static let reset = bytes(["type": "reset"])
    /// Makes a page request its explanations again, because plugins have reported more call results.
    static let results = bytes(["type": "results"])

    /// Returns the first message. It contains the names of the numeric codes in later messages.
    static func hello(isReplay: Bool, _ play: InspectorServer.Play?, now: Int64?, _ epoch: EventEpoch?) -> [UInt8] {
        bytes([
            "type": "hello", "isReplay": .boolean(isReplay), "now": now.map { .number(Double($0)) } ?? .null,
            "play": play.map { .text($0.rawValue) } ?? .null,
            "epoch": epoch.map { .number(Double($0.microseconds)) } ?? .null,
            "kinds": names { TraceRecord.Kind(rawValue: $0) },
            "phases": names { Touch.Phase(rawValue: Int($0)) },
            "states": names { GestureRecognizer.State(rawValue: Int($0)) },
            "causes": names { TraceRecord.Cause(rawValue: $0) },
            "refusals": names { TraceRecord.Refusal(rawValue: $0) },
            "keepings": names { TraceRecord.NonDelivery(rawValue: $0) },
            "offers": names { TraceRecord.OfferResult(rawValue: $0) },
            "ignored": names { SampleRejection(rawValue: $0) },
            "contacts": names { TraceRecord.ContactRejection(rawValue: $0) },
            "methods": .list(Responder.Method.allCases.map { .text($0.rawValue) }),
            "events": .list(EventName.allCases.map { .text($0.rawValue) }),
            "ghosts": .list(GhostReason.allCases.map { .text($0.rawValue) }),
            "controlEvents": .list(controlEvents.map { [.number(Double($0.0.rawValue)), .text($0.1)] }),
            "delayBounds": .list(DelayCounts.bounds.map { .number(Double($0)) }),
        ])
    }

    private static func names<Value>(_ value: (UInt8) -> Value?) -> JSONValue {
        .list((0..<UInt8.max).lazy.map(value).prefix { $0 != nil }.map { .text("\($0!)") })
    }

    private static let controlEvents: [(Control.Event, String)] = [
        (.touchDown, "touchDown"), (.touchDownRepeat, "touchDownRepeat"), (.touchDragInside, "touchDragInside"),
        (.touchDragOutside, "touchDragOutside"), (.touchDragEnter, "touchDragEnter"),
        (.touchDragExit, "touchDragExit"), (.touchUpInside, "touchUpInside"), (.touchUpOutside, "touchUpOutside"),
        (.touchCancel, "touchCancel"), (.valueChanged, "valueChanged"),
        (.primaryActionTriggered, "primaryActionTriggered"),
    ]

    // MARK: Snapshots

    static func tree(_ tree: TreeSnapshot) -> [UInt8] {
        bytes([
            "type": "tree", "leftOut": .number(Double(tree.leftOut)),
            "screens": .list(
                tree.screens.map {
                    ["name": .text($0.name), "frame": list($0.frame), "deadZones": .list($0.deadZones.map(list))]
                }
            ),
            "nodes": .list(tree.nodes.map(node)),
        ])
    }

    private static func node(_ node: TreeSnapshot.Node) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("mark", .number(Double(node.internedID))), .init("level", .number(Double(node.level))),
            .init("type", .text(cut(node.type))),
            .init("corners", .list(node.corners.flatMap { [rounded($0.x), rounded($0.y)] })),
            .init("flags", .number(Double(node.flags.rawValue))),
        ]
        if let id = node.id { members.append(.init("id", .text(cut(id)))) }
        if node.alpha != 1 { members.append(.init("alpha", rounded(node.alpha))) }
        if let value = node.value { members.append(.init("value", rounded(value))) }
        if let range = node.range {
            members.append(.init("range", [rounded(range.lowerBound), rounded(range.upperBound)]))
        }
        if !node.gestures.isEmpty {
            let gestures = node.gestures.map { gesture in
                [
                    "mark": .number(Double(gesture.internedID)), "name": .text(cut(gesture.name)),
                    "type": .text(cut(gesture.type)), "state": .number(Double(gesture.state.rawValue)),
                    "enabled": .boolean(gesture.isEnabled),
                ] as JSONValue
            }
            members.append(.init("gestures", .list(gestures)))
        }
        if !node.sequences.isEmpty {
            let sequences = node.sequences.map { sequence in
                [
                    "mark": .number(Double(sequence.internedID)), "name": .text(cut(sequence.name)),
                    "steps": .list(sequence.steps.map { .text(cut($0)) }),
                ] as JSONValue
            }
            members.append(.init("sequences", .list(sequences)))
        }
        return .object(members)
    }

    static func devices(_ devices: [DeviceSnapshot]) -> [UInt8] {
        let list = devices.map { device in
            [
                "number": .number(Double(device.number)), "name": .text(cut(device.name)),
                "screen": device.screen.map { .text(cut($0)) } ?? .null, "fingers": .number(Double(device.fingers)),
                "event losses (SYN_DROPPED)": .number(Double(device.drops)),
                "invalid slots": .number(Double(device.invalidSlots)),
                "backward timestamps": .number(Double(device.backwardTimes)),
                "contacts out of range": .number(Double(device.outOfRange)),
                "contacts in dead zones": .number(Double(device.inDeadZone)),
                "bounces": .number(Double(device.bounced)),
                "ghost touches": .number(Double(device.ofGhosts)),
                "touches shorter than holdDuration": .number(Double(device.tooShort)),
                "repeated touches": .number(Double(device.repeated)),
            ] as JSONValue
        }
        return bytes(["type": "devices", "devices": .list(list)])
    }

    static func delays(_ delays: DelayCounts) -> [UInt8] {
        bytes(["type": "delays", "counts": .list(delays.counts.map { .number(Double($0)) })])
    }

    /// Returns the message that contains the explanation of a touch. The title in the message is null if the touch's
    /// records are no longer available.
    static func explanation(of touch: Int32, _ explanation: TouchExplanation?) -> [UInt8] {
        let sections = (explanation?.sections ?? []).filter { !$0.sentences.isEmpty }
        return bytes([
            "type": "explanation", "touch": .number(Double(touch)),
            "title": explanation.map { .text($0.title) } ?? .null,
            "sections": .list(
                sections.map { section in
                    ["heading": .text(section.kind.heading), "sentences": .list(section.sentences.map(sentence))]
                }
            ),
        ])
    }

    private static func sentence(_ sentence: TouchExplanation.Sentence) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("text", .text(sentence.text)), .init("depth", .number(Double(sentence.depth))),
        ]
        if let rule = sentence.rule { members.append(.init("rule", rule.json)) }
        return .object(members)
    }

    // MARK: Records

    /// Encodes each record as an array of numbers, without trailing zeros. Adds the names that the page has not
    /// received.
    static func records(
        _ records: [TraceRecord],
        missed: Int,
        isMore: Bool,
        now: Int64?,
        _ client: Client,
        _ names: InternTable?,
        into json: inout JSONBytes
    ) {
        json.clear()
        json.append(raw: "{\"type\":\"decisions\",\"missed\":")
        json.append(Int64(missed))
        json.append(raw: ",\"isMore\":")
        json.append(isMore ? 1 : 0 as Int64)
        let base = records.first?.time ?? 0
        json.append(raw: ",\"base\":")
        json.append(base)
        if let now {
            json.append(raw: ",\"now\":")
            json.append(now)
        }
        json.append(raw: ",\"names\":[")
        var isFirst = true
        if let names {
            for record in records {
                name(record.subject, &json, &isFirst, client, names, depth: 0)
                // In the record of a control, `other` contains an event bit, not an id.
                if record.kind != .control { name(record.other, &json, &isFirst, client, names, depth: 0) }
            }
        }
        json.append(raw: "],\"rows\":[")
        for (index, record) in records.enumerated() {
            if index > 0 { json.append(raw: ",") }
            append(record, base, &json)
        }
        json.append(raw: "]}")
    }

    private static func name(
        _ id: InternedID,
        _ json: inout JSONBytes,
        _ isFirst: inout Bool,
        _ client: Client,
        _ names: InternTable,
        depth: Int
    ) {
        guard id > 0, client.learns(id), let entry = names[id] else { return }
        if depth < 64 { name(entry.holder, &json, &isFirst, client, names, depth: depth + 1) }
        if !isFirst { json.append(raw: ",") }
        isFirst = false
        json.append(raw: "[")
        json.append(Int64(id))
        for text in [entry.kind.rawValue, cut(entry.name), cut(entry.type)] {
            json.append(raw: ",")
            json.append(text)
        }
        json.append(raw: ",")
        json.append(Int64(entry.holder))
        json.append(raw: ",")
        json.append(cut(entry.binding?.view ?? ""))
        json.append(raw: "]")
    }

    private static func append(_ record: TraceRecord, _ base: Int64, _ json: inout JSONBytes) {
        json.append(numbersAtMost: 15) { row in
            row.append(Int64(record.kind.rawValue))
            row.append(record.time - base)
            row.append(Int64(record.detail))
            row.append(Int64(record.former))
            row.append(Int64(record.cause.rawValue))
            row.append(Int64(record.slot))
            row.append(Int64(record.count))
            row.append(Int64(record.touch))
            row.append(Int64(record.device))
            row.append(Int64(record.subject))
            row.append(Int64(record.other))
            row.append(thousandths: record.x)
            row.append(thousandths: record.y)
            row.append(thousandths: record.u)
            row.append(thousandths: record.v)
        }
    }

    // MARK: Values

    static func bytes(_ value: JSONValue) -> [UInt8] {
        var json = JSONBytes()
        json.append(value)
        return json.bytes
    }

    private static func list(_ rect: Rect) -> JSONValue {
        .list([rect.minX, rect.minY, rect.width, rect.height].map(rounded))
    }

    private static func rounded(_ number: Double) -> JSONValue { .number((number * 1000).rounded() / 1000) }

    /// Truncates a name, because layouts can contain names of any length.
    static func cut(_ text: String) -> String { text.excerpt(120) }
}
