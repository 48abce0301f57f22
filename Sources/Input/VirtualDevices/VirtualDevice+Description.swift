internal import CInput
internal import DeviceNodes
internal import InputEvents

extension VirtualDevice {
    /// Passes a description to uinput and creates the device.
    static func announce(_ description: DeviceDescription, to descriptor: Int32) throws(EvdevError) {
        let name = description.name
        func attempt(_ what: @autoclosure () -> String, _ call: () -> Int32) throws(EvdevError) {
            do {
                try retryingInterruption(on: name, while: "announcing \(what())", call)
            } catch  where error.code == .notAnInputDevice {
                throw EvdevError(
                    .badDescription,
                    device: name,
                    errorNumber: error.errorNumber,
                    "the kernel rejects \(what()); correct the description"
                )
            }
        }
        guard !name.isEmpty else {
            throw EvdevError(.badDescription, device: "virtual device", "the description has no name; add one")
        }
        for (type, codes) in description.codes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard type != .synchronization, type != .forceFeedback, type.rawValue <= EventType.`repeat`.rawValue else {
                continue  // the kernel sets type 0; types beyond EV_REP are not input
            }
            try attempt("events of type \(type.rawValue)") { tb_uinput_announce_type(descriptor, type.rawValue) }
            if type == .absolute || type == .repeat { continue }
            for code in codes.sorted() {
                try attempt("code \(code) of type \(type.rawValue)") {
                    tb_uinput_announce(descriptor, type.rawValue, code)
                }
            }
        }
        for code in description.codes[.absolute, default: []].sorted() {
            guard let range = description.axes[Axis(rawValue: code)] else {
                throw EvdevError(
                    .badDescription,
                    device: name,
                    "the description has axis \(code) without a range; add minimum and maximum"
                )
            }
            var info = input_absinfo()
            info.value = range.value
            info.minimum = range.minimum
            info.maximum = range.maximum
            info.fuzz = range.fuzz
            info.flat = range.flat
            info.resolution = range.resolution
            try attempt("axis \(code) with the range \(range.minimum) to \(range.maximum)") {
                tb_uinput_announce_axis(descriptor, code, &info)
            }
        }
        for property in description.properties {
            try attempt("property \(property.rawValue)") {
                tb_uinput_announce_property(descriptor, property.rawValue)
            }
        }
        if let physical = description.physical {
            try attempt("the physical location") { tb_uinput_set_physical(descriptor, physical) }
        }
        var identity = input_id()
        identity.bustype = description.identity.bus
        identity.vendor = description.identity.vendor
        identity.product = description.identity.product
        identity.version = description.identity.version
        try attempt("this combination of axes and keys") { tb_uinput_create(descriptor, identity, name) }
    }
}
