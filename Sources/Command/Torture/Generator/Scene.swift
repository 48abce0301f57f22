/// Behaviour of the fingers for a sequence of steps: their number, their movement and the fault rate.
struct Scene {
    enum Manner: CaseIterable {
        /// Short touches with little movement.
        case taps
        /// Long touches with very little movement.
        case holds
        /// Uniform movement.
        case drags
        /// Random movements and durations.
        case chaos
    }

    var manner: Manner
    /// Target number of fingers.
    var fingers: Int
    /// Distance in device units that a finger moves per frame.
    var stride: Int32
    /// Interval between frames in microseconds.
    var pause: Int64
    /// Average number of frames between faults.
    var faults: Int
    /// Index of the device that is touched most.
    var device: Int
    /// Number of remaining steps of the scene.
    var rest: Int
    /// Location near which fingers go down.
    var origin: (x: Int32, y: Int32)
    /// Id of the view at `origin`; nil if unknown.
    var view: String?

    init(_ random: inout SeededRandom, devices: Int) {
        manner = random.pick(Manner.allCases)
        fingers = random.pick([1, 1, 1, 2, 2, 3, 4, 5, 10])
        stride = Int32(random.pick([1, 4, 30, 120, 500]))
        pause = Int64(random.pick([1000, 4000, 8000, 8000, 16000, 16000, 33000, 120_000]))
        faults = random.pick([12, 60, 150, 400, 1000])
        device = random.below(devices)
        rest = random.number(20...160)
        origin = Self.anywhere(&random)
    }

    /// Returns a random location, often at an edge, because edge gestures begin there and coordinates have their
    /// extreme values there.
    static func anywhere(_ random: inout SeededRandom) -> (x: Int32, y: Int32) {
        (coordinate(&random), coordinate(&random))
    }

    private static func coordinate(_ random: inout SeededRandom) -> Int32 {
        switch random.below(16) {
        case 0: 0
        case 1: SimulatedDevice.reach
        case 2: Int32(random.below(20))
        case 3: SimulatedDevice.reach - Int32(random.below(20))
        default: Int32(random.below(Int(SimulatedDevice.reach) + 1))
        }
    }
}
