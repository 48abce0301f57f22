import Foundation
import JSON
import ResponderKit
import Schema
import Testing

@testable import GestureKinds

/// Tests that gesture descriptors are consistent with each other and with their recognizers.
struct GestureKindTests {
    @Test(arguments: GestureType.allCases)
    func `a recognizer has the kind that created it`(_ type: GestureType) {
        #expect(type.kind.type == type)
        #expect(GestureKind.of(type.kind.recognizer(with: [:])).type == type)
    }

    @Test
    func `a recognizer of a subclass has the kind of its superclass`() {
        final class Drag: PanGestureRecognizer {}
        final class EdgeDrag: ScreenEdgePanGestureRecognizer {}
        final class Own: GestureRecognizer {}
        #expect(GestureKind.of(Drag()).type == .pan)
        #expect(GestureKind.of(EdgeDrag()).type == .screenEdgePan)
        #expect(GestureKind.of(Own()).type == .custom)
    }

    @Test(arguments: GestureType.allCases)
    func `docs/guide/gestures.md has a row for each type`(_ type: GestureType) throws {
        let path = Fixtures.folder.appending(path: "../../docs/guide/gestures.md").standardizedFileURL
        let page = try String(contentsOf: path, encoding: .utf8)
        #expect(page.contains("\n| `\(type.rawValue)` | "), "no row for \(type.rawValue)")
    }

    /// All gestures share one table of keys, because the loader reads keys before it knows the type.
    @Test
    func `keys with one name have the same values in all kinds`() {
        for (key, types, _) in GestureKey.all {
            for other in types.flatMap(\.kind.keys) where other.name == key.name {
                #expect(other.setting.schema == key.setting.schema, "\(key.name)")
                #expect(other.setting.expected == key.setting.expected, "\(key.name)")
            }
        }
    }

    @Test
    func `each key sets a property of its recognizer`() throws {
        let values: [String: any Sendable] = [
            "touches": 3, "taps": 4, "maximumTouches": 5, "minimumDuration": 0.25,
            "allowableMovement": TouchLength(6),
            "maximumDuration": 0.75, "maximumInterval": 0.125, "allowableDistance": TouchLength(7),
            "minimumDistance": TouchLength(80),
            "allowableDrift": TouchLength(8), "edgeWidth": TouchLength(40), "slop": TouchLength(2), "slopAngle": 0.5,
            "decideWithin": 0.25, "directions": SwipeGestureRecognizer.Direction.up, "edges": RectEdge.left,
        ]
        for type in GestureType.allCases {
            for key in type.kind.keys {
                let value = try #require(values[key.name], "this test has no value for '\(key.name)'")
                let (plain, other) = (type.kind.recognizer(with: [:]), type.kind.recognizer(with: [key.name: value]))
                #expect(properties(of: plain) != properties(of: other), "\(type.rawValue): \(key.name)")
            }
        }
    }

    private func properties(of recognizer: GestureRecognizer) -> [String] {
        var texts: [String] = []
        var mirror: Mirror? = Mirror(reflecting: recognizer)
        while let level = mirror, level.subjectType != GestureRecognizer.self {
            texts += level.children.map { "\($0.label ?? "") \($0.value)" }
            mirror = level.superclassMirror
        }
        return texts
    }
}
