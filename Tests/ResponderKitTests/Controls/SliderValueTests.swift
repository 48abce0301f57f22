import ResponderKit
import TestTraits
import Testing

/// Tests vertical sliders, sliders set by a tap, and sliders with steps or ticks.
@Suite struct SliderValueTests {
    let stage = Stage()
    let slider: Slider

    init() {
        slider = stage.add(Slider())
        slider.frame = Rect(x: 100, y: 400, width: 231, height: 31)
        slider.maximumValue = 100
        slider.value = 50
    }

    @Test(.rule("C28")) func `a vertical slider has its minimum at the bottom`() {
        slider.isVertical = true
        slider.frame = Rect(x: 100, y: 100, width: 31, height: 231)
        slider.value = 50
        stage.down(1, 115, 215, at: 0)
        #expect(slider.isTracking)
        stage.move(1, 115, 165, at: 10)
        #expect((slider.value - 75).magnitude < 1e-9)
        stage.move(1, 300, 900, at: 20)
        #expect(slider.value == 0)
        stage.move(1, 115, 0, at: 30)
        #expect(slider.value == 100)
        stage.up(at: 40)
        stage.down(2, 115, 300, at: 1000)
        #expect(!slider.isTracking)
    }

    @Test(.rule("C29")) func `a touch beside the thumb sets the value if taps do`() {
        stage.down(1, 315, 415, at: 0)
        stage.up(at: 50)
        #expect(slider.value == 50 && stage.log.isEmpty)
        slider.tapsSetValue = true
        stage.down(1, 265.5, 415, at: 1000)
        #expect(slider.value == 75)
        stage.move(1, 285.5, 415, at: 1010)
        #expect(slider.value == 85)
        stage.up(at: 1020)
        let events = stage.log.filter { !$0.hasPrefix("touchDrag") }
        #expect(events == ["touchDown", "valueChanged", "valueChanged", "touchUpInside"])
    }

    @Test(.rule("C29")) func `a touch on the thumb does not move the thumb, even if taps set the value`() {
        slider.tapsSetValue = true
        stage.down(1, 228, 415, at: 0)
        #expect(slider.value == 50)
        stage.up(at: 50)
        #expect(stage.log == ["touchDown", "touchUpInside"])
    }

    @Test(.rule("C29")) func `a slider that is not continuous sends the value of a tap at the lift`() {
        (slider.tapsSetValue, slider.isContinuous) = (true, false)
        stage.down(1, 265.5, 415, at: 0)
        #expect(slider.value == 75 && stage.log == ["touchDown"])
        stage.up(at: 50)
        #expect(stage.log == ["touchDown", "valueChanged", "touchUpInside"])
    }

    @Test(.rule("C30")) func `a step rounds values, counted from the minimum`() {
        slider.minimumValue = 10
        slider.step = 20
        #expect(slider.value == 50)
        for (value, expected) in [(19.0, 10.0), (20, 30), (95, 90), (100, 90), (-5, 10)] {
            slider.value = value
            #expect(slider.value == expected)
        }
        slider.step = 0
        slider.value = 19
        #expect(slider.value == 19)
        slider.step = -.infinity
        #expect(slider.step == 0)
    }

    @Test(.rule("C30")) func `ticks are the only values`() {
        slider.ticks = [80, 10, 20, 500, .nan]
        #expect(slider.ticks == [10, 20, 80, 500])
        for (value, expected) in [(0.0, 10.0), (15, 20), (49, 20), (50, 80), (100, 80)] {
            slider.value = value
            #expect(slider.value == expected)
        }
        slider.ticks = []
        slider.value = 49
        #expect(slider.value == 49)
    }

    @Test(.rule("C30")) func `a finger sends valueChanged only if the value reaches another step`() {
        slider.step = 25
        stage.down(1, 215, 415, at: 0)
        for x in stride(from: 217.0, through: 275, by: 2) { stage.move(1, x, 415, at: Int64(x)) }
        #expect(slider.value == 75)
        #expect(stage.log.filter { $0 == "valueChanged" }.count == 1)
    }
}
