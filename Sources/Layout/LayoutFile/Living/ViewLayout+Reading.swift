public import JSON
package import Schema
package import YAML

/// Mistakes in the description of a view that a program sent.
public struct ViewMistakes: Error, Equatable, CustomStringConvertible {
    /// One message per mistake. A message about part of a value begins with the path of this part, such as `frame[2]:
    /// …`.
    public let messages: [String]

    /// Number of further mistakes that `messages` does not contain.
    public let omitted: Int

    public init(messages: [String], omitted: Int = 0) { (self.messages, self.omitted) = (messages, omitted) }

    public var description: String { messages.joined(separator: "; ") }
}

extension ViewLayout {
    /// Reads properties for a live view from a JSON object whose members are layout keys.
    ///
    /// The caller must check with `classes(with:)` that the view's class has these properties.
    public static func reading(properties: JSONValue) throws(ViewMistakes) -> ViewLayout {
        try read(properties.withPlainStates, .properties)
    }

    /// Reads a new view from a JSON object whose members are layout keys. Event bindings and templates are not allowed.
    public static func reading(view: JSONValue) throws(ViewMistakes) -> ViewLayout {
        try read(view, .plainView)
    }

    private static func read(_ value: JSONValue, _ setting: Setting<ViewLayout>) throws(ViewMistakes) -> ViewLayout {
        var nodes = JSONNodes()
        let node = nodes.node(value)
        let reading = Reading(namesKeys: false)
        guard let view = setting.read(node, reading), !reading.hasErrors else {
            throw ViewMistakes(messages: nodes.messages(of: reading), omitted: reading.omitted)
        }
        return view
    }

    /// Reads properties for a live view from the arguments of a handler call. Reports mistakes at their nodes. Returns
    /// nil if `node` is not a mapping of properties.
    package static func read(properties node: Node, _ reading: Reading) -> ViewLayout? {
        Setting<ViewLayout>.properties.read(node, reading)
    }

    /// Descriptions of the properties that can be changed on a view at run time.
    static var propertyEntries: [TableEntry] { propertyTable.entries }

    /// Names of the properties that can be changed on a view at run time; `classes(with:)` returns the classes with a
    /// property.
    public static var propertyNames: [String] { propertyTable.keys.map(\.name) }

    fileprivate static let propertyTable = Table<ViewLayout>(
        "View",
        "The properties of a view that can be changed.",
        of: ViewLayout()
    ) { properties }

    fileprivate static let plainTable = Table<ViewLayout>(
        "View",
        "A view that a command adds.",
        of: ViewLayout()
    ) {
        identity
        properties
        Key("subviews", .list(of: .plainView), \.subviews, "The subviews.")
    }
}

extension Setting where Value == ViewLayout {
    /// Accepts the properties that can be changed on a view at run time.
    fileprivate static var properties: Setting {
        Setting.table(ViewLayout.propertyTable).then { _, node, reading in FrameLayout.checkKeys(of: node, reading) }
    }

    /// Accepts a view that a command adds; event bindings and templates are not allowed.
    fileprivate static var plainView: Setting {
        Setting.table(named: "View") { ViewLayout.plainTable }.then { view, node, reading in
            ViewLayout.checkKeys(of: node, as: view.class, reading)
        }
    }
}
