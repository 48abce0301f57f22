internal import InputEvents
internal import JSON
internal import PluginAPI

extension Step {
    /// JSON members of the step, without its events, which are written on separate lines.
    var members: [JSONValue.Member] {
        func members(_ name: String, _ others: JSONValue.Member...) -> [JSONValue.Member] {
            [.init("step", .text(name))] + others
        }
        func number(_ key: String, _ value: Int) -> JSONValue.Member { .init(key, .number(Double(value))) }
        switch self {
        case .plug(let device): return members("plug", number("device", device))
        case .unplug(let device): return members("unplug", number("device", device))
        case .events(let device, _): return members("events", number("device", device))
        case .advance(let time): return members("advance", .init("to", .text("\(time)")))
        case .command(let command, let plugin):
            return members("command", number("plugin", plugin), .init("command", command.json))
        case .mood(let plugin, let mood):
            var list = members("mood", number("plugin", plugin), .init("mood", .text(mood.name)))
            if case .meddles(let command) = mood { list.append(.init("command", command.json)) }
            return list
        case .reload(let reload): return members("reload", .init("layout", .text(reload.rawValue)))
        case .sleep: return members("sleep")
        case .awake: return members("awake")
        case .cancelAll(let device): return members("cancelAll", number("device", device))
        case .ignore(let isBeginning): return members("ignore", .init("on", .boolean(isBeginning)))
        case .controller(let move, let index):
            return members("controller", .init("move", .text(move.rawValue)), number("number", index))
        case .settle: return members("settle")
        }
    }

    /// Parses a step; nil if the JSON object does not describe a step.
    init?(_ object: JSONValue) {
        func number(_ key: String) -> Int? { object[key]?.number.flatMap { Int(exactly: $0) } }
        func command() -> TreeCommand? { object["command"].flatMap { try? TreeCommand($0) } }
        switch object["step"]?.text {
        case "plug": if let device = number("device") { self = .plug(device: device) } else { return nil }
        case "unplug": if let device = number("device") { self = .unplug(device: device) } else { return nil }
        case "events": if let device = number("device") { self = .events(device: device, []) } else { return nil }
        case "advance":
            let limit = RawEvent.lastSecond * 1_000_000
            guard let time = object["to"]?.text.flatMap({ Int64($0) }), time.magnitude <= limit else { return nil }
            self = .advance(to: time)
        case "command":
            guard let plugin = number("plugin"), let command = command() else { return nil }
            self = .command(command, plugin: plugin)
        case "mood":
            guard let plugin = number("plugin"), let name = object["mood"]?.text,
                let mood = Mood(name, command())
            else { return nil }
            self = .mood(plugin: plugin, mood)
        case "reload":
            guard let reload = object["layout"]?.text.flatMap({ Reload(rawValue: $0) }) else { return nil }
            self = .reload(reload)
        case "sleep": self = .sleep
        case "awake": self = .awake
        case "cancelAll": if let device = number("device") { self = .cancelAll(device: device) } else { return nil }
        case "ignore": if let truth = object["on"]?.boolean { self = .ignore(truth) } else { return nil }
        case "controller":
            guard let move = object["move"]?.text.flatMap({ Move(rawValue: $0) }), let index = number("number"),
                index >= 0
            else { return nil }
            self = .controller(move, index)
        case "settle": self = .settle
        default: return nil
        }
    }
}

extension Step.Mood {
    fileprivate var name: String {
        switch self {
        case .works: "works"
        case .refuses: "refuses"
        case .refusesSome: "refusesSome"
        case .fails: "fails"
        case .cannotStart: "cannotStart"
        case .meddles: "meddles"
        }
    }

    fileprivate init?(_ name: String, _ command: TreeCommand?) {
        var all: [Step.Mood] = [.works, .refuses, .refusesSome, .fails, .cannotStart]
        if let command { all.append(.meddles(command)) }
        guard let mood = all.first(where: { $0.name == name }) else { return nil }
        self = mood
    }
}

extension TreeCommand {
    /// Returns the JSON object that `init` parses.
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("do", .text(name.rawValue))]
        switch self {
        case .set(let view, let properties): members += [.init("view", .text(view)), .init("properties", properties)]
        case .add(let view, let owner, let index):
            members += [.init("view", view), .init("to", .text(owner))]
            if let index { members.append(.init("at", .number(Double(index)))) }
        case .remove(let view), .focus(let view): members.append(.init("view", .text(view)))
        case .cancelTouches(let view): if let view { members.append(.init("view", .text(view))) }
        case .describe(let view, let includesDefaults):
            if let view { members.append(.init("view", .text(view))) }
            if includesDefaults { members.append(.init("defaults", true)) }
        case .raise(let gesture, let state):
            members += [.init("gesture", .text(gesture)), .init("state", .text(state))]
        case .send(let view, let event): members += [.init("view", .text(view)), .init("event", .text(event))]
        case .change(let view, let value):
            members += [.init("view", .text(view)), .init("value", .number(value))]
        case .emit(let action, let value):
            members += [.init("action", .text(action)), .init("value", .number(value))]
        case .dump(let reason): if let reason { members.append(.init("reason", .text(reason))) }
        }
        return .object(members)
    }
}
