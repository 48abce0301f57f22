internal import GestureKinds
internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == Boxed<FollowLayout> {
    /// Accepts a list of gestures, or a mapping with gestures and limits.
    static var follows: Setting {
        let gestures = Setting<[GestureType]>.followed
        let table = Setting<FollowLayout>.table(FollowLayout.table) { _ in }
        return Setting(
            expected: "a list of pan, pinch and rotation, or a mapping",
            schema: ["anyOf": [gestures.schema, table.schema]],
            tables: table.tables
        ) { node, reading in
            if node.mapping != nil { return table.read(node, reading).map { Boxed($0) } }
            return gestures.read(node, reading).map { gestures in
                var layout = FollowLayout()
                layout.gestures = gestures
                return Boxed(layout)
            }
        }
    }
}

extension Setting where Value == [GestureType] {
    /// Accepts one or more of the gestures pan, pinch and rotation.
    fileprivate static var followed: Setting {
        let gesture = Setting<GestureType>.choice(["pan": .pan, "pinch": .pinch, "rotation": .rotation])
        return .oneOrMore(of: gesture).then { gestures, node, reading in
            if node.sequence?.isEmpty == true {
                reading.error("the list is empty; write pan, pinch or rotation", .wrongValue, at: node)
            } else if Set(gestures).count < gestures.count {
                reading.error("the list contains a gesture twice; remove one of the entries", .wrongValue, at: node)
            }
        }
    }
}

extension FollowLayout {
    /// Returns the gesture table's key with this name, adapted to the table of `follows:`; empty if none exists.
    private static func key(_ name: String, _ summary: String) -> [Key<FollowLayout>] {
        GestureKey.all.filter { $0.key.name == name }.map { Key(name, $0.key.setting, \.settings[name], summary) }
    }

    static let table = Table<FollowLayout>(
        "Follow",
        "Gestures with which fingers change the transform of a view. The gestures are recognized simultaneously.",
        of: FollowLayout()
    ) {
        Key(
            "gestures",
            .followed,
            \.gestures,
            required: true,
            "`pan` moves the view, `pinch` scales it, and `rotation` rotates it."
        )
        Key("scale", .limits(above: 0, "scale", "[0.5, 4]"), \.scale, "Lowest and highest scale. Default: `[0.1, 10]`.")
        Key(
            "rotation",
            .limits(above: nil, "rotation", "[-45, 45]"),
            \.rotation,
            "Lowest and highest rotation in degrees clockwise, from -180 to 180. Default: unlimited."
        )
        Key(
            "area",
            .area,
            \.area,
            "Rectangle `[x, y, width, height]` in the superview to which the view's centre is restricted. Default: unlimited."
        )
        Key(
            "snapBack",
            .boolean,
            \.snapsBack,
            "Whether the view returns to the transform from before the gesture when all fingers have lifted. Default: false."
        )
        Key(
            "changesPerSecond",
            .integer(1...1000),
            \.changesPerSecond,
            "Maximum number of `changed` events per second. Default: one for each report of the panel."
        )
        key(
            "slop",
            "Movement in points at which a pan or a pinch begins. Default: 10 for a pan, 8 for a pinch."
        )
        key("slopAngle", "Angle in degrees at which a rotation begins. Default: about 5.7.")
        Key(
            "cancelsTouchesInView",
            .boolean,
            \.cancelsTouchesInView,
            "Whether recognized gestures cancel their touches in the views. Default: true."
        )
        Key("on", .bindings(of: .follower), \.on, "Events and their handlers.")
    }
}

extension Setting where Value == ClosedRange<Double> {
    /// Accepts two limits: `[lowest, highest]`. Both must be above `bound`, or from -180 to 180 if `bound` is nil.
    fileprivate static func limits(above bound: Double?, _ name: String, _ example: String) -> Setting {
        Setting<[Double]>.numbers(2, as: "a list [lowest, highest]")
            .then { limits, node, reading in
                let isValid =
                    limits[0] <= limits[1] && bound.map { limits[0] > $0 } ?? (limits[0] >= -180 && limits[1] <= 180)
                guard !isValid else { return }
                let range = bound == nil ? "from -180 to 180" : "above 0"
                let message = "'\(name)' must be two numbers \(range), the lower one first, as in \(example)"
                reading.error(message, .wrongValue, at: node)
                limits = [1, 1]
            }
            .map { $0[0]...$0[1] }
    }
}

extension Setting where Value == FrameLayout {
    /// Accepts a rectangle in the superview: `[x, y, width, height]`; each element is a length.
    fileprivate static var area: Setting {
        Setting<[Length]>.list(of: .length, count: 4...4, as: "a list [x, y, width, height]")
            .then { lengths, node, reading in
                guard lengths[2].isNegative || lengths[3].isNegative else { return }
                reading.error("the size of 'area' cannot be negative; write 0 or more", .wrongValue, at: node)
            }
            .map { .rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
    }
}
