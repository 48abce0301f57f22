import Geometry
import HandlerEvents
import InputEvents
import TestTraits
import Testing

@testable import BuiltinUInput

/// Tests the events written to a virtual pointer or mouse.
struct VirtualPointerTests {
    private static let screen = Size(width: 100, height: 50)
    private var absolute = VirtualPointer(.absolute, screen: screen, width: 1000, height: 500)
    private var relative = VirtualPointer(.relative, screen: screen)

    private func event(_ name: EventName, _ x: Double, _ y: Double, stream: Int32 = 0) -> HandlerEvent {
        var event = HandlerEvent(name, at: 0)
        (event.screenX, event.screenY, event.stream) = (x, y, stream)
        return event
    }

    private func pan(_ name: EventName, _ x: Double, _ y: Double, velocity: Double = 0) -> HandlerEvent {
        var event = HandlerEvent(name, at: 0)
        (event.translationX, event.translationY, event.velocityY) = (x, y, velocity)
        return event
    }

    private func words(_ pointer: VirtualPointer) -> [String] {
        pointer.frames.map { frame in
            let words = frame.events.filter { !$0.isMark(.report) }.map(Self.words)
            return (frame.delay > 0 ? "\(frame.delay / 1000) ms " : "") + words.joined(separator: " ")
        }
    }

    private static func words(_ event: RawEvent) -> String {
        let relative: [UInt16: String] = [
            0x00: "dx", 0x01: "dy", 0x06: "hwheel", 0x08: "wheel", 0x0b: "wheel+", 0x0c: "hwheel+",
        ]
        let other: [UInt16: String] = [0x00: "x", 0x01: "y", 0x110: "left", 0x111: "right", 0x112: "middle"]
        let name = event.type == .relative ? relative[event.code] : other[event.code]
        return "\(name ?? "?")\(event.value)"
    }

    @Test mutating func `a finger moves the pointer to its location, and a further finger does not`() {
        let call = PointerCall(action: .move)
        _ = absolute.take(event(.touchesBegan, 10, 20, stream: 1), call, usesTranslation: false)
        #expect(words(absolute) == ["x100 y200"])
        _ = absolute.take(event(.touchesBegan, 90, 40, stream: 2), call, usesTranslation: false)
        #expect(words(absolute) == [])
        _ = absolute.take(event(.touchesMoved, 200, -5, stream: 1), call, usesTranslation: false)
        #expect(words(absolute) == ["x1000 y0"])
        _ = absolute.take(event(.touchesEnded, 11, 20, stream: 1), call, usesTranslation: false)
        #expect(words(absolute) == [])
    }

    @Test mutating func `a mouse moves by distances, without losing fractions`() {
        var call = PointerCall(action: .move)
        (call.mode, call.speed) = (.relative, 0.5)
        _ = relative.take(event(.touchesBegan, 10, 20, stream: 1), call, usesTranslation: false)
        #expect(words(relative) == [])
        var sum = ""
        for x in 11...15 {
            _ = relative.take(event(.touchesMoved, Double(x), 20, stream: 1), call, usesTranslation: false)
            sum += words(relative).joined()
        }
        #expect(sum == "dx1dx1")
        _ = relative.take(pan(.began, 10, -4), call, usesTranslation: true)
        #expect(words(relative) == [])
    }

    @Test mutating func `a mouse follows the translation of a pan`() {
        var call = PointerCall(action: .move)
        call.mode = .relative
        _ = relative.take(pan(.began, 10, -4), call, usesTranslation: true)
        #expect(words(relative) == ["dx10 dy-4"])
        _ = relative.take(pan(.changed, 13, -4), call, usesTranslation: true)
        #expect(words(relative) == ["dx3"])
    }

    /// A click lasts 40 ms, because libinput ignores bounces of up to 25 ms.
    @Test mutating func `a click presses and releases, and a double click clicks twice`() {
        _ = absolute.take(event(.ended, 10, 20), PointerCall(action: .click), usesTranslation: false)
        #expect(words(absolute) == ["x100 y200 left1", "40 ms left0"])
        var call = PointerCall(action: .doubleClick)
        (call.mode, call.button) = (.relative, .middle)
        _ = relative.take(event(.ended, 10, 20), call, usesTranslation: false)
        #expect(words(relative) == ["middle1", "40 ms middle0", "40 ms middle1", "40 ms middle0"])
    }

    @Test mutating func `a click without a location does not move the pointer`() {
        _ = absolute.take(event(.pressesBegan, 0, 0), PointerCall(action: .click), usesTranslation: false)
        #expect(words(absolute) == ["left1", "40 ms left0"])
    }

    @Test mutating func `a drag presses after a movement and releases at the end`() {
        let call = PointerCall(action: .drag)
        _ = absolute.take(event(.began, 10, 20), call, usesTranslation: false)
        #expect(words(absolute) == ["x100 y200"])
        _ = absolute.take(event(.changed, 15, 20), call, usesTranslation: false)
        #expect(words(absolute) == [])
        _ = absolute.take(event(.changed, 20, 20), call, usesTranslation: false)
        #expect(words(absolute) == ["left1", "x200 y200"])
        _ = absolute.take(event(.cancelled, 20, 20), call, usesTranslation: false)
        #expect(words(absolute) == ["left0"])
    }

    @Test mutating func `a drag without movement clicks the rest button at the lift only`() {
        var call = PointerCall(action: .drag)
        call.restButton = .right
        for (end, frames) in [(EventName.ended, ["x100 y200 right1", "40 ms right0"]), (.cancelled, [])] {
            _ = absolute.take(event(.began, 10, 20), call, usesTranslation: false)
            _ = absolute.take(event(end, 10, 20), call, usesTranslation: false)
            #expect(words(absolute) == frames)
        }
    }

    @Test mutating func `a pressed button is released when the plugin stops`() {
        let call = PointerCall(action: .drag)
        _ = absolute.take(event(.began, 10, 20), call, usesTranslation: false)
        _ = absolute.take(event(.changed, 30, 20), call, usesTranslation: false)
        let isReleased = absolute.release()
        #expect(isReleased && words(absolute) == ["left0"])
        let isReleasedAgain = absolute.release()
        #expect(!isReleasedAgain)
    }

    @Test mutating func `the wheels follow the fingers in units and in steps`() {
        var call = PointerCall(action: .scroll)
        call.mode = .relative
        _ = relative.take(pan(.began, 0, 10), call, usesTranslation: true)
        #expect(words(relative) == ["wheel+30"])
        _ = relative.take(pan(.changed, 0, 45), call, usesTranslation: true)
        #expect(words(relative) == ["wheel+105 wheel1"])
        _ = relative.take(pan(.changed, 41, 45), call, usesTranslation: true)
        #expect(words(relative) == ["hwheel+-123 hwheel-1"])
        _ = relative.take(pan(.ended, 41, 45, velocity: 1000), call, usesTranslation: true)
        #expect(words(relative) == [])
    }

    @Test mutating func `a kinetic scroll slows down and stops`() {
        var call = PointerCall(action: .scroll)
        (call.mode, call.isKinetic) = (.relative, true)
        _ = relative.take(pan(.began, 0, 10), call, usesTranslation: true)
        _ = relative.take(pan(.ended, 0, 10, velocity: 1_000_000), call, usesTranslation: true)
        let units = relative.frames.compactMap { $0.events.first { $0.code == 0x0b }?.value }
        #expect(units.count > 50 && units.count < 150)
        let (first, last) = (units.first ?? 0, units.last ?? 0)
        #expect(first > 100 && last > 0 && last < 5)
        #expect(relative.frames.allSatisfy { $0.isKinetic && $0.delay == 16_000 })
        _ = relative.take(pan(.began, 0, 10), call, usesTranslation: true)
        _ = relative.take(pan(.cancelled, 0, 10, velocity: 1000), call, usesTranslation: true)
        #expect(words(relative) == [])
    }
}
