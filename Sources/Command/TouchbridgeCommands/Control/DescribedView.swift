internal import ControlSocket
internal import JSON
internal import LayoutFile
internal import Schema

/// A view as described by a running service.
struct DescribedView {
    private let id: String
    /// The description with all properties, including those that have their default values.
    private let description: JSONValue

    /// Asks the service for the description; throws if the view does not exist.
    init(_ id: String, of service: borrowing ControlClient) throws(ControlClient.Failure) {
        self.id = id
        description = try service.ask(["do": "describe", "view": .text(id), "defaults": true])
    }

    var propertyNames: [String] { (description.members ?? []).map(\.key) }

    /// Returns the value of a property; throws if the view does not have the property.
    func value(of property: String) throws(ControlClient.Failure) -> JSONValue {
        if let value = description[property] { return value }
        if ViewLayout.propertyNames.contains(property) {
            let type = description["class"]?.text ?? ""
            if let classes = ViewLayout.classes(with: property), !classes.contains(where: { $0.rawValue == type }) {
                throw ControlClient.Failure("'\(id)' is a \(type) and has no '\(property)'")
            }
            throw ControlClient.Failure("'\(property)' can be set, but a service does not report its value")
        }
        let known = propertyNames
        let near = Names.nearest(to: property, in: known).map { "did you mean '\($0)'?" }
        let remedy = near ?? "the properties are \(known.joined(separator: ", "))"
        throw ControlClient.Failure("'\(id)' has no property '\(property)'; \(remedy)")
    }
}
