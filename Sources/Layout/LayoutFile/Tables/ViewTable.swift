internal import GestureKinds
internal import JSON
internal import Schema
internal import YAML

extension Setting where Value == ViewLayout {
    /// Accepts a view with its subviews.
    static var view: Setting {
        Setting.table(named: "View") { ViewLayout.table }.then { view, node, reading in
            view.mark = node.mark
            let isPlaced = node["frame"] == nil && node["edges"] == nil || view.frame != nil
            view.isPartlyInvalid = !isPlaced || node["class"] != nil && view.class == nil
            ViewLayout.checkKeys(of: node, as: view.class, reading)
            ViewLayout.checkValue(of: view, node, reading)
            view.arrangeSubviews(node, reading)
            ViewLayout.checkMouse(of: view, node, reading)
            ViewLayout.checkAutorepeat(of: view, node, reading)
            view.addMouseGestures()
        }
    }
}

extension ViewLayout {
    static let table = Table<ViewLayout>(
        "View",
        "A rectangle that can be touched, with its subviews.",
        of: ViewLayout()
    ) {
        identity
        Key(
            earlier: "template",
            .name,
            "The template of the view; other keys of the view replace the template's keys."
        )
        Key(earlier: "with", .parameters, "Values of the template's parameters.")
        Key(
            earlier: "repeat",
            .repetition,
            "In `subviews`: makes one view for each item of a list or range; `${item}` is replaced by the item."
        )
        properties
        structure
    }

    /// Keys that cannot change at run time.
    @TableBuilder<ViewLayout>
    static var identity: [Key<ViewLayout>] {
        Key(
            "id",
            Setting<String>.name.located(),
            \.id,
            "The id in logs, traces, commands and other parts of the layout."
        )
        Key("class", .viewClass, \.class, "The class. Default: View.")
    }

    /// Keys that can change at run time.
    @TableBuilder<ViewLayout>
    static var properties: [Key<ViewLayout>] {
        Key(
            "frame",
            .frame,
            \.frame,
            "Position and size `[x, y, width, height]` in the superview, in points or percentages such as `\"50%\"`."
        )
        Key("edges", .edges, \.frame, "The frame as distances from the superview's edges.")
        Key("bounds", .rect, \.bounds, "The rectangle in the view's own coordinates: `[x, y, width, height]`.")
        Key("center", .point, \.center, "The centre in the superview's coordinates.")
        Key("transform", .transform, \.transform, "Scale, rotation and translation.")
        Key("alpha", .number(0...1), \.alpha, "Opacity; a view with an `alpha` below 0.01 receives no touches.")
        Key(
            "hidden",
            .boolean,
            \.isHidden,
            "Whether the view is hidden; a hidden view and its subviews receive no touches."
        )
        Key(
            "userInteractionEnabled",
            .boolean,
            \.isUserInteractionEnabled,
            "Whether the view and its subviews receive touches. Default: true."
        )
        Key(
            "multipleTouchEnabled",
            .boolean,
            \.isMultipleTouchEnabled,
            "Whether the view receives more than one finger at a time. Default: false."
        )
        Key(
            "exclusiveTouch",
            .boolean,
            \.isExclusiveTouch,
            "Whether the view cannot be touched at the same time as another view of its window."
        )
        Key(
            "clipsToBounds",
            .boolean,
            \.clipsToBounds,
            "Has no effect on touches: subviews never receive touches outside the view. Programs can read the value."
        )
        Key("tag", .integer(Int.min...Int.max), \.tag, "A number for programs; Touchbridge does not use the number.")
        Key(
            "canBecomeFirstResponder",
            .boolean,
            \.canBecomeFirstResponder,
            "Whether the view can become first responder, which receives presses, shakes and media keys."
        )
        Key(
            "enabled",
            .boolean,
            \.isEnabled,
            "Whether a control tracks touches and sends events. Default: true."
        )
        Key("selected", .boolean, \.isSelected, "Whether a control is selected. Default: false.")
        Key(
            "trackingMargin",
            .touchLength,
            \.trackingMargin,
            "Distance from a control's bounds, in points, within which a tracked finger counts as inside. Default: 70."
        )
        Key("value", .number, \.value, "Value of a slider. Default: the lowest value.")
        Key("range", .range, \.range, "Lowest and highest value of a slider. Default: `[0, 1]`.")
        Key(
            "continuous",
            .boolean,
            \.isContinuous,
            "Whether a slider also sends `valueChanged` while the finger moves. Default: true."
        )
        Key("thumbSize", .size, \.thumbSize, "Size of a slider's thumb, in points. Default: `[31, 31]`.")
        Key("vertical", .boolean, \.isVertical, "Whether a slider is vertical, with the lowest value at the bottom.")
        Key(
            "tapsSetValue",
            .boolean,
            \.tapsSetValue,
            "Whether a touch beside a slider's thumb moves the thumb to the finger. Default: false."
        )
        Key(
            "step",
            .magnitude,
            \.step,
            "Distance between the possible values of a slider, from the lowest value on. Default: 0, for any value."
        )
        Key(
            "ticks",
            .list(of: .number, count: 0...100),
            \.ticks,
            "The possible values of a slider, instead of `step`. Default: `[]`, for any value."
        )
        Key(
            "isOn",
            .boolean,
            \.isOn,
            "Whether a switch is on. Default: false. `{{value}}` is 1 for on and 0 for off."
        )
    }

    /// Keys for subviews, gestures, handlers and controllers.
    @TableBuilder<ViewLayout>
    private static var structure: [Key<ViewLayout>] {
        Key("subviews", .list(of: .view), \.subviews, "The subviews, from back to front.")
        Key("grid", .grid, \.arrangement, "Positions the subviews in rows and columns of equal size.")
        Key("stack", .stack, \.arrangement, "Positions the subviews one after the other in a row or a column.")
        Key("gestures", .list(of: .gesture), \.gestures, "Gestures that are recognized on the view and its subviews.")
        Key(
            "follows",
            .follows,
            \.follows,
            "Gestures with which fingers move, scale and rotate the view: pan, pinch and rotation."
        )
        Key(
            "autorepeat",
            .autorepeat,
            \.autorepeat,
            "Repeats `touchDown` of a button while a finger presses the button."
        )
        Key(
            "mouse",
            Setting<String>.name.located(),
            \.mouse,
            "The name of a `uinput` plugin; touches of this view control its pointer. A tap clicks, a long press clicks the right button or drags, and two fingers scroll. On a Trackpad, the pointer moves relative to its position."
        )
        Key("sequences", .list(of: .sequence), \.sequences, "Gestures that must be recognized in order.")
        Key(
            "controller",
            Setting<ControllerLayout>.controller.boxed,
            \.controller,
            "The view controller of this view."
        )
        Key("on", .bindings(of: .view), \.on, "Events and their handlers.")
        Key("actions", .actions, \.actions, "Handlers of actions that reach this view in the responder chain.")
    }

    /// Keys that only some classes have, with the names of these classes.
    private static let special: KeyValuePairs<String, [Class]> = [
        "enabled": [.control, .button, .slider, .switch],
        "selected": [.control, .button, .slider, .switch],
        "trackingMargin": [.control, .button, .slider, .switch],
        "value": [.slider],
        "range": [.slider],
        "continuous": [.slider],
        "thumbSize": [.slider],
        "vertical": [.slider],
        "tapsSetValue": [.slider],
        "step": [.slider],
        "ticks": [.slider],
        "isOn": [.switch],
        "mouse": [.view, .trackpad],
        "autorepeat": [.button],
    ]

    /// JSON Schema rules for class-specific keys. Such a key requires a class with this key, unless a template or an
    /// included file may set the class.
    static var classSchema: JSONValue {
        .object(
            special.map { key, classes in
                let own: JSONValue = [
                    "properties": ["class": ["enum": .list(classes.map { .text($0.rawValue) })]], "required": ["class"],
                ]
                return .init(key, ["anyOf": [own, ["required": ["template"]], ["required": ["include"]]]])
            }
        )
    }

    /// Returns the classes that have a property; nil if all classes have the property.
    public static func classes(with property: String) -> [Class]? { special.first { $0.key == property }?.value }

    static func checkKeys(of node: Node, as known: Class?, _ reading: Reading) {
        FrameLayout.checkKeys(of: node, reading)
        // If the class is invalid, the allowed keys are unknown.
        if known == nil, node["class"] != nil { return }
        let kind = known ?? .view
        for pair in node.mapping ?? [] {
            guard let name = pair.key.scalar?.text, let classes = classes(with: name), !classes.contains(kind) else {
                continue
            }
            let remedy =
                kind == .switch && name == "value"
                ? "write 'isOn: true' or 'isOn: false'"
                : "use a \(Names.alternatives(classes.map(\.rawValue))), or remove '\(name)'"
            reading.error("a \(kind.rawValue) has no '\(name)'; \(remedy)", .misplacedKey, at: pair.key)
        }
    }

    /// Checks `value`, `step` and `ticks` of a slider. A value outside the slider's range causes only a warning,
    /// because the slider clamps the value.
    static func checkValue(of view: ViewLayout, _ node: Node, _ reading: Reading) {
        if let step = view.step, step > 0, view.ticks?.isEmpty == false {
            reading.error(
                "'step' and 'ticks' cannot both be set; remove one of them",
                .conflict,
                at: node["step"] ?? node
            )
        }
        // Skips invalid ranges, which were already reported. The second `guard` excludes a reversed range, which is
        // stored as an empty range.
        guard view.class == .slider, view.range != nil || node["range"] == nil else { return }
        let range = view.range ?? 0...1
        guard range.lowerBound < range.upperBound else { return }
        if let ticks = node["ticks"], view.ticks?.contains(where: { !range.contains($0) }) == true {
            let limits = "\(JSONValue.number(range.lowerBound)) to \(JSONValue.number(range.upperBound))"
            reading.warning(
                "'ticks' outside the slider's range, \(limits), are ignored; correct 'ticks' or 'range'",
                .wrongValue,
                at: ticks.mark
            )
        }
        guard let value = view.value, let valueNode = node["value"], !range.contains(value) else { return }
        let limits = "\(JSONValue.number(range.lowerBound)) to \(JSONValue.number(range.upperBound))"
        func remedy() -> String {
            let isPercent = view.range == nil && (0...100).contains(value)
            return isPercent ? "for percent add 'range: [0, 100]'" : "correct 'value' or 'range'"
        }
        reading.warning(
            "'value' is outside the slider's range, \(limits), and is clamped; \(remedy())",
            .wrongValue,
            at: valueNode.mark
        )
    }
}

extension Setting where Value == ViewLayout.Class {
    fileprivate static var viewClass: Setting {
        .choice([
            "View": .view, "Control": .control, "Button": .button, "Slider": .slider, "Switch": .switch,
            "Trackpad": .trackpad,
        ])
    }
}

extension Setting {
    /// A setting that accepts the same values and stores each value in a `Boxed`.
    var boxed: Setting<Boxed<Value>> { map { Boxed($0) } }
}
