internal import HandlerEvents
internal import JSON
internal import LayoutFile
internal import PluginAPI
internal import Schema
internal import YAML

/// Reads the arguments of a call of a tree command such as `tree.show`.
struct TreeCallReader {
    let handler: TreeHandler
    let reading: Reading

    /// Reads a call's argument: the YAML value after `tree.NAME:`. `mark` is the location of the call. Reports errors.
    /// Returns nil if the argument does not identify the targets of the call.
    func read(_ node: Node?, at mark: Mark) -> TreeCall? {
        let name = "\(TreeHandler.plugin).\(handler.rawValue)"
        guard let node, node.scalar?.isNull != true else {
            reading.error("'\(name)' needs \(handler.argument.expected) after the colon", .wrongValue, at: mark)
            return nil
        }
        guard let source = Setting<TemplateValue>.anything.read(node, reading) else { return nil }
        switch handler.argument {
        case .views:
            guard let targets = ids(node) else { return nil }
            var call = TreeCall(handler, targets, source: source)
            call.change = handler.change(at: mark)
            return call
        case .page, .controller, .responder:
            return id(node).map { TreeCall(handler, [$0], source: source) }
        case .toggle:
            guard node.mapping != nil else { return ids(node).map { toggle(.hidden, of: $0, at: mark, source) } }
            guard let (targets, rest) = parts(of: node, besides: "property") else { return nil }
            guard let property = rest.first?.value else { return part(targets, source) }
            guard let flag = property.scalar.flatMap({ ViewFlag(rawValue: $0.text) }) else {
                let names = ViewFlag.allCases.map(\.rawValue)
                func hint() -> String { Names.suggestion(for: property.scalar?.text ?? "", in: names) }
                let expected = "'property' must be a property that is true or false"
                reading.error("\(expected), not \(property.kind)\(hint())", .wrongValue, at: property)
                return part(targets, source)
            }
            return toggle(flag, of: targets, at: property.mark, source)
        case .event:
            guard let (targets, rest) = parts(of: node, besides: "event") else { return nil }
            guard let event = rest.first?.value else { return part(targets, source) }
            let names = EventName.allCases.filter { $0.family == .control }.map(\.rawValue)
            guard let text = event.scalar?.text, names.contains(text), let name = EventName(rawValue: text) else {
                func hint() -> String { Names.suggestion(for: event.scalar?.text ?? "", in: names) }
                reading.error("'event' must be a control event, not \(event.kind)\(hint())", .wrongValue, at: event)
                return part(targets, source)
            }
            var call = TreeCall(handler, targets, source: source)
            call.event = name
            return call
        case .accommodations: return readAccommodation(node, source)
        case .properties:
            guard let (targets, properties) = parts(of: node, besides: nil) else { return nil }
            guard !properties.isEmpty else {
                reading.error(
                    "'\(name)' needs a property in addition to 'view', as in 'alpha: 0.5'",
                    .missingKey,
                    at: node
                )
                return part(targets, source)
            }
            var reader = PropertyReader(reading: reading)
            guard let change = reader.read(Node(.mapping(properties), mark: node.mark)) else {
                return part(targets, source)
            }
            var call = TreeCall(handler, targets, source: source)
            call.change = change
            return call
        }
    }

    /// Returns a call that is marked as partly invalid; the ids of its targets are still checked.
    private func part(_ targets: [Located<Template>], _ source: TemplateValue) -> TreeCall {
        var call = TreeCall(handler, targets, source: source)
        call.isPartlyInvalid = true
        return call
    }

    private func toggle(
        _ flag: ViewFlag,
        of targets: [Located<Template>],
        at mark: Mark,
        _ source: TemplateValue
    ) -> TreeCall {
        var call = TreeCall(handler, targets, source: source)
        (call.flag, call.change.names) = (flag, [Located(flag.rawValue, at: mark)])
        return call
    }

    /// Reads the value of `tree.accommodate`: a state for all screens, or a mapping with screen names and a state.
    /// Returns nil for a mapping without valid screen names.
    private func readAccommodation(_ node: Node, _ source: TemplateValue) -> TreeCall? {
        var (targets, value): ([Located<Template>], Node) = ([], node)
        if node.mapping != nil {
            guard let (named, rest) = parts(of: node, "screen", besides: "enabled") else { return nil }
            guard let first = rest.first else { return part(named, source) }
            (targets, value) = (named, first.value)
        }
        guard let scalar = value.scalar, let change = AccommodationSwitch(scalar) else {
            let expected = "'\(TreeHandler.plugin).\(handler.rawValue)' needs \(AccommodationSwitch.expected)"
            reading.error("\(expected), not \(value.kind)", .wrongValue, at: value)
            return part(targets, source)
        }
        var call = TreeCall(handler, targets, source: source)
        call.accommodation = Located(change, at: value.mark)
        return call
    }

    /// Returns the ids under `idKey`, and the remaining pairs of a mapping; nil if the node is not a mapping with ids.
    /// With a `key`, the mapping must consist of exactly `idKey` and `key`. After an error about these keys, the
    /// returned pairs are empty.
    private func parts(
        of node: Node,
        _ idKey: String = "view",
        besides key: String?
    ) -> ([Located<Template>], [Node.Pair])? {
        guard let pairs = node.mapping else {
            let name = "\(TreeHandler.plugin).\(handler.rawValue)"
            reading.error("'\(name)' needs \(handler.argument.expected), not \(node.kind)", .wrongValue, at: node)
            return nil
        }
        var isComplete = true
        for needed in [idKey] + (key.map { [$0] } ?? []) where node[needed] == nil {
            let value = needed == "enabled" ? "true, false or toggle" : "a name"
            reading.error(
                "'\(TreeHandler.plugin).\(handler.rawValue)' needs '\(needed)': \(value)",
                .missingKey,
                at: node
            )
            isComplete = false
        }
        let rest = pairs.filter { $0.key.scalar?.text != idKey }
        if let key {
            for pair in rest where pair.key.scalar?.text != key {
                reading.error(
                    "only '\(idKey)' and '\(key)' are allowed here, not \(pair.key.name)",
                    .unknownKey,
                    at: pair.key
                )
                isComplete = false
            }
        }
        guard let view = node[idKey], let targets = ids(view) else { return nil }
        return (targets, isComplete ? rest : [])
    }

    private func ids(_ node: Node) -> [Located<Template>]? {
        guard let nodes = node.sequence else { return id(node).map { [$0] } }
        guard !nodes.isEmpty else {
            reading.error("the list of ids is empty; write at least one id", .wrongValue, at: node)
            return nil
        }
        let ids = nodes.compactMap(id)
        return ids.count == nodes.count ? ids : nil
    }

    private func id(_ node: Node) -> Located<Template>? {
        guard node.mapping == nil, node.sequence == nil, let scalar = node.scalar, !scalar.isNull, !scalar.text.isEmpty
        else {
            reading.error(
                "'\(TreeHandler.plugin).\(handler.rawValue)' needs an id, not \(node.kind)",
                .wrongValue,
                at: node
            )
            return nil
        }
        return Setting<Template>.template.read(node, reading).map { Located($0, at: node.mark) }
    }
}

extension TreeHandler.Argument {
    /// Description of the value that is required after the colon.
    var expected: String {
        switch self {
        case .views: "the id of a view or a list of ids"
        case .toggle: "the id of a view, a list of ids or '{ view: ID, property: NAME }'"
        case .properties: "a mapping such as '{ view: ID, alpha: 0.5 }'"
        case .page: "the id of a page"
        case .controller: "the id of a navigation controller"
        case .responder: "the id of a view or a controller"
        case .event: "a mapping such as '{ view: ID, event: valueChanged }'"
        case .accommodations: AccommodationSwitch.expected
        }
    }
}

extension TreeHandler {
    /// Returns the property change that the command implies: `hidden` for `show` and `hide`, `enabled` for `enable` and
    /// `disable`.
    fileprivate func change(at mark: Mark) -> TreeCall.PropertyChange {
        var change = TreeCall.PropertyChange()
        switch self {
        case .show, .hide:
            change.values.isHidden = self == .hide
            change.names = [Located("hidden", at: mark)]
        case .enable, .disable:
            change.values.isEnabled = self == .enable
            change.names = [Located("enabled", at: mark)]
        default: break
        }
        return change
    }
}
