internal import InputEvents

extension Simulation {
    /// A simulated device and its state in the pipeline.
    struct DeviceState {
        let simulatedDevice: SimulatedDevice
        var number: Int32?
        var isWanted = false
        var model: ContactModel
        /// Whether the pipeline may ignore the contacts of the panel until all fingers have lifted (L4).
        var isSilent = false
        /// Maximum number of contacts that are down and can still become touches. Such contacts went down outside the
        /// panel's coordinate range and can enter the range (V6), or an accommodation withholds them.
        var undecided = 0
        /// Number of strokes (contacts from touch-down to lift) that filters had rejected at the last check.
        var refusals = 0
        var keys: ContiguousArray<UInt16> = []
    }
}
