internal import HandlerEvents
internal import InputEvents
internal import JSON
internal import PluginAPI
internal import Schema
internal import YAML

/// Arguments of the handlers that control a virtual pointer: `move`, `click`, `doubleClick`, `drag` and `scroll`.
struct PointerCall: HandlerArguments, Equatable {
    enum Action: String, Sendable {
        case move, click, doubleClick, drag, scroll
    }

    /// Movement of the pointer. With `absolute`, the pointer jumps to the location of the finger; with `relative`, the
    /// finger's movement moves the pointer like a mouse.
    enum Mode: String, Sendable {
        case absolute, relative
    }

    enum Button: String, Sendable, CaseIterable {
        case left, right, middle

        var key: KeyCode {
            switch self {
            case .left: .buttonLeft
            case .right: .buttonRight
            case .middle: .buttonMiddle
            }
        }
    }

    let action: Action
    var mode = Mode.absolute
    var button = Button.left
    /// Button that `drag` clicks if the finger lifts without having moved; nil for no click.
    var restButton: Button?
    /// Factor by which `move` and `scroll` multiply the distance of a movement.
    var speed = 1.0
    /// Whether `scroll` continues after the lift.
    var isKinetic = false

    var templates: [Template] { [] }

    func expanded(_ handlerEvent: HandlerEvent, _ binding: Binding) -> JSONValue {
        switch action {
        case .move, .scroll: .text(mode.rawValue)
        case .click, .doubleClick, .drag: .text(button.rawValue)
        }
    }
}

extension PointerCall {
    static let handlers: [HandlerType] = [
        type(.move, "Moves the pointer; bind this handler to touches or to the states of a pan.", [mode, speed])
            .taking([.touches, .gesture], all: [.touchesBegan, .touchesEnded, .touchesCancelled]),
        type(.click, "Clicks a button of the pointer.", [button, mode]),
        type(.doubleClick, "Clicks a button of the pointer twice.", [button, mode]),
        type(
            .drag,
            "Moves the pointer with a pressed button; bind this handler to the states of a gesture.",
            [
                button, mode,
                Key("rest", .button, \.restButton, "Button that is clicked if the finger lifts without moving."),
            ]
        ).taking([.gesture], all: [.began, .changed, .ended, .cancelled]),
        type(
            .scroll,
            "Turns the wheels of the pointer; bind this handler to the states of a pan.",
            [
                mode, speed,
                Key("kinetic", .boolean, \.isKinetic, "Whether scrolling continues after the lift. Default: false."),
            ]
        ).taking([.gesture], all: [.began, .changed, .ended, .cancelled]),
    ]

    private static var mode: Key<PointerCall> {
        Key(
            "pointer",
            .mode,
            \.mode,
            "`absolute`: the pointer is at the location of the finger. `relative`: the pointer moves like a mouse. Default: absolute."
        )
    }

    private static var button: Key<PointerCall> {
        Key("button", .button, \.button, "Mouse button that is clicked or held. Default: left.")
    }

    private static var speed: Key<PointerCall> {
        Key(
            "speed",
            .number(0.01...100),
            \.speed,
            "Factor by which the distance of a movement is multiplied. Default: 1."
        )
    }

    private static func type(_ action: Action, _ summary: String, _ keys: [Key<PointerCall>]) -> HandlerType {
        let standard = PointerCall(action: action)
        let table = Table("uinput.\(action.rawValue)", summary, of: standard) { keys }
        return HandlerType(action.rawValue, setting(of: action, table), default: standard, summary)
    }

    /// Accepts a mapping, or only the value of the key `pointer` or `button`.
    private static func setting(of action: Action, _ table: Table<PointerCall>) -> Setting<PointerCall> {
        let whole = Setting<PointerCall>.table(table)
        let short: Setting<PointerCall>
        switch action {
        case .move, .scroll:
            short = Setting<Mode>.mode.map { mode in
                var call = PointerCall(action: action)
                call.mode = mode
                return call
            }
        case .click, .doubleClick, .drag:
            short = Setting<Button>.button.map { button in
                var call = PointerCall(action: action)
                call.button = button
                return call
            }
        }
        return Setting(
            expected: "\(short.expected), or a mapping",
            schema: ["anyOf": [short.schema, whole.schema]],
            tables: whole.tables
        ) { node, reading in
            node.mapping == nil ? short.read(node, reading) : whole.read(node, reading)
        }
    }
}

extension Setting where Value == PointerCall.Mode {
    fileprivate static var mode: Setting { .choice(["absolute": .absolute, "relative": .relative]) }
}

extension Setting where Value == PointerCall.Button {
    fileprivate static var button: Setting { .choice(["left": .left, "right": .right, "middle": .middle]) }
}
