internal import Geometry
internal import HandlerEvents
internal import InputEvents

/// Converts handler calls to the events of a virtual pointer.
struct VirtualPointer {
    /// Events that are written together, and the minimum time since the previous frame in microseconds.
    struct Frame {
        var events = Events()
        var delay: Int64 = 0
        /// True for a frame of a kinetic scroll, which continues after the finger has lifted.
        var isKinetic = false
    }

    /// The events of a frame, without a heap allocation: at most four changes and SYN_REPORT.
    struct Events: RandomAccessCollection, ExpressibleByArrayLiteral {
        private var storage = InlineArray<5, RawEvent>(repeating: RawEvent(.report, at: 0))
        private var length = 0

        init() {}
        init(arrayLiteral events: RawEvent...) { for event in events { append(event) } }

        var startIndex: Int { 0 }
        var endIndex: Int { length }
        subscript(index: Int) -> RawEvent { storage[index] }

        mutating func append(_ event: RawEvent) {
            storage[length] = event
            length += 1
        }
    }

    /// Time between the press and the release of a click, and between two clicks, in microseconds. libinput ignores
    /// changes of a button within 25 ms.
    static let clickInterval: Int64 = 40_000
    /// Units of the high-resolution wheels per point; 120 units are one step of a wheel.
    private static let wheelUnitsPerPoint = 3.0
    private static let unitsPerStep: Int32 = 120
    /// Movement of the finger, in points, at which `drag` presses the button.
    private static let slop = 10.0
    /// Time between two frames of a kinetic scroll, in microseconds.
    private static let kineticInterval: Int64 = 16_000
    /// Factor by which the velocity of a kinetic scroll changes with each frame.
    private static let kineticFactor = 0.95
    /// Range of the velocity of a kinetic scroll, in points per second. The initial velocity is clamped to the upper
    /// bound; the scroll ends below the lower bound.
    private static let kineticVelocities = 20.0...4000.0

    let mode: PointerCall.Mode
    private let size: Size
    /// Maximum values of the axes of an absolute pointer.
    private let width: Int32
    private let height: Int32
    /// Location or translation of the last event of the current touch or gesture.
    private var last = Point.zero
    /// Location at which the current touch or gesture began.
    private var start = Point.zero
    /// Stream id of the touch or gesture that moves the pointer; nil if the pointer does not move.
    private var stream: Int32?
    private var pressed: PointerCall.Button?
    /// Movement of the mouse that is not yet reported, because it is smaller than one unit.
    private var restX = 0.0
    private var restY = 0.0
    private var wheel = Wheel()
    private var horizontalWheel = Wheel()
    /// Frames that the last call of `take` or `release` created.
    private(set) var frames: ContiguousArray<Frame> = []

    /// Accumulates the movement of a wheel until it amounts to whole units and whole steps.
    private struct Wheel {
        var rest = 0.0
        var steps: Int32 = 0

        /// Adds a distance, and returns the whole units and the whole steps to report.
        mutating func turn(_ distance: Double) -> (units: Int32, steps: Int32) {
            rest += distance
            let units = Int32(max(-10_000, min(10_000, rest.rounded(.towardZero))))
            rest -= Double(units)
            steps += units
            let whole = steps / VirtualPointer.unitsPerStep
            steps -= whole * VirtualPointer.unitsPerStep
            return (units, whole)
        }
    }

    init(_ mode: PointerCall.Mode, screen: Size, width: Int32 = 0, height: Int32 = 0) {
        (self.mode, size, self.width, self.height) = (mode, screen, width, height)
        frames.reserveCapacity(4)
    }

    /// Converts a call to `frames`, and returns true. `frames` is empty if the event does not affect the pointer.
    mutating func take(_ event: HandlerEvent, _ call: PointerCall, usesTranslation: Bool) -> Bool {
        frames.removeAll(keepingCapacity: true)
        switch call.action {
        case .move: return move(event, call, usesTranslation)
        case .click: click(event, call, times: 1)
        case .doubleClick: click(event, call, times: 2)
        case .drag: return drag(event, call)
        case .scroll: return scroll(event, call)
        }
        return true
    }

    /// Releases a pressed button; returns false if no button is pressed.
    mutating func release() -> Bool {
        frames.removeAll(keepingCapacity: true)
        guard let button = pressed else { return false }
        pressed = nil
        add { $0.press(button, false) }
        return true
    }

    // MARK: Actions

    private mutating func move(_ event: HandlerEvent, _ call: PointerCall, _ usesTranslation: Bool) -> Bool {
        let isFirst = stream == nil || stream == event.stream
        switch event.event.flow {
        case .begins where isFirst, .single where isFirst:
            begin(event, at: usesTranslation ? .zero : event.screenLocation)
        case .continues where isFirst: break
        case .ends where isFirst:
            stream = nil
            return true
        // A further finger does not move the pointer.
        default: return true
        }
        if mode == .absolute {
            add { $0.jump(to: event) }
        } else {
            shift(to: usesTranslation ? event.translation : event.screenLocation, by: call.speed)
        }
        return true
    }

    private mutating func click(_ event: HandlerEvent, _ call: PointerCall, times: Int) {
        for time in 0..<times {
            add(after: time == 0 ? 0 : Self.clickInterval) { pointer in
                if time == 0, pointer.mode == .absolute, event.hasLocation { pointer.jump(to: event) }
                pointer.press(call.button, true)
            }
            add(after: Self.clickInterval) { $0.press(call.button, false) }
        }
    }

    private mutating func drag(_ event: HandlerEvent, _ call: PointerCall) -> Bool {
        let location = event.screenLocation
        switch event.event.flow {
        case .begins, .single:
            begin(event, at: location)
            if mode == .absolute { add { $0.jump(to: event) } }
        case .continues:
            if pressed == nil {
                guard start.distance(to: location) >= Self.slop else { return true }
                pressed = call.button
                add { $0.press(call.button, true) }
            }
            if mode == .absolute { add { $0.jump(to: event) } } else { shift(to: location, by: call.speed) }
        case .ends, .value:
            if pressed != nil { return release() }
            if event.event == .ended, let button = call.restButton {
                var rest = call
                rest.button = button
                click(event, rest, times: 1)
            }
        }
        return true
    }

    private mutating func scroll(_ event: HandlerEvent, _ call: PointerCall) -> Bool {
        switch event.event.flow {
        case .begins, .single:
            begin(event, at: .zero)
            (wheel, horizontalWheel) = (Wheel(), Wheel())
            if mode == .absolute { add { $0.jump(to: event) } }
        case .continues: break
        case .ends, .value:
            if call.isKinetic, event.event == .ended { coast(event, call) }
            return true
        }
        let way = event.translation
        turn(Point(x: way.x - last.x, y: way.y - last.y), call.speed)
        last = way
        return true
    }

    private mutating func begin(_ event: HandlerEvent, at location: Point) {
        (last, start, stream) = (location, event.screenLocation, event.stream)
        (restX, restY) = (0, 0)
    }

    /// Appends the frames of a kinetic scroll, which slows down until it stops.
    private mutating func coast(_ event: HandlerEvent, _ call: PointerCall) {
        var velocity = event.velocity
        let limit = Self.kineticVelocities.upperBound
        let speed = velocity.distance(to: .zero)
        if speed > limit { velocity = Point(x: velocity.x * limit / speed, y: velocity.y * limit / speed) }
        let interval = Double(Self.kineticInterval) / 1_000_000
        while velocity.distance(to: .zero) >= Self.kineticVelocities.lowerBound {
            turn(Point(x: velocity.x * interval, y: velocity.y * interval), call.speed, isKinetic: true)
            velocity = Point(x: velocity.x * Self.kineticFactor, y: velocity.y * Self.kineticFactor)
        }
    }

    // MARK: Frames

    private mutating func shift(to location: Point, by speed: Double) {
        restX += (location.x - last.x) * speed
        restY += (location.y - last.y) * speed
        last = location
        let (x, y) = (Self.whole(&restX), Self.whole(&restY))
        guard x != 0 || y != 0 else { return }
        add { pointer in
            if x != 0 { pointer.append(.x, x) }
            if y != 0 { pointer.append(.y, y) }
        }
    }

    private static func whole(_ rest: inout Double) -> Int32 {
        let value = max(-100_000, min(100_000, rest.rounded(.towardZero)))
        rest -= value
        return Int32(value)
    }

    /// Turns the wheels in the direction in which the content follows the finger.
    private mutating func turn(_ way: Point, _ speed: Double, isKinetic: Bool = false) {
        let factor = Self.wheelUnitsPerPoint * speed
        let (vertical, horizontal) = (wheel.turn(way.y * factor), horizontalWheel.turn(-way.x * factor))
        guard vertical.units != 0 || horizontal.units != 0 else { return }
        add(after: isKinetic ? Self.kineticInterval : 0, isKinetic: isKinetic) { pointer in
            if vertical.units != 0 { pointer.append(.wheelHighResolution, vertical.units) }
            if vertical.steps != 0 { pointer.append(.wheel, vertical.steps) }
            if horizontal.units != 0 { pointer.append(.horizontalWheelHighResolution, horizontal.units) }
            if horizontal.steps != 0 { pointer.append(.horizontalWheel, horizontal.steps) }
        }
    }

    /// Appends a frame with the events that `body` appends, and SYN_REPORT.
    private mutating func add(
        after delay: Int64 = 0,
        isKinetic: Bool = false,
        _ body: (inout VirtualPointer) -> Void
    ) {
        frames.append(Frame(delay: delay, isKinetic: isKinetic))
        body(&self)
        frames[frames.count - 1].events.append(RawEvent(.report, at: 0))
    }

    private mutating func jump(to event: HandlerEvent) {
        append(RawEvent(.x, Self.value(event.screenX, of: size.width, width), at: 0))
        append(RawEvent(.y, Self.value(event.screenY, of: size.height, height), at: 0))
    }

    private mutating func press(_ button: PointerCall.Button, _ isDown: Bool) {
        append(RawEvent(button.key, isDown ? 1 : 0, at: 0))
    }

    private mutating func append(_ axis: RelativeAxis, _ value: Int32) {
        append(RawEvent(time: 0, type: .relative, code: axis.rawValue, value: value))
    }

    private mutating func append(_ event: RawEvent) { frames[frames.count - 1].events.append(event) }

    /// Returns the axis value for a screen coordinate, clamped to the range of the axis.
    private static func value(_ coordinate: Double, of length: Double, _ maximum: Int32) -> Int32 {
        guard length > 0, coordinate.isFinite else { return 0 }
        return Int32(min(Double(maximum), max(0, (coordinate / length * Double(maximum)).rounded())))
    }
}

/// A relative axis: the kernel's `REL_` constants.
enum RelativeAxis: UInt16, CaseIterable {
    case x = 0x00
    case y = 0x01
    case horizontalWheel = 0x06
    case wheel = 0x08
    case wheelHighResolution = 0x0b
    case horizontalWheelHighResolution = 0x0c
}

extension HandlerEvent {
    fileprivate var screenLocation: Point { Point(x: screenX, y: screenY) }
    fileprivate var translation: Point { Point(x: translationX, y: translationY) }
    fileprivate var velocity: Point { Point(x: velocityX, y: velocityY) }

    /// Whether the event has a location on the screen.
    fileprivate var hasLocation: Bool {
        switch event.family {
        case .touches, .gesture, .control: true
        case .presses, .motion, .remoteControl, .action, .screen, .device, .ghost, .panel, .timer: false
        }
    }
}
