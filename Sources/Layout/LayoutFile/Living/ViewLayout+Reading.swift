public import JSON
package import Schema
package import YAML

/// Mistakes in a program's description of a view.
public struct ViewMistakes: Error, Equatable, CustomStringConvertible {
    /// One message per mistake; a mistake within a value begins with its path, as in `frame[2]: …`.
    public let messages: [String]

    /// Number of further mistakes, which are not described.
    public let omitted: Int

    public init(messages: [String], omitted: Int = 0) { (self.messages, self.omitted) = (messages, omitted) }

    public var description: String { messages.joined(separator: "; ") }
}

extension ViewLayout {
    /// Reads properties for a live view from a JSON object with layout keys.
    ///
    /// The caller checks that the view's class has these properties, by `classes(with:)`.
    public static func reading(properties: JSONValue) throws(ViewMistakes) -> ViewLayout {
        try read(properties.withPlainStates, .properties)
    }

    /// Reads a new view from a JSON object with layout keys; event bindings and templates are not allowed.
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

    /// Reads properties for a live view from the nodes of a call, and reports mistakes there.
    package static func read(properties node: Node, _ reading: Reading) -> ViewLayout? {
        Setting<ViewLayout>.properties.read(node, reading)
    }

    /// Descriptions of the properties of a live view.
    static var propertyEntries: [TableEntry] { propertyTable.entries }

    /// The names of the properties that a live view can be given; `classes(with:)` returns the classes of each.
    public static var propertyNames: [String] { propertyTable.keys.map(\.name) }

    fileprivate static let propertyTable = Table<ViewLayout>(
        "View",
        "The properties of a view that can be changed.",
        of: ViewLayout()
    ) { properties }

    fileprivate static let plainTable = Table<ViewLayout>(
        "View",
        "A view that a program adds.",
        of: ViewLayout()
    ) {
        identity
        properties
        Key("subviews", .list(of: .plainView), \.subviews, "The subviews.")
    }
}

extension Setting where Value == ViewLayout {
    /// The properties of a view that may be changed.
    fileprivate static var properties: Setting {
        Setting.table(ViewLayout.propertyTable).then { _, node, reading in FrameLayout.checkKeys(of: node, reading) }
    }

    /// A view that a program adds.
    fileprivate static var plainView: Setting {
        Setting.table(named: "View") { ViewLayout.plainTable }.then { view, node, reading in
            ViewLayout.checkKeys(of: node, as: view.class, reading)
        }
    }
}
