internal import InputEvents
internal import PluginAPI

/// Generates the steps of one round of the torture test (a fuzz test) from a seed. The steps do not depend on the
/// results of earlier steps.
package struct Generator {
    var random: SeededRandom
    var encoders: [EvdevEncoder]
    var time: Int64 = Self.start
    var scene: Scene
    let names: Names
    private var isAsleep = false
    private var isIgnoring = false
    private var sinceSettling = 0

    /// Start time in microseconds.
    package static let start: Int64 = 1_000_000_000_000

    /// Names from the layout for use in steps.
    package struct Names: Sendable {
        package var views: [String] = []
        package var gestures: [String] = []
        package var pluginCount = 0
        /// Centers of views in device units; random points would seldom hit small views.
        package var spots: [Spot] = []

        package init() {}
    }

    /// A location on a panel.
    package struct Spot: Equatable, Sendable {
        package var x: Int32
        package var y: Int32
        /// Id of the view that the location hits in the unmodified layout; nil if there is no view or it has no id.
        package var view: String?
    }

    package init(seed: UInt64, simulatedDevices: [SimulatedDevice.Kind], names: Names) {
        random = SeededRandom(seed: seed)
        encoders = simulatedDevices.map { EvdevEncoder($0) }
        self.names = names
        scene = Scene(&random, devices: encoders.count)
    }

    package mutating func next() -> Step {
        if let device = encoders.firstIndex(where: { !$0.isPlugged }), time == Self.start {
            encoders[device].isPlugged = true
            return .plug(device: device)
        }
        scene.rest -= 1
        if scene.rest < 0 {
            scene = Scene(&random, devices: encoders.count)
            goElsewhere()
        }
        sinceSettling += 1
        if sinceSettling > 300, random.once(in: 60) { return settle() }
        if isAsleep, random.once(in: 20) { return changeSleep() }
        if isIgnoring, random.once(in: 20) { return changeIgnoring() }
        if let view = touchedView, random.once(in: 15) { return .command(meddle(with: view), plugin: anyPlugin()) }
        let chance = random.below(1000)
        switch chance {
        case ..<900: return events()
        case ..<940: return advance()
        case ..<972: return .command(command(), plugin: anyPlugin())
        case ..<978: return .mood(plugin: anyPlugin(), mood())
        case ..<984: return replug()
        case ..<986: return .reload(random.pick([.same, .same, .fresh, .other]))
        case ..<989: return changeSleep()
        case ..<991: return .cancelAll(device: random.below(encoders.count))
        case ..<993: return changeIgnoring()
        case ..<997: return .controller(random.pick(Step.Move.allCases), random.below(8))
        default: return advance()
        }
    }

    /// Id of the view under the fingers; nil if no finger is down or the id is unknown.
    private var touchedView: String? { encoders[scene.device].downCount > 0 ? scene.view : nil }

    private mutating func anyPlugin() -> Int { random.below(max(1, names.pluginCount)) }

    private mutating func settle() -> Step {
        sinceSettling = 0
        (isAsleep, isIgnoring) = (false, false)
        for device in encoders.indices { encoders[device].lift() }
        time += Simulation.settlingTime
        return .settle
    }

    private mutating func advance() -> Step {
        time += Int64(random.pick([1, 1, 10, 50, 200, 500, 500, 2000, 30_000, 200_000, 3_600_000])) * 1000
        return .advance(to: time)
    }

    private mutating func replug() -> Step {
        let device = random.below(encoders.count)
        encoders[device].isPlugged.toggle()
        guard encoders[device].isPlugged else { return .unplug(device: device) }
        // Fingers may lift while the device is unplugged.
        if random.once(in: 2) { encoders[device].lift() }
        (encoders[device].current, encoders[device].isFresh) = (0, true)
        return .plug(device: device)
    }

    private mutating func changeSleep() -> Step {
        isAsleep.toggle()
        return isAsleep ? .sleep : .awake
    }

    private mutating func changeIgnoring() -> Step {
        isIgnoring.toggle()
        return .ignore(isIgnoring)
    }

    private mutating func mood() -> Step.Mood {
        let command = if let view = scene.view, random.once(in: 2) { meddle(with: view) } else { self.command() }
        // Excludes `send` commands, because the oracle (the checker of events) could not distinguish sent control
        // events from events of fingers.
        if case .send = command { return .works }
        return switch random.below(8) {
        case 0: .refuses
        case 1: .refusesSome
        case 2: .fails
        case 3: .cannotStart
        case 4: .meddles(command)
        default: .works
        }
    }
}
