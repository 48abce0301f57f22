/// Samples of touches with a delayed `touchesBegan`, for delivery with their original times (G89).
struct WithheldSamples {
    /// Limit withheld-samples (limits.md, Internal bounds): maximum number of samples of withheld touches that are
    /// delivered one by one.
    ///
    /// If there are more samples, the latest moves of each touch are merged. The limit is chosen for virtual panels, to
    /// which a plugin forwards the samples: if a virtual panel has two slots, the kernel's evdev buffer for each reader
    /// has room for the events of 32 samples.
    static let limit = 32

    /// One sample of a withheld touch.
    struct Sample {
        let number: Int
        /// Phase and values of the sample; during delivery, those of the touch.
        var phase: Touch.Phase
        var values: CoalescedSample
        /// Whether the touch currently has the sample's values.
        var isExchanged = false

        func isOf(_ touch: Touch) -> Bool { touch.number == number }

        /// Swaps the values of the sample and the touch.
        mutating func exchange(with touch: Touch) {
            let (current, currentPhase) = (CoalescedSample(touch), touch.phase)
            touch.facts.phase = phase
            (touch.facts.time, touch.facts.force) = (values.time, values.force)
            touch.facts.majorRadius = values.majorRadius
            (touch.screenLocation, touch.previousScreenLocation) = (values.location, values.previous)
            (phase, values) = (currentPhase, current)
            isExchanged.toggle()
        }
    }

    /// Withheld samples in the order of delivery.
    private var samples: ContiguousArray<Sample> = []
    /// Samples in delivery. The first `taken` samples were delivered. For the first `restored` samples, the touches
    /// have their current values again.
    private var released: ContiguousArray<Sample> = []
    private var taken = 0
    private var restored = 0

    var isEmpty: Bool { samples.isEmpty }

    /// Adds the current sample of a touch that began or moved. If the buffer is full, the sample replaces the touch's
    /// latest sample.
    ///
    /// Returns false if this latest sample is missing or is not a move. Also returns false if a moved touch has no
    /// withheld samples.
    mutating func add(_ touch: Touch) -> Bool {
        guard touch.phase == .began || touch.phase == .moved else { return true }
        let last = samples.lastIndex { $0.isOf(touch) }
        if touch.phase == .moved, last == nil { return false }
        var sample = Sample(number: touch.number, phase: touch.phase, values: CoalescedSample(touch))
        if samples.count == Self.limit {
            guard let last, samples[last].phase == .moved else { return false }
            let previous = samples[last].values.previous
            sample.values = CoalescedSample(touch, previous: previous)
            samples.remove(at: last)
        }
        samples.reserveCapacity(Self.limit)
        var index = samples.count
        if sample.phase == .began {
            while index > 0, samples[index - 1].phase == .moved, samples[index - 1].values.time == sample.values.time {
                index -= 1
            }
        }
        samples.insert(sample, at: index)
        return true
    }

    /// Discards the samples of a touch.
    mutating func remove(_ touch: Touch) {
        if !samples.isEmpty { samples.removeAll { $0.isOf(touch) } }
    }

    /// Moves samples to `released` if their touch number satisfies the condition.
    mutating func release(_ isReleased: (Int) -> Bool) {
        if restored == released.count {
            released.removeAll(keepingCapacity: true)
            (taken, restored) = (0, 0)
        }
        for sample in samples where isReleased(sample.number) { released.append(sample) }
        samples.removeAll { isReleased($0.number) }
    }

    func isReleased(_ touch: Touch) -> Bool { released.contains { $0.isOf(touch) } }

    /// The next sample to deliver.
    var nextReleased: Sample? { taken < released.count ? released[taken] : nil }

    /// Passes the next samples to `take` until `take` returns false.
    mutating func takeReleased(_ take: (inout Sample) -> Bool) {
        while taken < released.count, take(&released[taken]) { taken += 1 }
    }

    /// Restores the current values of touches with delivered samples.
    mutating func restore(_ touches: [Touch]) {
        for index in restored..<taken where released[index].isExchanged {
            if let touch = touches.first(where: released[index].isOf) { released[index].exchange(with: touch) }
        }
        restored = taken
    }
}
