internal import Bridge
internal import CTorture
internal import Contacts
internal import InputEvents
internal import InputHub
internal import LayoutFile
internal import LayoutPlans
internal import LayoutRuntime
internal import Platform
internal import PluginAPI
internal import ResponderKit
internal import Schema
internal import TouchTrace

/// Applies steps to a pipeline with simulated devices and stub plugins. Checks invariants after each
/// step, and further invariants after the step `settle`, which lifts all fingers and advances the clock.
package final class Simulation {
    let pipeline: Pipeline
    let verdict = Verdict()
    let oracle: Oracle
    let board: StubPluginBoard
    private let stage: TortureStage
    private var deviceStates: [DeviceState]
    private var plans: (main: LayoutPlan, other: LayoutPlan)
    private var isOther = false
    private var planNumber = 0
    private var ignoring = 0
    private var time: Int64 = 0
    /// Number of touches that were down on a debounced panel before the step; 0 for other panels. Debouncing may delay
    /// the lifts of these touches to this step (V17).
    private var held = 0
    /// Objects that must be deallocated by the end of the next step `settle`.
    private var leaving: [(name: String, object: Weak<AnyObject>)] = []
    private var memory: [Int] = []
    /// Number of processed events.
    package private(set) var eventCount = 0

    /// Simulated time that elapses while the simulation settles, in microseconds.
    package static let settlingTime: Int64 = 200_000_000

    /// Creates a simulation. `isWatched` attaches a trace recorder, which must not affect the results.
    package init(_ stage: TortureStage, isWatched: Bool) {
        self.stage = stage
        oracle = Oracle(verdict)
        board = StubPluginBoard(verdict, plugins: max(1, stage.plan.plugins.count), isStrict: stage.isStrict)
        plans = (board.plan(stage.plan, number: 0), board.plan(stage.other, number: 0))
        let clock = StepClock()
        var options = Pipeline.Options()
        options.clock = { clock.time }
        pipeline = Pipeline(plans.main, options)
        deviceStates = stage.simulatedDevices.map { DeviceState(simulatedDevice: $0, model: ContactModel($0.kind)) }
        self.clock = clock
        // During its deinitialization, the pipeline cancels its touches. Controls then send events, and for each event
        // the oracle calls this closure. The reference is weak, because reading an unowned reference during the
        // deinitialization would trap.
        oracle.isSentByCode = { [weak pipeline] in pipeline?.tree.takeSentEvent() ?? false }
        oracle.windows = { [unowned application = pipeline.application] in application.windows }
        pipeline.application.addObserver(oracle)
        if isWatched { pipeline.record([.moves, .hitTests], capacity: 4096) }
        time = Generator.start
        clock.time = time
        pipeline.start(at: time)
    }

    private let clock: StepClock

    /// First failure; nil if there is none.
    package var failure: Failure? { verdict.failure }
    /// Hash of all handler calls.
    package var digest: UInt64 { board.streams.digest }
    package var callCount: Int { board.streams.count }

    /// Applies a step; returns the first failure of the simulation so far, or nil if there is none.
    package func take(_ step: Step) -> Failure? {
        board.room = 3
        switch step {
        case .events(let device, let events): take(events, of: device)
        case .plug(let device): plug(device)
        case .unplug(let device): unplug(device)
        case .advance(let time): advance(to: time)
        case .command(let command, let plugin): ask(command, plugin)
        case .mood(let plugin, let mood): if board.moods.indices.contains(plugin) { board.moods[plugin] = mood }
        case .reload(let reload): self.reload(reload)
        case .sleep: pipeline.pause()
        case .awake: pipeline.resume()
        case .cancelAll(let device): cancelAll(device)
        case .ignore(let isBeginning): ignore(isBeginning)
        case .controller(let move, let number): pipeline.move(move, number)
        case .settle: settle()
        }
        finish()
        return verdict.failure
    }

    /// Reports failed calls, and executes the commands that plugins have submitted.
    private func finish() {
        for failure in board.failures {
            failure.context.report(CallLoss.failed, of: failure.handlerEvent, for: failure.binding)
        }
        board.failures.removeAll()
        carryOut()
        oracle.finishStep()
    }

    /// Advances the pipeline to the current time, and then executes the waiting commands, as the service does.
    private func carryOut() { _ = pipeline.carryOutCommands(at: time, within: TimeSpan(microseconds: 1_000_000)) }

    // MARK: Devices

    private func take(_ events: [RawEvent], of device: Int) {
        guard deviceStates.indices.contains(device), let number = deviceStates[device].number else { return }
        eventCount += events.count
        if let last = events.last { time = max(time, last.time) }
        clock.time = time
        noteKeys(events, device)
        let isPanel = deviceStates[device].simulatedDevice.kind.isPanel
        if isPanel { deviceStates[device].model.take(events, after: pipeline.application.now) }
        oracle.tally = Oracle.Tally()
        oracle.device = number
        held = isPanel && isDebounced(number) ? oracle.live.count { $0.finger.device == number } : 0
        pipeline.hub.take(events.span, of: number)
        if isPanel { check(device, number) }
    }

    private func noteKeys(_ events: [RawEvent], _ device: Int) {
        guard deviceStates[device].simulatedDevice.kind == .keys else { return }
        for event in events where event.type == .key {
            deviceStates[device].keys.removeAll { $0 == event.code }
            if event.value != 0 { deviceStates[device].keys.append(event.code) }
        }
    }

    /// Compares the panel's contacts with its touches.
    private func check(_ device: Int, _ number: Int32) {
        let model = deviceStates[device].model
        let wasSilent = deviceStates[device].isSilent
        if model.count == 0 { deviceStates[device].isSilent = false }
        let filters = pipeline.hub.panel(number)?.settings.filters ?? PanelFilters()
        if filters.debounce > 0 {
            checkCount(model, number, filters.debounce)
        } else {
            checkContacts(model, number)
        }
        guard model.kind == .plain else { return }
        let tally = oracle.tally
        if model.isRepairOnly, tally.ended > held {
            verdict.fail(.repair, "\(tally.ended) touches ended, but the panel reported no lift")
        }
        let appeared = model.appearances + deviceStates[device].undecided
        let known = tally.began + tally.ignored
        let isAccommodated = pipeline.hub.panel(number)?.settings.accommodations != nil
        let mayWait = filters.outOfRange == .enter || isAccommodated
        if known > appeared {
            let words = "\(tally.began) touches began and \(tally.ignored) were ignored"
            verdict.fail(.contact, "\(words), but only \(appeared) contacts appeared")
        }
        let refusals = refusalCount(number) - deviceStates[device].refusals
        deviceStates[device].refusals += refusals
        let undecided = appeared - known - refusals
        // Excludes panels with accommodations, because timers can begin withheld touches between two inputs, and
        // `tally` does not count these touches.
        if !wasSilent, !isAccommodated, undecided > (mayWait ? model.count : 0) {
            let words = "\(tally.began) touches began, \(tally.ignored) were ignored and \(refusals) filtered"
            verdict.fail(.contact, "\(appeared) contacts appeared, but only \(words)")
        }
        // The ghost filter can cancel a contact that has become a touch. Such a contact is subtracted from `appeared`
        // twice: as a part of `known` and as a part of `refusals`. Because `undecided` can then be too low, the number
        // of contacts is used instead.
        let most = filters.ghosts > 0 ? model.count : min(max(undecided, 0), model.count)
        deviceStates[device].undecided = mayWait ? most : 0
    }

    private func refusalCount(_ number: Int32) -> Int { pipeline.hub.panel(number)?.metrics().filtered.total ?? 0 }

    private func isDebounced(_ number: Int32) -> Bool {
        (pipeline.hub.panel(number)?.settings.filters.debounce ?? 0) > 0
    }

    /// Checks only the number of touches of a debounced panel, because its touches cannot be matched with slots (V17).
    /// A touch outlives its contact by up to the debounce time. A contact in another slot can continue the touch.
    private func checkCount(_ model: ContactModel, _ number: Int32, _ debounce: Int64) {
        guard model.kind != .anonymous || !model.isOpen, model.kind != .anonymous || model.listed != nil else { return }
        let count = oracle.live.count { $0.finger.device == number && !$0.isFinal }
        let held = model.lifts.count { model.reportTime - $0 <= debounce }
        if count > model.count + held {
            verdict.fail(
                .contact,
                "\(count) touches are active, but the panel has \(model.count) contacts and \(held) delayed lifts"
            )
        }
    }

    private func checkContacts(_ model: ContactModel, _ number: Int32) {
        var count = 0
        for index in oracle.live.indices
        where oracle.live[index].finger.device == number && !oracle.live[index].isFinal {
            count += 1
            let account = oracle.live[index]
            guard model.kind != .anonymous else { continue }
            let slot = model.slots[Int(account.finger.contact)]
            guard slot.known >= 0 else {
                let words = "slot \(account.finger.contact), which is empty"
                verdict.fail(.contact, "touch \(account.number) continues in \(words)")
                continue
            }
            if let contact = account.contact, contact != slot.serial {
                verdict.fail(.contact, "touch \(account.number) continues with another finger's contact")
            }
            oracle.setContact(slot.serial, at: index)
        }
        if model.kind == .anonymous, !model.isOpen, let listed = model.listed, count > listed {
            verdict.fail(.contact, "\(count) touches are active, but the panel lists \(listed) contacts")
        }
    }

    private func plug(_ device: Int) {
        guard deviceStates.indices.contains(device), deviceStates[device].number == nil else { return }
        let simulatedDevice = deviceStates[device].simulatedDevice
        let number = pipeline.add(simulatedDevice.description) { _ in }
        deviceStates[device] = DeviceState(
            simulatedDevice: simulatedDevice,
            number: number,
            isWanted: true,
            model: ContactModel(simulatedDevice.kind)
        )
    }

    private func unplug(_ device: Int) {
        guard deviceStates.indices.contains(device) else { return }
        deviceStates[device].isWanted = false
        guard let number = deviceStates[device].number else { return }
        deviceStates[device].number = nil
        pipeline.remove(number)
        if oracle.live.contains(where: { $0.finger.device == number && !$0.isFinal }) {
            verdict.fail(.contact, "a panel was removed, but its touches continue")
        }
    }

    private func cancelAll(_ device: Int) {
        guard deviceStates.indices.contains(device), let number = deviceStates[device].number else { return }
        pipeline.hub.panel(number)?.cancelAll()
        deviceStates[device].isSilent = true
    }

    // MARK: Commands, reloads and time

    private func advance(to time: Int64) {
        self.time = max(self.time, time)
        clock.time = self.time
        pipeline.hub.advance(to: self.time)
    }

    private func ask(_ command: TreeCommand, _ plugin: Int) {
        let names = pipeline.plugins.names
        let name = names.isEmpty ? "" : names[plugin % names.count]
        // Excludes the views of controllers: a controller retains its view, so the view outlives its removal.
        if case .remove(let id) = command, let view = pipeline.tree.view(id), view.superview != nil,
            !pipeline.allControllers.contains(where: { $0.viewIfLoaded === view })
        {
            leaving.append(("view '\(id)'", Weak(object: view)))
        }
        _ = pipeline.commands.submit(command, from: name, reply: nil)
        carryOut()
    }

    private func ignore(_ isBeginning: Bool) {
        if isBeginning {
            ignoring += 1
            pipeline.application.beginIgnoringInteractionEvents()
        } else if ignoring > 0 {
            ignoring -= 1
            pipeline.application.endIgnoringInteractionEvents()
        }
    }

    private func reload(_ reload: Step.Reload) {
        leaving.append(("the former tree", Weak(object: pipeline.tree)))
        for window in pipeline.tree.windows { leaving.append(("a former window", Weak(object: window))) }
        switch reload {
        case .same: break
        case .fresh:
            planNumber += 1
            plans = (board.plan(stage.plan, number: planNumber), board.plan(stage.other, number: planNumber))
        case .other: isOther.toggle()
        }
        if reload != .other { isOther = false }
        let orphans = pipeline.reload(isOther ? plans.other : plans.main, at: time)
        for device in deviceStates.indices {
            deviceStates[device].isSilent = true
            deviceStates[device].undecided = 0
            if let number = deviceStates[device].number, orphans.contains(number) { deviceStates[device].number = nil }
            deviceStates[device].refusals = deviceStates[device].number.map(refusalCount) ?? 0
            if deviceStates[device].isWanted, deviceStates[device].number == nil { plug(device) }
        }
        let live = oracle.live.filter { !$0.isFinal }
        if let account = live.first {
            verdict.fail(.touchEndsOnce, "touch \(account.number) is still active after a reload of the layout")
        }
        board.panels.removeAll { $0.object == nil }
    }
}

/// Clock of a simulation; steps advance this clock.
private final class StepClock: @unchecked Sendable {
    var time: Int64 = 0
}

// MARK: - Settling

extension Simulation {
    private func settle() {
        while ignoring > 0 { ignore(false) }
        pipeline.resume()
        // A plugin that submits a command for every call would prevent the simulation from settling.
        for plugin in board.moods.indices { board.moods[plugin] = .works }
        for device in deviceStates.indices { lift(device) }
        for name in pipeline.tree.customGestureNames {
            for state in ["ended", "failed"] { ask(.raise(gesture: name, state: state), 0) }
        }
        finish()
        for _ in 0..<4 { advance(to: time + Self.settlingTime / 4) }
        finish()
        checkLeftovers()
    }

    /// Lifts all fingers of a device and releases its keys.
    private func lift(_ device: Int) {
        var events: [RawEvent] = []
        let now = time
        switch deviceStates[device].simulatedDevice.kind {
        case .plain, .rich:
            events.append(RawEvent(.report, at: now))
            for slot in deviceStates[device].model.slots.indices {
                events.append(RawEvent(.slot, Int32(slot), at: now))
                events.append(RawEvent(.trackingID, -1, at: now))
            }
        case .anonymous:
            events = [RawEvent(.report, at: now), RawEvent(.contactReport, at: now), RawEvent(.report, at: now)]
            events.append(RawEvent(.contactReport, at: now))
        case .single: events = [RawEvent(.report, at: now), RawEvent(KeyCode.touch, 0, at: now)]
        case .keys: events = deviceStates[device].keys.map { RawEvent(KeyCode(rawValue: $0), 0, at: now) }
        case .accelerometer:
            events = [RawEvent(.x, 0, at: now), RawEvent(.y, 0, at: now), RawEvent(.z, 256, at: now)]
        }
        events.append(RawEvent(.report, at: now))
        take(events, of: device)
    }

    private func checkLeftovers() {
        oracle.checkSettled()
        if let failure = board.streams.checkSettled() { verdict.fail(failure.invariant, failure.detail) }
        let unfinished = pipeline.application.unfinished
        if unfinished != Unfinished() {
            verdict.fail(.leftovers, "state remains after all fingers are up: \(unfinished)")
        }
        for device in deviceStates.indices {
            guard let number = deviceStates[device].number, let panel = pipeline.hub.panel(number) else { continue }
            if panel.presentCount > 0 {
                let name = deviceStates[device].simulatedDevice.description.name
                verdict.fail(.leftovers, "'\(name)' has \(panel.presentCount) contacts after all fingers are up")
            }
        }
        for window in pipeline.application.windows { checkControls(in: window) }
        for panel in board.panels { panel.object?.checkSettled() }
        for (name, object) in leaving where object.object != nil {
            // A handler may have added a removed view to another superview. Windows are never moved.
            if let view = object.object as? View, !(view is Window), view.window != nil { continue }
            verdict.fail(.release, "\(name) was removed, but is still retained")
        }
        leaving.removeAll()
        checkMemory()
    }

    private func checkControls(in view: View) {
        if let control = view as? Control, control.isTracking || control.isTouchInside {
            verdict.fail(.leftovers, "\(Oracle.name(control)) is still pressed after all fingers are up")
        }
        for child in view.subviews { checkControls(in: child) }
    }

    /// Fails if memory use grows. Compares the minimum in the last third of a long run with the minimum in the first
    /// third.
    private func checkMemory() {
        memory.append(Int(tb_bytes_in_use()))
        guard memory.count >= 90, memory.count % 30 == 0 else { return }
        let third = memory.count / 3
        let (before, after) = (memory[..<third].min() ?? 0, memory[(2 * third)...].min() ?? 0)
        // The tolerance allows for a thousand views that plugins have added.
        if after > before + 2 << 20 {
            let words = "\(before) bytes are allocated in the first third of the run, \(after) in the last third"
            verdict.fail(.memory, words)
        }
    }
}
