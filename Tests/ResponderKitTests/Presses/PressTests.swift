import ResponderKit
import TestTraits
import Testing

@Suite struct PressTests {
    private let stage = Stage()

    @Test(.rule("P1")) func `a press has a type, a phase, a force, a key, a responder and a time`() throws {
        let view = stage.listener("view", isFirst: true)
        var received: [(phase: Press.Phase, force: Double, timestamp: Double)] = []
        var presses: [Press] = []
        view.ear.onPresses = { set, _ in
            for press in set {
                received.append((press.phase, press.force, press.timestamp))
                presses.append(press)
            }
        }
        let key = Key(keyCode: 4, characters: "a")
        let button = ButtonID(device: 2, code: 30)
        var sample = PressSample(button, .began, type: .keyboard, key: key)
        sample.force = 0.25
        stage.application.post([sample], at: 1_000_000)
        sample.change = .changed
        sample.force = 0.75
        stage.application.post([sample], at: 1_500_000)
        sample.change = .ended
        stage.application.post([sample], at: 2_000_000)
        stage.application.dispatchPending()
        #expect(received.map(\.phase) == [.began, .changed, .ended])
        #expect(received.map(\.force) == [0.25, 0.75, 0.75])
        #expect(received.map(\.timestamp) == [1, 1.5, 2])
        let press = try #require(presses.first)
        #expect(Set(presses) == [press])
        #expect(press.type == .keyboard)
        #expect(press.key == key)
        #expect(press.button == button)
        #expect(press.responder === view)
    }

    @Test(.rule("P1"), arguments: Press.PressType.allCases)
    func `every button reports its type`(type: Press.PressType) {
        let view = stage.listener("view", isFirst: true)
        var types: [Press.PressType] = []
        var keys: [Key?] = []
        view.ear.onPresses = { presses, _ in
            types += presses.map(\.type)
            keys += presses.map(\.key)
        }
        stage.press(1, .began, type: type, at: 0)
        #expect(types == [type])
        #expect(keys == [nil])
    }

    @Test(.rule("P1")) func `a cancelled press has the phase cancelled`() {
        let view = stage.listener("view", isFirst: true)
        var phases: [Press.Phase] = []
        view.ear.onPresses = { presses, _ in phases += presses.map(\.phase) }
        stage.press(1, .began, at: 0)
        stage.press(2, .began, at: 10)
        stage.press(1, .cancelled, at: 20)
        view.removeFromSuperview()
        #expect(phases == [.began, .began, .cancelled, .cancelled])
        #expect(
            stage.log == ["view pressesBegan", "view pressesBegan", "view pressesCancelled", "view pressesCancelled"]
        )
    }

    @Test(.rule("P9")) func `allPresses contains every button that is down or was just released`() {
        let view = stage.listener("view", isFirst: true)
        var all: [[Int32: Press.Phase]] = []
        var own: [Set<Int32>] = []
        view.ear.onPresses = { presses, event in
            own.append(Set(presses.map(\.button.code)))
            let pairs = event?.allPresses.map { ($0.button.code, $0.phase) } ?? []
            all.append(Dictionary(uniqueKeysWithValues: pairs))
        }
        stage.press(1, .began, at: 0)
        stage.press(2, .began, at: 10)
        stage.press(1, .ended, at: 20)
        stage.press(3, .began, at: 30)
        #expect(own == [[1], [2], [1], [3]])
        #expect(
            all == [
                [1: .began], [1: .stationary, 2: .began], [1: .ended, 2: .stationary], [2: .stationary, 3: .began],
            ]
        )
    }

    @Test(.rule("P2")) func `presses go to the first responder and up its chain`() {
        let outer = stage.listener("outer")
        _ = stage.listener("inner", in: outer, isFirst: true)
        let watch = stage.watchChain()
        stage.press(1, .began, at: 0)
        stage.press(1, .ended, at: 10)
        #expect(
            stage.log == ["inner pressesBegan", "outer pressesBegan", "inner pressesEnded", "outer pressesEnded"]
        )
        #expect(watch.log.count == 8)
    }

    @Test(.rule("P3")) func `without a first responder the key window receives presses`() {
        let watch = stage.watchChain()
        stage.press(1, .began, at: 0)
        stage.press(1, .ended, at: 10)
        #expect(
            watch.log == [
                "window pressesBegan", "application pressesBegan", "window pressesEnded", "application pressesEnded",
            ]
        )
    }

    @Test(.rule("P3")) func `without a key window a press is dropped, including its later end`() {
        let application = Application()
        let watch = ChainWatch()
        application.addObserver(watch)
        let samples = { (code: Int32, change: PressSample.Change) in PressSample(ButtonID(code: code), change) }
        application.post([samples(1, .began)], at: 0)
        application.dispatchPending()
        let window = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10), application: application)
        window.makeKeyAndVisible()
        application.post([samples(2, .began)], at: 10)
        application.post([samples(1, .ended), samples(2, .ended)], at: 20)
        application.dispatchPending()
        #expect(
            watch.log == [
                "window pressesBegan", "application pressesBegan", "window pressesEnded", "application pressesEnded",
            ]
        )
    }

    @Test(.rule("P5")) func `every phase goes to the responder that received began`() {
        let first = stage.listener("first", isFirst: true)
        let second = stage.listener("second")
        stage.press(1, .began, at: 0)
        #expect(second.becomeFirstResponder())
        stage.press(2, .began, at: 10)
        var sample = PressSample(1, .changed, type: .select)
        sample.force = 0.5
        stage.application.post([sample], at: 20_000)
        stage.application.post([PressSample(2, .ended), PressSample(1, .ended)], at: 30_000)
        stage.application.dispatchPending()
        #expect(
            stage.log == [
                "first pressesBegan", "second pressesBegan", "first pressesChanged", "first pressesEnded",
                "second pressesEnded",
            ]
        )
        #expect(second.isFirstResponder && !first.isFirstResponder)
    }

    @Test(.rule("P4"), arguments: [PressSample.Change.ended, .cancelled])
    func `by default each phase is passed on, and an override without super stops it`(end: PressSample.Change) {
        let last: Responder.Method = end == .ended ? .pressesEnded : .pressesCancelled
        let outer = stage.listener("outer")
        let plain = View()
        outer.addSubview(plain)
        let inner = stage.listener("inner", in: plain, isFirst: true)
        for passesOn in [true, false] {
            inner.ear.passesOn = passesOn
            stage.press(1, .began, at: 0)
            var sample = PressSample(1, .changed, type: .select)
            sample.force = 0.5
            stage.application.post([sample], at: 10_000)
            stage.press(1, end, at: 20)
            let names = passesOn ? ["inner", "outer"] : ["inner"]
            let methods = [Responder.Method.pressesBegan, .pressesChanged, last]
            #expect(stage.recorder.take() == methods.flatMap { method in names.map { "\($0) \(method)" } })
        }
    }

    @Test(.rule("P6")) func `changed is sent for changes of the force only`() {
        let view = stage.listener("view", isFirst: true)
        var forces: [Double] = []
        view.ear.onPresses = { presses, _ in forces += presses.map(\.force) }
        stage.press(1, .began, at: 0)
        stage.press(2, .began, at: 5)
        for (number, force) in [1, 0.5, 0.5, 0.75].enumerated() {
            var sample = PressSample(1, .changed, type: .select)
            sample.force = force
            stage.application.post([sample], at: Microseconds(number + 1) * 10_000)
        }
        stage.application.dispatchPending()
        stage.press(2, .ended, at: 90)
        #expect(
            stage.log == [
                "view pressesBegan", "view pressesBegan", "view pressesChanged", "view pressesChanged",
                "view pressesEnded",
            ]
        )
        #expect(forces == [1, 1, 0.5, 0.75, 1])
    }

    @Test(.rule("P1")) func `buttons of one report share an event, and a second change of one gets its own`() {
        let view = stage.listener("view", isFirst: true)
        var codes: [[Int32]] = []
        view.ear.onPresses = { presses, _ in codes.append(presses.map(\.button.code).sorted()) }
        stage.application.post([PressSample(1, .began), PressSample(2, .began)], at: 0)
        let samples = [PressSample(1, .ended), PressSample(1, .began), PressSample(1, .ended)]
        stage.application.post(samples, at: 10)
        stage.application.dispatchPending()
        #expect(stage.log.map { $0.dropFirst(5) } == ["pressesBegan", "pressesEnded", "pressesBegan", "pressesEnded"])
        #expect(codes == [[1, 2], [1], [1], [1]])
    }

    @Test(.rule("X14"), arguments: [PressSample.Change.ended, .cancelled])
    func `a finished press retains no window`(_ end: PressSample.Change) {
        let application = Application()
        weak var former: Window?
        do {
            let window = Window(frame: Rect(x: 0, y: 0, width: 10, height: 10), application: application)
            former = window
            window.makeKeyAndVisible()
            application.post([PressSample(1, .began)], at: 0)
            application.post([PressSample(1, end)], at: 10)
            application.dispatchPending()
            window.application = nil
        }
        #expect(former == nil)
    }
}
