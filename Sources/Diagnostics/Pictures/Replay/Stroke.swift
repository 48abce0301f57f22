internal import Geometry

/// The path of one touch.
public struct Stroke: Sendable {
    struct Sample: Sendable {
        let location: Point
        let time: Int64
    }

    struct Pause: Sendable {
        let location: Point
        let length: Int64
    }

    let number: Int
    /// Retained samples; never empty.
    private(set) var samples: [Sample]
    private(set) var moves = 0
    private(set) var pauses: [Pause] = []
    private(set) var end: (sample: Sample, isCancelled: Bool)?
    let hit: (name: String, quad: Quad)?
    /// Reason why the hit view does not receive the touch; nil if the view receives it.
    var refusal: String?

    /// Sampling interval: every `step`-th move is stored.
    private var step = 1
    private var rest: Sample
    private var last: Sample

    static let sampleLimit = 600
    static let thinLimit = 24
    private static let pauseLimit = 12
    /// A finger rests if it stays within this distance (in points) for at least this time (in microseconds).
    private static let restDistance = 4.0
    private static let restTime: Int64 = 300_000

    init(_ number: Int, at location: Point, _ time: Int64, hit: (name: String, quad: Quad)?) {
        self.number = number
        self.hit = hit.map { (Words.clean($0.name, limit: 80), $0.quad) }
        rest = Sample(location: location, time: time)
        last = rest
        samples = [rest]
    }

    /// Index of the touch's colour in the hues of `Style`.
    var hue: Int { number % 5 }
    /// Style of the path; dashed if the hit view does not receive the touch.
    var style: String { "k\(hue) fat\(refusal == nil ? "" : " dash")" }
    var start: Sample { samples[0] }
    var latest: Sample { end?.sample ?? last }

    mutating func move(to location: Point, _ time: Int64) {
        let sample = Sample(location: location, time: time)
        if location.distance(to: rest.location) > Self.restDistance { endRest(at: sample) }
        last = sample
        if moves % step == 0 { samples.append(sample) }
        moves += 1
        if samples.count > Self.sampleLimit { halve() }
    }

    mutating func end(at location: Point, _ time: Int64, isCancelled: Bool) {
        let sample = Sample(location: location, time: time)
        endRest(at: sample)
        end = (sample, isCancelled)
    }

    private mutating func endRest(at sample: Sample) {
        let length = sample.time - rest.time
        if length >= Self.restTime, pauses.count < Self.pauseLimit {
            pauses.append(Pause(location: rest.location, length: length))
        }
        rest = sample
    }

    private mutating func halve() {
        samples = stride(from: 0, to: samples.count, by: 2).map { samples[$0] }
        step *= 2
    }

    /// Reduces the samples to at most `thinLimit`; older touches are drawn as pale lines that need few points.
    mutating func thinOut() { while samples.count > Self.thinLimit { halve() } }

    /// Points of the path, including the latest location.
    var way: [Point] { samples.map(\.location) + [latest.location] }
}
