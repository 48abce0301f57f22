import ResponderKit
import TestTraits
import Testing

/// Tests a slider's value and limits, including invalid and non-finite numbers.
@Suite struct SliderLimitsTests {
    let slider = Slider()

    @Test(.rule("C19")) func `the value is clamped to the limits`() {
        slider.value = 2
        #expect(slider.value == 1)
        slider.value = -.infinity
        #expect(slider.value == 0)
        slider.value = .infinity
        #expect(slider.value == 1)
        slider.minimumValue = -1
        slider.value = -7
        #expect(slider.value == -1)
    }

    @Test(.rule("C19")) func `a value of NaN and limits that are not finite have no effect`() {
        slider.value = 0.25
        slider.value = .nan
        slider.minimumValue = .nan
        slider.minimumValue = -.infinity
        slider.maximumValue = .nan
        slider.maximumValue = .infinity
        #expect([slider.minimumValue, slider.value, slider.maximumValue] == [0, 0.25, 1])
    }

    @Test(.rule("C19")) func `setting a limit past the other one moves both`() {
        slider.minimumValue = 5
        #expect([slider.minimumValue, slider.value, slider.maximumValue] == [5, 5, 5])
        slider.maximumValue = -3
        #expect([slider.minimumValue, slider.value, slider.maximumValue] == [-3, -3, -3])
    }

    static let greatest = Double.greatestFiniteMagnitude

    typealias Case = (minimum: Double, maximum: Double, width: Double, thumb: Double)

    static let cases: [Case] = [
        (-greatest, greatest, 231, 31), (0, 0, 231, 31), (5, 5, 231, 31), (0, 1, 0, 31), (0, 1, 20, 31),
        (0, 1, 231, 0), (0, 1, 231, -31), (0, 1, 231, .nan), (0, 1, 231, .infinity),
        (0, .leastNonzeroMagnitude, 231, 31),
    ]

    @Test(.rule("C19"), arguments: cases)
    func `the value stays within its limits for any limits and sizes`(sample: Case) {
        let (minimum, maximum, width, thumb) = sample
        let stage = Stage()
        stage.add(slider)
        slider.frame = Rect(x: 100, y: 400, width: width, height: 31)
        slider.minimumValue = minimum
        slider.maximumValue = maximum
        slider.thumbSize = Size(width: thumb, height: thumb)
        var time = Int64(0)
        for start in stride(from: 90.0, through: 340, by: 10) {
            time += 1000
            stage.down(1, start, 415, at: time)
            for x in [0.0, 100, 200, 215, 300, 900] {
                time += 10
                stage.move(1, x, 415, at: time)
                #expect(slider.value >= minimum && slider.value <= maximum)
            }
            stage.up(at: time + 10)
            #expect(flags(slider) == [false, false, false])
        }
    }

    @Test(.rule("C19")) func `a slider over all finite numbers reaches its ends and its middle`() {
        let stage = Stage()
        stage.add(slider)
        slider.frame = Rect(x: 100, y: 400, width: 231, height: 31)
        slider.minimumValue = -Self.greatest
        slider.maximumValue = Self.greatest
        stage.down(1, 215, 415, at: 0)
        stage.move(1, 900, 415, at: 10)
        #expect(slider.value == Self.greatest)
        stage.move(1, 215, 415, at: 20)
        #expect(slider.value == 0)
        stage.move(1, 0, 415, at: 30)
        #expect(slider.value == -Self.greatest)
    }
}
