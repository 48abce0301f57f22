/// What fingers are about for a while: how many there are, how they move, how much goes wrong.
struct Scene {
    enum Manner: CaseIterable {
        /// Down, hardly moving, up again soon.
        case taps
        /// Down and still for long.
        case holds
        /// Moving evenly.
        case drags
        /// Anywhere at any time.
        case chaos
    }

    var manner: Manner
    /// Target number of fingers.
    var fingers: Int
    /// Points of the panel that a frame moves a finger by.
    var stride: Int32
    /// Microseconds between frames.
    var pause: Int64
    /// Average number of frames per fault.
    var faults: Int
    /// Which device is touched most.
    var device: Int
    /// Remaining steps of the scene.
    var rest: Int
    /// Where fingers go down.
    var place: (x: Int32, y: Int32)
    /// The view that is there, as far as it is known.
    var view: String?

    init(_ random: inout SeededRandom, devices: Int) {
        manner = random.pick(Manner.allCases)
        fingers = random.pick([1, 1, 1, 2, 2, 3, 4, 5, 10])
        stride = Int32(random.pick([1, 4, 30, 120, 500]))
        pause = Int64(random.pick([1000, 4000, 8000, 8000, 16000, 16000, 33000, 120_000]))
        faults = random.pick([12, 60, 150, 400, 1000])
        device = random.below(devices)
        rest = random.number(20...160)
        place = Self.anywhere(&random)
    }

    /// Often at an edge, as gestures begin there and numbers end there.
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
