import ResponderKit
import TestTraits
import Testing

/// Tests a slider whose thumb can travel 200 points. At the value 0.5, the thumb extends from (200, 400) to (231, 431),
/// with its centre at x = 215.5.
@Suite struct SliderTests {
    let stage = Stage()
    let slider: Slider

    init() {
        slider = stage.add(Slider())
        slider.frame = Rect(x: 100, y: 400, width: 231, height: 31)
        slider.value = 0.5
    }

    func isNear(_ value: Double, to expected: Double) -> Bool { (value - expected).magnitude < 1e-9 }

    @Test(.rule("C19"), arguments: [(201.0, 401.0, true), (230, 430, true), (198, 415, false), (233, 415, false)])
    func `tracking starts on the thumb only`(x: Double, y: Double, isOnThumb: Bool) {
        stage.down(1, x, y, at: 0)
        #expect(slider.isTracking == isOnThumb)
        stage.move(1, x + 50, y, at: 10)
        stage.up(at: 20)
        #expect(isNear(slider.value, to: isOnThumb ? 0.75 : 0.5))
        #expect(stage.log.isEmpty == !isOnThumb)
    }

    @Test(.rule("C19")) func `a thumb that is touched off its centre does not jump`() {
        stage.down(1, 228, 415, at: 0)
        #expect(slider.value == 0.5)
        stage.move(1, 228, 420, at: 10)
        #expect(slider.value == 0.5)
        stage.move(1, 248, 420, at: 20)
        #expect(isNear(slider.value, to: 0.6))
    }

    @Test(.rule("C19")) func `a continuous slider sends valueChanged for every change only`() {
        #expect(slider.isContinuous)
        stage.down(1, 215, 415, at: 0)
        stage.move(1, 235, 415, at: 10)
        stage.move(1, 235, 420, at: 20)
        stage.move(1, 255, 420, at: 30)
        stage.up(at: 40)
        #expect(stage.log.filter { $0 == "valueChanged" }.count == 2)
        #expect(isNear(slider.value, to: 0.7))
        #expect(stage.log.last == "touchUpInside")
    }

    @Test(.rule("C19"), arguments: [false, true])
    func `a slider that is not continuous sends valueChanged once at the end`(isCancelled: Bool) {
        slider.isContinuous = false
        stage.down(1, 215, 415, at: 0)
        stage.move(1, 235, 415, at: 10)
        stage.move(1, 255, 415, at: 20)
        #expect(isNear(slider.value, to: 0.7))
        #expect(!stage.log.contains("valueChanged"))
        if isCancelled { stage.cancel(at: 30) } else { stage.up(at: 30) }
        #expect(stage.log.suffix(2) == ["valueChanged", isCancelled ? "touchCancel" : "touchUpInside"])
    }

    @Test(.rule("C19")) func `a slider that is not continuous sends nothing when it returns to its value`() {
        slider.isContinuous = false
        slider.value = 0
        stage.down(1, 115, 415, at: 0)
        stage.move(1, 155, 415, at: 10)
        #expect(isNear(slider.value, to: 0.2))
        stage.move(1, 115, 415, at: 20)
        stage.up(at: 30)
        #expect(slider.value == 0)
        #expect(!stage.log.contains("valueChanged"))
    }

    @Test(.rule("C19")) func `past the ends of the track the value stays at its limits`() {
        stage.down(1, 215, 415, at: 0)
        stage.move(1, 900, 415, at: 10)
        #expect(slider.value == 1)
        stage.move(1, 10, 415, at: 20)
        #expect(slider.value == 0)
        stage.move(1, 5, 415, at: 30)
        #expect(stage.log.filter { $0 == "valueChanged" }.count == 2)
    }

    @Test(.rule("C19")) func `the location of the lift sets the value, without a preceding move`() {
        stage.down(1, 215, 415, at: 0)
        stage.report(at: 20, .ended(1, 255, 415))
        #expect(isNear(slider.value, to: 0.7))
        #expect(stage.log == ["touchDown", "valueChanged", "touchUpInside"])
    }

    @Test(.rule("C19")) func `setting the value from code sends nothing`() {
        slider.value = 0.25
        slider.setValue(0.75, animated: true)
        slider.maximumValue = 0.5
        #expect(slider.value == 0.5)
        #expect(stage.log == [])
    }

    @Test(.rule("C19")) func `a resting finger does not overwrite a value that a handler rounded`() {
        slider.maximumValue = 10
        slider.value = 5
        slider.addAction(for: .valueChanged) { control, _ in
            if let slider = control as? Slider { slider.value = slider.value.rounded() }
        }
        stage.down(1, 215, 415, at: 0)
        stage.move(1, 264, 415, at: 10)
        #expect(slider.value == 7)
        stage.move(1, 264, 420, at: 20)
        #expect(slider.value == 7)
        stage.up(at: 30)
        #expect(slider.value == 7)
        #expect(stage.log.filter { $0 == "valueChanged" }.count == 1)
    }

    @Test(.rule("C19")) func `a value set from code while the finger rests is retained`() {
        stage.down(1, 215, 415, at: 0)
        slider.value = 0.9
        stage.move(1, 215, 420, at: 10)
        stage.up(at: 20)
        #expect(slider.value == 0.9)
        #expect(!stage.log.contains("valueChanged"))
    }

    @Test(.rule("C19")) func `a slider that is not continuous sends nothing for a finger that did not move`() {
        slider.isContinuous = false
        stage.tap(215, 415, at: 0)
        #expect(slider.value == 0.5)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C19"), arguments: [31.0, 20])
    func `a track no wider than the thumb moves neither the thumb nor the value`(_ width: Double) {
        slider.frame.size.width = width
        let track = slider.trackRect(forBounds: slider.bounds)
        let thumbs = [0, 0.5, 1].map { slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: $0) }
        #expect(thumbs.allSatisfy { $0.minX == 0 })
        stage.down(1, 110, 415, at: 0)
        stage.move(1, 130, 415, at: 10)
        stage.up(at: 20)
        #expect(slider.value == 0.5)
        #expect(!stage.log.contains("valueChanged"))
    }

    @Test(.rule("C19")) func `the thumb moves from end to end of the vertically centred track`() {
        let track = slider.trackRect(forBounds: slider.bounds)
        #expect(track.midY == slider.bounds.midY)
        #expect([track.minX, track.maxX] == [0, 231])
        func thumb(_ value: Double) -> Rect {
            slider.thumbRect(forBounds: slider.bounds, trackRect: track, value: value)
        }
        #expect(thumb(0) == Rect(x: 0, y: 0, width: 31, height: 31))
        #expect(thumb(0.5).minX == 100)
        #expect(thumb(1).maxX == 231)
        #expect(thumb(7).maxX == 231)
    }

    @Test(.rule("C19")) func `tracking follows an override of thumbRect`() {
        final class Mirrored: Slider {
            override func thumbRect(forBounds bounds: Rect, trackRect: Rect, value: Double) -> Rect {
                let plain = super.thumbRect(forBounds: bounds, trackRect: trackRect, value: value)
                return plain.offsetBy(dx: trackRect.minX + trackRect.maxX - 2 * plain.midX, dy: 0)
            }
        }
        let mirrored = stage.add(Mirrored())
        mirrored.frame = Rect(x: 100, y: 600, width: 231, height: 31)
        mirrored.value = 0.25
        stage.down(1, 265, 615, at: 0)
        stage.move(1, 245, 615, at: 10)
        #expect(isNear(mirrored.value, to: 0.35))
    }
}
