internal import ControlSocket
internal import JSON
internal import LayoutFile
internal import Schema

/// A view as described by a running service.
struct DescribedView {
    let id: String
    /// The description; omits most of the properties that have their default values.
    let description: JSONValue

    /// Returns the value of a property; throws if the view does not have the property.
    func value(of property: String) throws(ControlClient.Failure) -> JSONValue {
        if let value = description[property] { return value }
        let defaults = defaults
        if let value = defaults.first(where: { $0.key == property })?.value { return value }
        if ViewLayout.propertyNames.contains(property) {
            let type = description["class"]?.text ?? ""
            if let classes = ViewLayout.classes(with: property), !classes.contains(where: { $0.rawValue == type }) {
                throw ControlClient.Failure("'\(id)' is a \(type) and has no '\(property)'")
            }
            throw ControlClient.Failure("'\(property)' can be set, but a service does not report its value")
        }
        let known = (description.members ?? []).map(\.key) + defaults.map(\.key)
        let near = Names.nearest(to: property, in: known).map { "did you mean '\($0)'?" }
        let remedy = near ?? "the properties are \(known.joined(separator: ", "))"
        throw ControlClient.Failure("'\(id)' has no property '\(property)'; \(remedy)")
    }

    /// The properties that the description omits if they have these values.
    private var defaults: [JSONValue.Member] {
        let size = (description["frame"]?.list ?? []).suffix(2)
        var members: [JSONValue.Member] = [
            .init("bounds", .list([.number(0), .number(0)] + size)), .init("alpha", .number(1)),
            .init("hidden", false), .init("userInteractionEnabled", true), .init("multipleTouchEnabled", false),
            .init("exclusiveTouch", false), .init("tag", .number(0)), .init("controller", .null),
            .init("gestures", .list([])), .init("sequences", .list([])), .init("subviews", .list([])),
        ]
        let type = description["class"]?.text
        if type == "Window" { members += [.init("level", .number(0)), .init("key", false)] }
        for (property, value) in [("enabled", true), ("selected", false)]
        where ViewLayout.classes(with: property)?.contains(where: { $0.rawValue == type }) == true {
            members.append(.init(property, .boolean(value)))
        }
        return members
    }
}
