internal import Contacts
internal import Geometry
internal import InputEvents

extension PanelMeasurement {
    /// Minimum number of intervals for computing the report rate.
    private static let fewestIntervals = 50
    /// Limits for the report rate in frames per second. A rate below the first limit causes a warning, a rate below the
    /// second limit a problem.
    private static let (slowRate, unusableRate) = (60.0, 25.0)
    /// Minimum fraction of the panel that must be touched before untouched areas are reported as dead spots.
    private static let paintedPart = 0.5
    /// An edge counts as touched if the nearest touch was at most this far away, as a fraction of the panel.
    private static let edge = 0.03
    /// Time in microseconds without events after which a contact is considered stuck. A finger moves more often during
    /// a measurement.
    private static let stuckTime: Int64 = 5_000_000

    /// Returns the findings about the events of a device.
    func findings(for device: DeviceDescription) -> [DoctorFinding] {
        guard touches > 0 else {
            let remedy =
                "touch the panel during the measurement or recording; a panel that sends no event is not connected"
            return [DoctorFinding(.reportRate, .untested, "no touch was measured", remedy: remedy)]
                + [stuckContact].compactMap(\.self)
        }
        return [
            reportRate, jitter, fingers(of: device), pressure(of: device), contactSize(of: device), deadSpots, edges,
            range,
            interruption, ghost, stuckContact, lost, violation,
        ].compactMap(\.self)
    }

    private var median: Int64? {
        guard intervals.count >= Self.fewestIntervals else { return nil }
        return intervals.sorted()[intervals.count / 2]
    }

    private var reportRate: DoctorFinding {
        guard let median, median > 0 else {
            let (count, fewest) = (intervals.count, Self.fewestIntervals)
            let text = "only \(count) intervals between reports were measured; at least \(fewest) are required"
            return DoctorFinding(.reportRate, .untested, text, remedy: "draw a line for a few seconds")
        }
        let rate = 1_000_000 / Double(median)
        let text = "\(rate.decimal(0)) reports per second"
        guard rate < Self.slowRate else { return DoctorFinding(.reportRate, .ok, text) }
        let remedy = "connect the panel without a hub, switch USB autosuspend off, and update the panel's firmware"
        return DoctorFinding(.reportRate, rate < Self.unusableRate ? .problem : .warning, text, remedy: remedy)
    }

    private var jitter: DoctorFinding? {
        guard let median else { return nil }
        // A panel sends no report while no contact changes, so an interval may be a multiple of the report
        // interval.
        let deviations = intervals.map { abs($0 - max(1, ($0 + median / 2) / median) * median) }.sorted()
        let most = deviations[min(deviations.count * 95 / 100, deviations.count - 1)]
        let milliseconds = (Double(most) / 1000).decimal(1)
        let text = "95 % of the intervals differ by at most \(milliseconds) ms from a multiple of the usual interval"
        guard most > median / 4 else { return DoctorFinding(.jitter, .ok, text) }
        let remedy =
            "reduce the load of the machine and of the USB bus; disconnect other devices from the same hub"
        return DoctorFinding(.jitter, .warning, text, remedy: remedy)
    }

    private func fingers(of device: DeviceDescription) -> DoctorFinding {
        let seen = "\(mostFingers) \(mostFingers == 1 ? "finger" : "fingers") at once"
        switch try? PanelProtocol(of: device) {
        case .slots(let count) where count > 1:
            let text = "\(seen); the panel announces \(count)"
            guard mostFingers < 2 else { return DoctorFinding(.fingers, .ok, text) }
            return DoctorFinding(.fingers, .untested, text, remedy: "touch with all fingers at once")
        case .anonymous where mostFingers < 2:
            return DoctorFinding(.fingers, .untested, seen, remedy: "touch with all fingers at once")
        default: return DoctorFinding(.fingers, .ok, seen)
        }
    }

    private func pressure(of device: DeviceDescription) -> DoctorFinding? {
        guard device.has(.contactPressure), let pressures else { return nil }
        guard pressures.lowerBound == pressures.upperBound else {
            return DoctorFinding(.pressure, .ok, "values from \(pressures.lowerBound) to \(pressures.upperBound)")
        }
        let text = "the panel announces pressure, but always reports \(pressures.lowerBound)"
        return DoctorFinding(.pressure, .warning, text, remedy: "do not use 'minimumPressure' and {{force}}")
    }

    private func contactSize(of device: DeviceDescription) -> DoctorFinding? {
        guard device.has(.touchMajor), let sizes else { return nil }
        guard sizes.lowerBound == sizes.upperBound else {
            return DoctorFinding(.contactSize, .ok, "values from \(sizes.lowerBound) to \(sizes.upperBound)")
        }
        let text = "the panel announces the size of contacts, but always reports \(sizes.lowerBound)"
        return DoctorFinding(.contactSize, .warning, text, remedy: "do not distinguish palms by size")
    }

    // MARK: Area

    private var touchedPart: Double { Double(isTouched.count { $0 }) / Double(isTouched.count) }

    private var deadSpots: DoctorFinding {
        let percent = (touchedPart * 100).decimal(0)
        guard touchedPart >= Self.paintedPart else {
            let text = "touches covered only \(percent) % of the panel"
            return DoctorFinding(.deadSpots, .untested, text, remedy: "paint the whole screen with a finger")
        }
        let dead = isTouched.indices.filter { !isTouched[$0] }
        guard !dead.isEmpty else {
            return DoctorFinding(.deadSpots, .ok, "touches arrived from all parts of the panel")
        }
        let listed = dead.prefix(4).map { index in
            let x = (Double(index % Self.columns) + 0.5) / Double(Self.columns)
            let y = (Double(index / Self.columns) + 0.5) / Double(Self.rows)
            return Self.place(Point(x: x, y: y))
        }
        let more = dead.count > listed.count ? ", and \(dead.count - listed.count) more" : ""
        let text =
            "no touch arrived from \(100 - (Int(percent) ?? 0)) % of the panel: at \(listed.joined(separator: "; "))\(more)"
        let remedy = "touch these parts again; if no touch arrives, clean the panel and its frame, then replace it"
        return DoctorFinding(.deadSpots, .warning, text, remedy: remedy)
    }

    private static func place(_ location: Point) -> String {
        "\((location.x * 100).decimal(0)) % of the width, \((location.y * 100).decimal(0)) % of the height"
    }

    private var edges: DoctorFinding {
        guard let extent, touchedPart >= Self.paintedPart else {
            return DoctorFinding(
                .edges,
                .untested,
                "too little of the panel was touched",
                remedy: "paint the whole screen, including the edges"
            )
        }
        let distances = [
            ("left", extent.minimum.x), ("top", extent.minimum.y), ("right", 1 - extent.maximum.x),
            ("bottom", 1 - extent.maximum.y),
        ]
        let missed = distances.filter { $0.1 > Self.edge }
        guard !missed.isEmpty else { return DoctorFinding(.edges, .ok, "touches arrived from all four edges") }
        let list = missed.map { "\($0.0) \(($0.1 * 100).decimal(0)) %" }.joined(separator: ", ")
        let text = "no touch arrived from the edges: \(list) of the panel"
        let remedy = "touch these edges again; if the touches arrive elsewhere, run 'touchbridge calibrate'"
        return DoctorFinding(.edges, .warning, text, remedy: remedy)
    }

    private var range: DoctorFinding? {
        guard outOfRange > 0 else { return nil }
        let count = outOfRange == 1 ? "1 position was" : "\(outOfRange) positions were"
        let text = "\(count) outside the range that the panel announces"
        let remedy =
            "run 'touchbridge calibrate', or correct the range with udev hwdb entries such as 'EVDEV_ABS_35=MIN:MAX'"
        return DoctorFinding(.range, .warning, text, remedy: remedy)
    }

    // MARK: Faults

    private var interruption: DoctorFinding? {
        guard interruptions > 0 else { return nil }
        let lines = interruptions == 1 ? "1 line was" : "\(interruptions) lines were"
        let text = "\(lines) interrupted and continued at the same point within 50 ms"
        return DoctorFinding(
            .interruptions,
            .warning,
            text,
            remedy: "set 'filters: { debounce: 20ms }'; clean the panel"
        )
    }

    private var ghost: DoctorFinding {
        guard let first = ghosts.first else {
            return DoctorFinding(.ghosts, .ok, "no touches that a finger cannot produce")
        }
        let reason = "\(first.reason)"
        let count = ghosts.count == 1 ? "1 ghost" : "\(ghosts.count) ghosts"
        let text = "\(count); the first is '\(reason)' at \(Self.place(first.location))"
        let remedy = "clean the panel, use another power supply, and set 'filters: { ghosts: 10s }'"
        return DoctorFinding(.ghosts, .problem, text, remedy: remedy)
    }

    private var stuckContact: DoctorFinding? {
        guard let contact = oldestContact, contact.age >= Self.stuckTime else { return nil }
        let seconds = contact.age / 1_000_000
        let text = "a contact at \(Self.place(contact.location)) is down, and has sent no event for \(seconds) s"
        let remedy =
            "lift all fingers, and measure again; if the contact remains, clean the panel and its frame, and set "
            + "'filters: { staleContactTimeout: 30s }'"
        return DoctorFinding(.stuckContacts, .problem, text, remedy: remedy)
    }

    private var lost: DoctorFinding? {
        guard lostEvents > 0 else { return nil }
        let text = "events were lost \(lostEvents == 1 ? "once" : "\(lostEvents) times") (SYN_DROPPED)"
        return DoctorFinding(.lostEvents, .warning, text, remedy: "reduce the load of the machine")
    }

    private var violation: DoctorFinding? {
        let counts = [
            ("events for invalid slots", violations.invalidSlots),
            ("contacts that began before the previous contact ended", violations.trackingIDReuses),
            ("reports with earlier times", violations.backwardFrames),
        ]
        let list = counts.filter { $0.1 > 0 }.map { "\($0.0) (\($0.1))" }
        guard !list.isEmpty else { return nil }
        let text = "the driver violates the kernel's protocol: \(list.joined(separator: ", "))"
        return DoctorFinding(.violations, .warning, text, remedy: "update the kernel and the panel's firmware")
    }
}
