import ResponderKit
import TestTraits
import Testing

@Suite struct ContinuousStateTests {
    enum Kind: CaseIterable {
        case longPress, pan, edgePan, pinch, rotation

        var needsTwo: Bool { self == .pinch || self == .rotation }

        func make() -> GestureRecognizer {
            switch self {
            case .longPress: return LongPressGestureRecognizer()
            case .pan: return PanGestureRecognizer()
            case .edgePan:
                let pan = ScreenEdgePanGestureRecognizer()
                pan.edges = .left
                return pan
            case .pinch: return PinchGestureRecognizer()
            case .rotation: return RotationGestureRecognizer()
            }
        }
    }

    /// A stage with one recognizer in the window, and simulated fingers.
    final class Scene {
        let stage = Stage()
        let log: TransitionLog
        let kind: Kind

        init(_ kind: Kind) {
            self.kind = kind
            _ = stage.attach("g", kind.make(), to: stage.window)
            log = stage.watchTransitions()
        }

        func down() {
            if kind.needsTwo {
                stage.report(at: 0, .began(1, 500, 500), .began(2, 600, 500))
            } else {
                stage.down(1, 2, 500, at: 0)
            }
        }

        func begin() {
            switch kind {
            case .longPress: stage.advance(to: 600)
            case .pan, .edgePan: stage.move(1, 102, 500, at: 600)
            case .pinch, .rotation: stage.move(2, 600, 700, at: 600)
            }
        }

        func change(at time: Int64) { stage.move(kind.needsTwo ? 2 : 1, 600, 700 + Double(time) / 10, at: time) }

        func lift(at time: Int64) {
            if kind.needsTwo {
                stage.report(at: time, .ended(1, 500, 500), .ended(2, 600, 780))
            } else {
                stage.up(at: time)
            }
        }
    }

    @Test(.rule("G3"), arguments: Kind.allCases)
    func `a continuous gesture begins, changes any number of times and ends`(kind: Kind) {
        let scene = Scene(kind)
        scene.down()
        #expect(scene.log.take() == [])
        scene.begin()
        scene.change(at: 700)
        scene.change(at: 710)
        scene.lift(at: 720)
        #expect(
            scene.log.take() == [
                "g possible>began: gesture", "g began>changed: gesture", "g changed>changed: gesture",
                "g changed>ended: gesture", "g ended>possible: reset",
            ]
        )
        #expect(scene.stage.log == ["g began", "g changed", "g changed", "g ended"])
    }

    @Test(.rule("G3", "G52"), arguments: Kind.allCases)
    func `a continuous gesture whose touches are cancelled is cancelled`(kind: Kind) {
        let scene = Scene(kind)
        scene.down()
        scene.begin()
        scene.stage.application.resignActive()
        #expect(
            scene.log.take() == [
                "g possible>began: gesture", "g began>cancelled: touchesCancelled", "g cancelled>possible: reset",
            ]
        )
        #expect(scene.stage.log == ["g began", "g cancelled"])
    }

    @Test(.rule("G3", "G52"), arguments: Kind.allCases)
    func `a continuous recognizer that has not begun fails when its touches are cancelled`(kind: Kind) {
        let scene = Scene(kind)
        scene.down()
        scene.stage.application.resignActive()
        #expect(scene.log.take() == ["g possible>failed: touchesCancelled", "g failed>possible: reset"])
        #expect(scene.stage.log == [])
    }

    @Test(.rule("G3"), arguments: Kind.allCases)
    func `a continuous recognizer fails when its fingers lift before it began`(kind: Kind) {
        let scene = Scene(kind)
        scene.down()
        scene.lift(at: 50)
        let log = scene.log.take()
        #expect(log.count == 2)
        #expect(log.first?.hasPrefix("g possible>failed: ") == true)
        #expect(log.last == "g failed>possible: reset")
        #expect(scene.stage.log == [])
    }
}
