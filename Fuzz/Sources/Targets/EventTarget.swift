internal import Bridge
internal import InputEvents
internal import InputHub
internal import JSON
internal import LayoutRuntime
internal import PluginAPI
internal import ResponderKit
internal import Snapshots

/// Fuzzes the events of several devices, with a layout of one or two screens. `Player.take` decodes each four bytes of
/// the input as one step.
///
/// Removes all devices at the end, which ends all touches.
enum EventTarget {
    static func run(_ input: [UInt8]) {
        guard let first = input.first else { return }
        var player = Player(first)
        var rest = input.dropFirst()
        while rest.count >= 4, player.hasRoom {
            let step = Array(rest.prefix(4))
            player.take(step[0], step[1], UInt16(step[2]) | UInt16(step[3]) << 8)
            rest = rest.dropFirst(4)
        }
        player.finish()
    }
}

/// Parses and executes steps.
private struct Player {
    private let pipeline: Pipeline
    private let watch: Watch
    private var numbers: [Int32?] = []
    private var device = 0
    private var time: Int64 = 1_000_000
    private var events: [RawEvent] = []
    private var plan = 0
    private var nextID: Int32 = 1
    /// Whether reports are delivered in batches instead of immediately.
    private let tellsInPieces: Bool

    init(_ seed: UInt8) {
        pipeline = Making.pipeline(Stream.plans[Int(seed & 1)])
        plan = Int(seed & 1)
        tellsInPieces = seed & 2 != 0
        watch = Watch(pipeline)
        for device in Stream.devices { numbers.append(pipeline.add(device) { _ in }) }
        pipeline.start(at: time)
    }

    /// Whether another step is possible without an overflow of time arithmetic. A step advances the time by at most
    /// about a minute.
    var hasRoom: Bool { time.magnitude < 1 << 50 }

    mutating func take(_ kind: UInt8, _ what: UInt8, _ number: UInt16) {
        let value = Int32(Int16(bitPattern: number))
        switch kind & 15 {
        case 0: add(.absolute, Stream.axes[Int(what) % Stream.axes.count], value)
        case 1: add(.absolute, UInt16(what), value << 16 | value & 0xffff)
        case 2: add(.key, Stream.keys[Int(what) % Stream.keys.count], value % 3)
        case 3: report(after: Int64(number & 0xff) * 500)
        case 4: add(.synchronization, UInt16(what % 4), value)
        case 5: finger(Int32(what % 40), Stream.location(number))
        case 6: finger(Int32(what % 40), Stream.location(number), isNew: false)
        case 7: lift(Int32(what % 40))
        case 8: pass(Int64(number) * 1000)
        case 9: replug(Int(what) % Stream.devices.count)
        case 10: command(Stream.commands[Int(what) % Stream.commands.count])
        case 11: reload()
        case 12: what & 1 == 0 ? pipeline.pause() : pipeline.resume()
        case 13: add(EventType(rawValue: UInt16(what % 0x20)), number & 0x3ff, value)
        // The clock of a device may run backwards.
        case 14: time -= Int64(number)
        default:
            tell()
            device = Int(what) % Stream.devices.count
        }
    }

    private mutating func add(_ type: EventType, _ code: UInt16, _ value: Int32) {
        events.append(RawEvent(time: time, type: type, code: code, value: value))
    }

    private mutating func report(after pause: Int64) {
        events.append(RawEvent(.report, at: time))
        time += pause
        if !tellsInPieces || events.count > 100 { tell() }
    }

    private mutating func finger(_ slot: Int32, _ location: (Int32, Int32), isNew: Bool = true) {
        add(.absolute, Axis.slot.rawValue, slot)
        if isNew {
            add(.absolute, Axis.trackingID.rawValue, nextID)
            nextID = nextID % 60_000 + 1
        }
        add(.absolute, Axis.contactX.rawValue, location.0)
        add(.absolute, Axis.contactY.rawValue, location.1)
        report(after: 8000)
    }

    private mutating func lift(_ slot: Int32) {
        add(.absolute, Axis.slot.rawValue, slot)
        add(.absolute, Axis.trackingID.rawValue, -1)
        report(after: 8000)
    }

    private mutating func tell() {
        guard let number = numbers[device] else { return events.removeAll() }
        pipeline.take(events.span, of: number)
        events.removeAll(keepingCapacity: true)
        pipeline.carryOutCommands()
    }

    private mutating func pass(_ span: Int64) {
        tell()
        time += span
        pipeline.advance(to: time)
    }

    private mutating func replug(_ index: Int) {
        tell()
        if let number = numbers[index] {
            pipeline.willLose(number)
            pipeline.remove(number)
            numbers[index] = nil
        } else {
            numbers[index] = pipeline.add(Stream.devices[index]) { _ in }
        }
    }

    private mutating func command(_ json: JSONValue) {
        tell()
        if let command = try? TreeCommand(json) { _ = pipeline.perform(command) }
    }

    private mutating func reload() {
        tell()
        plan = 1 - plan
        let orphans = pipeline.reload(Stream.plans[plan], at: time)
        for orphan in orphans {
            if let index = numbers.firstIndex(of: orphan) { numbers[index] = nil }
        }
    }

    mutating func finish() {
        tell()
        _ = (pipeline.snapshot(limit: 100), pipeline.deviceSnapshots)
        for number in numbers { if let number { pipeline.remove(number) } }
        watch.finish(at: time)
    }
}

/// Devices and layouts of the target.
private enum Stream {
    static let axes: [UInt16] = [
        0x2f, 0x39, 0x35, 0x36, 0x3a, 0x30, 0x31, 0x32, 0x34, 0x37, 0x3b, 0x00, 0x01, 0x02, 0x18, 0x38, 0x3c, 0x3d,
    ]
    static let keys: [UInt16] = [0x14a, 0x145, 0x14e, 0x14f, 0x140, 0x141, 0x110, 28, 1, 103, 108, 164, 115, 353]

    /// Maps a number to a location on a 256 × 256 grid that covers the panel.
    static func location(_ number: UInt16) -> (Int32, Int32) {
        (Int32(number & 0xff) * 1000 / 255, Int32(number >> 8) * 1000 / 255)
    }

    private static func panel(_ name: String, _ axes: [Axis: AxisRange], keys: [KeyCode] = [.touch])
        -> DeviceDescription
    {
        var device = DeviceDescription(name: name)
        device.properties = [.direct]
        device.axes = axes
        device.codes = [.absolute: Set(axes.keys.map(\.rawValue)), .key: Set(keys.map(\.rawValue))]
        return device
    }

    private static let thousand = AxisRange(minimum: 0, maximum: 1000)

    static let devices: [DeviceDescription] = {
        let slots: [Axis: AxisRange] = [
            .slot: AxisRange(minimum: 0, maximum: 9), .trackingID: AxisRange(minimum: 0, maximum: 65535),
            .contactX: thousand, .contactY: thousand,
        ]
        var rich = slots
        rich[.contactPressure] = AxisRange(minimum: 0, maximum: 255)
        rich[.touchMajor] = AxisRange(minimum: 0, maximum: 255, resolution: 0)
        rich[.toolType] = AxisRange(minimum: 0, maximum: 2)
        rich[.contactDistance] = AxisRange(minimum: 0, maximum: 10)
        var keys = DeviceDescription(name: "keys")
        keys.codes[.key] = Set(1...0xff)
        var sensor = DeviceDescription(name: "sensor")
        sensor.properties = [.accelerometer]
        sensor.codes[.absolute] = [Axis.x.rawValue, Axis.y.rawValue, Axis.z.rawValue]
        for axis in [Axis.x, .y, .z] {
            sensor.axes[axis] = AxisRange(minimum: -4000, maximum: 4000, resolution: 1000)
        }
        return [
            panel("one", slots), panel("two", rich),
            panel("one anonymous", [.contactX: thousand, .contactY: thousand, .touchMajor: thousand]),
            panel("two single", [.x: thousand, .y: thousand, .pressure: thousand]), keys, sensor,
        ]
    }()

    static let commands: [JSONValue] = [
        ["do": "cancelTouches"], ["do": "cancelTouches", "view": "page"], ["do": "remove", "view": "box"],
        ["do": "set", "view": "page", "properties": ["hidden": true]],
        ["do": "set", "view": "page", "properties": ["hidden": false, "userInteractionEnabled": true]],
        ["do": "set", "view": "box", "properties": ["userInteractionEnabled": false]],
        ["do": "set", "view": "box", "properties": ["frame": [10, 10, "50%", 300], "multipleTouchEnabled": false]],
        ["do": "set", "view": "slider", "properties": ["value": 3, "enabled": false]],
        ["do": "add", "to": "page", "view": ["id": "box", "frame": [0, 0, 300, 300], "exclusiveTouch": true]],
        ["do": "add", "to": "box", "view": ["class": "Button", "frame": [0, 0, 100, 100]]],
        ["do": "raise", "gesture": "own", "state": "began"], ["do": "raise", "gesture": "own", "state": "ended"],
        ["do": "raise", "gesture": "own", "state": "changed"], ["do": "raise", "gesture": "own", "state": "failed"],
        ["do": "focus", "view": "page"], ["do": "send", "view": "slider", "event": "valueChanged"],
        ["do": "emit", "action": "own", "value": 2], ["do": "change", "view": "lamp", "value": 1],
        ["do": "describe"], ["do": "set", "view": "page", "properties": ["transform": ["rotation": 30]]],
    ]

    static let plans = [
        Making.goodPlan(
            """
            screens:
              - name: left
                size: [1000, 1000]
                input: { name: "one*", staleContactTimeout: 5s, filters: { debounce: 30ms, dejitter: 2, ghosts: 1min } }
                deadZones: [[0, 950, 1000, 50]]
                accommodations: { enabled: false, holdDuration: 40ms, ignoreRepeat: 60ms, tapAssistance: final, minimumMovement: 9 }
                idle: { after: 30s, do: out.write }
                dark: { after: 60s, do: out.write, wake: out.write, limit: 2s }
                on: { active: out.write, ghost: out.write, deviceAdded: out.write, deviceRemoved: out.write }
                root:
                  id: page
                  multipleTouchEnabled: true
                  canBecomeFirstResponder: true
                  on: { touches: { out.write: all, pass: true }, presses: out.write, motionEnded: out.write }
                  gestures:
                    - { id: tap, type: tap, requireToFail: double, on: { recognized: out.write } }
                    - { id: double, type: tap, taps: 2, on: { recognized: out.write } }
                    - { id: hold, type: longPress, touches: 2, on: { began: out.write, ended: out.write } }
                    - { id: edge, type: screenEdgePan, edges: [left] }
                    - { id: own, type: custom, on: { began: out.write, ended: out.write } }
                  subviews:
                    - id: box
                      frame: [100, 100, 400, 400]
                      multipleTouchEnabled: true
                      on: { touches: out.write }
                      gestures:
                        - { id: pan, type: pan, simultaneousWith: [pinch, turn], on: { changed: out.write } }
                        - { id: pinch, type: pinch, on: { changed: out.write } }
                        - { id: turn, type: rotation, delaysTouchesBegan: true, on: { changed: out.write } }
                        - { id: swipe, type: swipe, directions: left, on: { recognized: out.write } }
                      sequences:
                        - { id: secret, steps: [swipe, swipe], within: 5s, on: { recognized: out.write } }
                    - { id: slider, class: Slider, frame: [550, 100, 400, 60], step: 0.25, tapsSetValue: true, on: { valueChanged: [{ out.write: "{{value * 4 : 1}}", when: "{{value}} > 0.5" }, { s.turn: { value: "{{value}}" }, after: 90ms }] } }
                    - { id: lamp, class: Switch, frame: [550, 200, 60, 40], on: { valueChanged: { tree.accommodate: "{{value}}", tree.set: { view: pan, enabled: "{{value}}" } } } }
                    - { id: bell, class: Button, frame: [550, 300, 100, 100], on: { touchUpInside: { s.press: {}, atMost: 3/s } } }
                    - { id: card, multipleTouchEnabled: true, frame: [100, 550, 300, 300], follows: { gestures: [pan, pinch, rotation], scale: [0.5, 2], area: [0, 0, 900, 900], snapBack: true, on: { changed: out.write, ended: out.write } } }
                    - { id: alone, exclusiveTouch: true, frame: [550, 500, 200, 200], on: { touches: out.write } }
              - name: right
                size: [800, 600]
                input: { name: "two*", rotation: 90, filters: { minimumPressure: 0.1, outOfRange: reject } }
                root:
                  id: other
                  on: { touches: out.write }
                  gestures: [{ type: tap, touches: 2, on: { recognized: out.write } }]
            actions: { own: { s.turn: { value: "{{value}}" }, tree.toggle: card, after: 40ms } }
            timers: [{ every: 5s, s.press: {}, tree.bringToFront: box }]
            plugins:
              out: { type: log }
              s:
                type: script
                code: |
                  function press(a)
                    state.count = (state.count or 0) + 1
                    tree.set("slider", {value = state.count % 3 / 2})
                    after(0.2, function() call("tree.toggle", {view = "bell", property = "enabled"}) end)
                    if state.count % 5 == 0 then while true do end end
                  end
                  function turn(a)
                    emit("own", {value = a.value})
                    tree.set("box", {frame = {a.value * 100, 100, 400, 400}})
                  end
            """
        ),
        Making.goodPlan(
            """
            screens: [{ name: left, size: [500, 500], input: { name: "one*", flipX: true } }]
            root:
              id: page
              multipleTouchEnabled: true
              on: { touches: out.write }
              subviews:
                - frame: [0, 0, "100%", "50%"]
                  controller: { id: stack, class: NavigationController, viewControllers: [{ view: { id: box } }] }
            windows: [{ id: notice, level: alert, frame: [200, 200, 100, 100], root: { on: { touches: out.write } } }]
            plugins: { out: { type: log } }
            """
        ),
    ]
}
