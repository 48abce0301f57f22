import Bridge
import InputEvents
import InputHub
import TestSupport
import TestTraits
import Testing

/// Tests shake recognition from accelerometer events.
struct ShakeTests {
    private let stage = Stage()

    private func received(_ events: [RawEvent], of device: DeviceDescription = Streams.accelerometer()) throws
        -> [String]
    {
        let number = try #require(try stage.add(device))
        stage.send(events, of: number)
        return stage.drain()
    }

    private func noise(around rest: (Int32, Int32, Int32), _ random: inout SplitMix64) -> [RawEvent] {
        var events: [RawEvent] = []
        for step in 0..<2000 {
            let x = rest.0 + Int32.random(in: -50...50, using: &random)
            let y = rest.1 + Int32.random(in: -50...50, using: &random)
            let z = rest.2 + Int32.random(in: -50...50, using: &random)
            events += Streams.feel(x, y, z, at: Int64(step) * 10_000)
        }
        return events
    }

    @Test
    func `three jolts within a second begin a shake`() throws {
        #expect(try received(Streams.jolts(3, from: 1000, every: 300_000)) == ["motionBegan"])
    }

    @Test
    func `two jolts, or three too far apart, are no shake`() throws {
        #expect(try received(Streams.jolts(2, from: 1000, every: 100_000)) == [])
        stage.send(Streams.jolts(5, from: 10_000_000, every: 600_000), of: 1)
        #expect(stage.drain() == [])
    }

    @Test
    func `half a second without jolts ends the shake`() throws {
        _ = try received(Streams.jolts(4, from: 0, every: 200_000))
        #expect(stage.hub.nextDeadline == 1_100_000)
        stage.hub.advance(to: 1_099_999)
        #expect(stage.drain() == [])
        stage.hub.advance(to: 1_100_000)
        #expect(stage.drain() == ["motionEnded"])
        #expect(stage.hub.nextDeadline == nil)
    }

    @Test
    func `a shake also ends if the next report comes later`() throws {
        let received = try received(Streams.jolts(3, from: 0, every: 200_000) + Streams.feel(0, 0, 990, at: 5_000_000))
        #expect(received == ["motionBegan", "motionEnded"])
    }

    @Test(.rule("L1"))
    func `removing the sensor cancels its shake`() throws {
        _ = try received(Streams.jolts(3, from: 0, every: 200_000))
        stage.hub.remove(1)
        #expect(stage.drain() == ["motionCancelled"])
        #expect(stage.hub.nextDeadline == nil)
    }

    @Test(arguments: [(0, 0, 1000), (0, 1000, 0), (-1000, 0, 0), (577, 577, 577), (0, -707, 707)])
    func `a sensor at rest never shakes, in any orientation`(_ x: Int, _ y: Int, _ z: Int) throws {
        var random = SplitMix64(seed: 1)
        let device = Streams.accelerometer(at: (Int32(x), Int32(y), Int32(z)))
        let events = noise(around: (Int32(x), Int32(y), Int32(z)), &random)
        #expect(try received(events, of: device) == [])
    }

    @Test
    func `repeated tilting is no shake`() throws {
        let corners: [(Int32, Int32, Int32)] = [(0, 0, 1000), (1000, 0, 0), (0, 0, -1000), (0, 1000, 0), (-1000, 0, 0)]
        let events = (0..<1000).flatMap { step in
            let (x, y, z) = corners[step % corners.count]
            return Streams.feel(x, y, z, at: Int64(step) * 50_000)
        }
        #expect(try received(events) == [])
    }

    @Test(arguments: [1, 2, 4, 8])
    func `a sensor at rest without a resolution does not shake`(_ reach: Int32) throws {
        var random = SplitMix64(seed: 3)
        var device = Streams.accelerometer(resolution: 0)
        for axis in [Axis.x, .y, .z] {
            device.axes[axis] = AxisRange(minimum: -1000 * reach, maximum: 1000 * reach)
        }
        let events = noise(around: (0, 0, 1000), &random)
        #expect(try received(events, of: device) == [])
    }

    @Test(.rule("K4"))
    func `axes without events have their initial values`() throws {
        let device = Streams.accelerometer(at: (0, 0, 1400))
        // The first frame contains only X. It is a jolt, because Z still has its initial value of 1400.
        var events: [RawEvent] = []
        for step in 0..<6 {
            let time = Int64(step) * 100_000
            events += [RawEvent(.x, step % 2 == 0 ? 1400 : 0, at: time)]
            events += [RawEvent(.z, step % 2 == 0 ? 1400 : 1000, at: time)].suffix(step)
            events += [RawEvent(.report, at: time)]
        }
        #expect(try received(events, of: device) == ["motionBegan"])
    }

    @Test
    func `a single long push is one jolt`() throws {
        let events = (0..<100).flatMap { Streams.feel(2500, 0, 1000, at: Int64($0) * 10_000) }
        #expect(try received(events) == [])
    }
}
