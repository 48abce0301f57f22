import ResponderKit
import TestTraits
import Testing

/// Tests touches that the application rejects at their start.
@Suite struct UnheardFingerTests {
    /// Rejects every touch unless `isOpen` is true, and records the events of rejected touches.
    private final class PickyApplication: Application {
        var isOpen = false
        var ignored: [TouchSample.Change] = []

        override func shouldBegin(_ sample: TouchSample) -> Bool { isOpen }
        override func didIgnore(_ sample: TouchSample) { ignored.append(sample.change) }
    }

    private let application = PickyApplication()
    private let stage: Stage

    init() {
        stage = Stage(application: application)
        stage.touchable("v").isMultipleTouchEnabled = true
    }

    @Test(.rule("X2")) func `a finger that an override rejects is rejected until it lifts`() {
        stage.down(1, 10, 10, at: 0)
        application.isOpen = true
        stage.down(2, 20, 20, at: 10)
        stage.move(1, 11, 11, at: 20)
        stage.up(1, at: 30)
        #expect(stage.log == ["v began"])
        #expect(application.ignored == [.moved, .ended])
        stage.down(1, 10, 10, at: 40)
        #expect(stage.log == ["v began", "v began"])
    }

    @Test(.rule("X2")) func `further samples of a cancelled touch are reported as ignored`() {
        application.isOpen = true
        stage.down(1, 10, 10, at: 0)
        application.beginIgnoringInteractionEvents()
        application.endIgnoringInteractionEvents()
        stage.move(1, 11, 11, at: 10)
        stage.up(1, at: 20)
        #expect(stage.log == ["v began", "v cancelled"])
        #expect(application.ignored == [.moved, .ended])
    }
}
