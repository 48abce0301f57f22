internal import JSON
internal import Platform
internal import Schema
internal import YAML

extension Setting where Value == InputLayout {
    /// The panel of a screen.
    static var input: Setting {
        Setting.table(InputLayout.table).then { input, node, reading in
            let isNamed = [input.name, input.serial, input.path].contains { $0 != nil }
            guard input.accept, !isNamed, input.vendor == nil || input.product == nil else { return }
            reading.error(
                "'accept: true' alone would take any mouse for a touchscreen; "
                    + "say which device is meant with 'name', 'path', 'serial', or 'vendor' and 'product'",
                at: node["accept"] ?? node
            )
        }
    }
}

extension InputLayout {
    /// The keys of `input:`.
    static let table = Table<InputLayout>(
        "Input",
        "Which panel a screen is touched on, and how the panel lies before it. A panel has to fit everything that is said.",
        of: InputLayout()
    ) {
        Key("name", .name, \.name, "The device's name; `*` stands for anything.")
        Key("vendor", .deviceNumber, \.vendor, "The vendor's number.")
        Key("product", .deviceNumber, \.product, "The product's number.")
        Key("serial", .name, \.serial, "The serial number; `*` stands for anything.")
        Key("path", .port, \.path, "Where it is plugged in (`touchbridge devices` shows it); `*` stands for anything.")
        Key(
            "accept",
            .boolean,
            \.accept,
            "Whether the device is a touchscreen although `touchbridge devices` calls it a mouse, a tablet or the like."
        )
        Key("rotation", .quarterTurn, \.rotation, "How far the panel is turned, in degrees clockwise.")
        Key("flipX", .boolean, \.flipX, "Whether left and right are exchanged.")
        Key("flipY", .boolean, \.flipY, "Whether top and bottom are exchanged.")
        Key("swapAxes", .boolean, \.swapAxes, "Whether x and y are exchanged.")
        Key("calibration", .calibration, \.calibration, "Six numbers, as udev's LIBINPUT_CALIBRATION_MATRIX has them.")
        Key(
            "grab",
            .grab,
            \.grab,
            "Whether other programs are kept from the panel's events (EVIOCGRAB): true at once, false never, auto, which it is unless given, as soon as no finger is down."
        )
        Key("filters", .table(FilterLayout.table), \.filters, "What is filtered; nothing unless it is asked for.")
        Key(
            "silenceLimit",
            .positiveTime,
            \.silenceLimit,
            "A finger of which nothing is heard for so long is cancelled."
        )
        Key(
            "touchArbitration",
            .boolean,
            \.touchArbitration,
            "Whether a pen in range cancels fingers and rejects new ones until it leaves; true unless given."
        )
    }
}

extension Setting where Value == String {
    /// A place where a panel is plugged in, as udev's `ID_PATH` has it; a file below `/dev` is none.
    fileprivate static var port: Setting {
        .name.then { path, node, reading in
            guard path.hasPrefix("/dev/") else { return }
            func remedy() -> String {
                let folder = "/dev/input/by-path/"
                guard path.hasPrefix(folder), let end = path.place(of: "-event") else {
                    return
                        "write what 'touchbridge devices' shows as its path, or select it by 'name', 'vendor' or 'serial'"
                }
                return "write \(path[..<end.lowerBound].dropFirst(folder.count))"
            }
            reading.error("'path' is where the panel is plugged in, and never a file; \(remedy())", at: node)
        }
    }
}

extension Setting where Value == InputLayout.Grab {
    fileprivate static var grab: Setting {
        Setting(expected: "true, false or auto", schema: ["enum": [true, false, "auto"]], fix: Fixes.boolean) {
            scalar in
            if scalar.text == "auto" { return .auto }
            return scalar.boolean.map { $0 ? .always : .never }
        }
    }
}

extension FilterLayout {
    /// The keys of `filters:`.
    static let table = Table<FilterLayout>(
        "Filters",
        "What is kept from a panel's events.",
        of: FilterLayout()
    ) {
        Key(
            "debounce",
            .time,
            \.debounce,
            "A finger that is lifted for less than this has not been lifted; each lift is this much later."
        )
        Key("dejitter", .magnitude, \.dejitter, "Steps of less than so many points are smoothed.")
        Key(
            "minimumPressure",
            .number(0...1),
            \.minimumPressure,
            "A finger that presses less is none; 1 is the panel's most."
        )
        Key(
            "outside",
            .choice(["clamp": .clamp, "enter": .enter, "ignore": .ignore, "pass": .pass]),
            \.outside,
            "What becomes of touches outside of the screen: moved to its edge, begun where they enter, left out or left as is."
        )
        Key(
            "ghosts",
            .positiveTime,
            \.ghosts,
            "A point that touches by itself is left out until it has been quiet for so long."
        )
    }
}
