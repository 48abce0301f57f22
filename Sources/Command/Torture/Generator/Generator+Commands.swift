internal import JSON
internal import PluginAPI

/// Generates valid and invalid plugin commands.
extension Generator {
    mutating func command() -> TreeCommand {
        switch random.below(20) {
        case 0...9: .set(view: anyView(), properties: properties())
        case 10...12: .add(newView(), to: anyView(), at: random.pick([nil, nil, 0, 1, 99]))
        case 13...14: .remove(view: random.once(in: 12) ? anyView() : added())
        case 15: .cancelTouches(view: random.once(in: 2) ? nil : anyView())
        case 16:
            .raise(gesture: anyGesture(), state: random.pick(["began", "changed", "ended", "cancelled", "failed"]))
        case 17: .send(view: anyView(), event: random.pick(["touchUpInside", "touchDown", "valueChanged", "nonsense"]))
        case 18: .focus(view: anyView())
        case 19 where random.once(in: 2):
            random.once(in: 2)
                ? .emit(action: random.pick(["ring", "nonsense"]), value: Double(random.below(100)))
                : .set(view: anyGesture(), properties: ["enabled": .boolean(!random.once(in: 3))])
        default: .describe(view: random.once(in: 3) ? nil : anyView())
        }
    }

    /// Returns a command that cancels touches or changes the delivery of touches to a view.
    mutating func meddle(with view: String) -> TreeCommand {
        let member: JSONValue.Member
        switch random.below(8) {
        case 0...3: member = .init("enabled", .boolean(random.once(in: 2)))
        case 4: member = .init("hidden", .boolean(random.once(in: 4)))
        case 5: member = .init("userInteractionEnabled", .boolean(!random.once(in: 4)))
        case 6: member = .init("exclusiveTouch", .boolean(random.once(in: 3)))
        default: return .cancelTouches(view: view)
        }
        return .set(view: view, properties: .object([member]))
    }

    private mutating func anyView() -> String {
        switch random.below(8) {
        case 0, 1: added()
        case 2: "nobody"
        default: names.views.isEmpty ? "nobody" : random.pick(names.views)
        }
    }

    private mutating func anyGesture() -> String { names.gestures.isEmpty ? "nobody" : random.pick(names.gestures) }

    /// Returns the identifier of a view that a plugin may have added.
    private mutating func added() -> String { "added \(random.below(6))" }

    private mutating func newView() -> JSONValue {
        let name = added()
        var members: [JSONValue.Member] = [
            .init("id", .text(name)),
            .init("class", .text(random.pick(["View", "View", "Button", "Slider", "Switch", "Control"]))),
            .init("frame", frame()),
        ]
        if random.once(in: 3) { members.append(.init("exclusiveTouch", true)) }
        if random.once(in: 2) { members.append(.init("multipleTouchEnabled", true)) }
        if random.once(in: 3) {
            let inner: JSONValue = ["frame": frame(), "class": "Button"]
            members.append(.init("subviews", [inner]))
        }
        return .object(members)
    }

    private mutating func frame() -> JSONValue {
        .list((0..<4).map { .number(Double(random.number($0 < 2 ? -50...600 : 10...900))) })
    }

    private mutating func properties() -> JSONValue {
        var members: [JSONValue.Member] = []
        for _ in 0..<random.pick([1, 1, 1, 2, 3]) {
            let member = property()
            if !members.contains(where: { $0.key == member.key }) { members.append(member) }
        }
        return .object(members)
    }

    /// Returns a property change. Shows views more often than it hides views, so that some views remain touchable.
    private mutating func property() -> JSONValue.Member {
        switch random.below(16) {
        case 0, 1: .init("hidden", .boolean(random.once(in: 4)))
        case 2: .init("alpha", .number(random.pick([0, 0.005, 0.5, 1, 1, 1])))
        case 3: .init("userInteractionEnabled", .boolean(!random.once(in: 4)))
        case 4, 5: .init("multipleTouchEnabled", .boolean(random.once(in: 2)))
        case 6, 7: .init("exclusiveTouch", .boolean(random.once(in: 3)))
        case 8: .init("frame", frame())
        case 9: .init("center", [.number(Double(random.below(900))), .number(Double(random.below(900)))])
        case 10: .init("transform", transform())
        case 11, 14: .init("enabled", .boolean(!random.once(in: 3)))
        case 12: .init("isOn", .boolean(random.once(in: 2)))
        case 13: .init("value", .number(Double(random.below(100))))
        default: random.pick([.init("hidden", "perhaps"), .init("nonsense", 1), .init("frame", [1e308, 0, 1e308, 1])])
        }
    }

    private mutating func transform() -> JSONValue {
        switch random.below(5) {
        case 0: [0, 0, 0, 0, 0, 0]
        case 1: ["rotation": .number(Double(random.below(360)))]
        case 2: ["scale": .number(random.pick([0.5, 2, -1]))]
        default: [1, 0, 0, 1, 0, 0]
        }
    }
}
