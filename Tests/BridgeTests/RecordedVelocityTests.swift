import Bridge
import InputEvents
import ResponderKit
import TestTraits
import Testing

/// Compares pan velocities of recorded drags with the estimators of Android and iOS, on the same samples.
struct RecordedVelocityTests {
    /// A time in seconds, and the pan's translation in points.
    struct Sample {
        var time: Double
        var location: Point
    }

    /// A pan recognizer that records its velocity at every move.
    final class MeasuredPan: PanGestureRecognizer {
        /// For each move: up to 20 last samples of the drag, and the velocity at this time.
        private(set) var measured: [(samples: ArraySlice<Sample>, velocity: Point)] = []
        private var samples: [Sample] = []

        override func touchesBegan(_ touches: TouchSet, with event: Event) {
            super.touchesBegan(touches, with: event)
            if samples.isEmpty { note(event) }
        }

        override func touchesMoved(_ touches: TouchSet, with event: Event) {
            super.touchesMoved(touches, with: event)
            note(event)
            measured.append((samples.suffix(20), velocity(in: nil)))
        }

        override func reset() {
            super.reset()
            samples = []
        }

        private func note(_ event: Event) {
            samples.append(Sample(time: event.timestamp, location: translation(in: nil)))
        }
    }

    /// Android's estimator: fits a parabola to the last 100 ms by unweighted least squares. The velocity is its slope
    /// at the newest sample.
    private func leastSquares(_ samples: ArraySlice<Sample>) -> Point {
        guard let last = samples.last else { return .zero }
        // Normal equations for the columns 1, t and t², with a right-hand side for each coordinate.
        var matrix = [[Double]](repeating: [0, 0, 0, 0, 0], count: 3)
        for sample in samples where last.time - sample.time <= 0.1 {
            let time = sample.time - last.time
            let row = [1, time, time * time, sample.location.x, sample.location.y]
            for power in 0..<3 {
                for column in 0..<5 { matrix[power][column] += row[power] * row[column] }
            }
        }
        for pivot in 0..<3 {
            let divisor = matrix[pivot][pivot]
            for column in 0..<5 { matrix[pivot][column] /= divisor }
            for other in 0..<3 where other != pivot {
                let factor = matrix[other][pivot]
                for column in 0..<5 { matrix[other][column] -= factor * matrix[pivot][column] }
            }
        }
        return Point(x: matrix[1][3], y: matrix[1][4])
    }

    /// The published approximation of iOS's scroll view: a weighted sum of the last three velocities between samples.
    /// The weights are 0.6, 0.35 and 0.05, oldest first.
    private func scrollView(_ samples: ArraySlice<Sample>) -> Point {
        var velocity = Point.zero
        for (number, weight) in [0.6, 0.35, 0.05].enumerated() {
            let (from, to) = (samples[samples.endIndex - 4 + number], samples[samples.endIndex - 3 + number])
            velocity.x += weight * (to.location.x - from.location.x) / (to.time - from.time)
            velocity.y += weight * (to.location.y - from.location.y) / (to.time - from.time)
        }
        return velocity
    }

    /// Returns the mean velocity over the last `span` seconds.
    private func mean(_ samples: ArraySlice<Sample>, over span: Double) -> Point {
        guard let last = samples.last, let first = samples.first(where: { last.time - $0.time <= span + 1e-9 }) else {
            return .zero
        }
        let time = last.time - first.time
        return Point(x: (last.location.x - first.location.x) / time, y: (last.location.y - first.location.y) / time)
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    @Test(.rule("G73")) func `the velocity of recorded drags is near those of Android and iOS`() throws {
        var measured: [(samples: ArraySlice<Sample>, velocity: Point)] = []
        for fixture in Fixture.all {
            let (device, events) = try fixture.source()
            let stage = Stage(size: Size(width: 1920, height: 1080))
            let pan = MeasuredPan()
            stage.view.addGestureRecognizer(pan)
            guard let number = try stage.add(device) else { continue }
            stage.send(events, of: number)
            measured += pan.measured.filter { samples, _ in
                // Omits moves shortly after a pause, and moves with too few samples for an estimator.
                samples.count > 5
                    && zip(samples, samples.dropFirst()).suffix(5).allSatisfy { $1.time - $0.time <= 0.03 }
            }
        }
        for other in [leastSquares, scrollView] {
            let moving = measured.filter { other($0.samples).distance(to: .zero) > 100 }
            #expect(moving.count > 500)
            func error(_ velocity: (ArraySlice<Sample>, Point) -> Point) -> Double {
                median(
                    moving.map { samples, own in
                        velocity(samples, own).distance(to: other(samples)) / other(samples).distance(to: .zero)
                    }
                )
            }
            let own = error { $1 }
            // Current errors relative to the two estimators are 11 % and 9 %. With the mean over 100 ms, they are 24 %
            // and 18 %.
            #expect(own < 0.12)
            #expect(own < 0.6 * error { samples, _ in mean(samples, over: 0.1) })
            let ratio = median(
                moving.map { samples, own in own.distance(to: .zero) / other(samples).distance(to: .zero) }
            )
            #expect((0.95...1.05).contains(ratio))
        }
    }
}
