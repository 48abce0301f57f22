public import JSON
internal import Schema
internal import YAML

/// What is wrong with something that a program says of a view.
public struct ViewMistakes: Error, Equatable, CustomStringConvertible {
    /// One for each mistake; those within a value begin with the way to it, as in `frame[2]: …`.
    public let messages: [String]

    /// Number of further mistakes, which have no message.
    public let omitted: Int

    public init(messages: [String], omitted: Int = 0) { (self.messages, self.omitted) = (messages, omitted) }

    public var description: String { messages.joined(separator: "; ") }
}

extension ViewLayout {
    /// Reads properties that a living view is to have from a JSON object, by the names that layouts have for them.
    ///
    /// Whether the view's class has them all is known to who has the view; `classes(with:)` tells.
    public static func reading(properties: JSONValue) throws(ViewMistakes) -> ViewLayout {
        try read(properties.withPlainStates, .properties)
    }

    /// Reads a whole new view from a JSON object as a layout describes one; it binds no events and uses no templates.
    public static func reading(view: JSONValue) throws(ViewMistakes) -> ViewLayout {
        try read(view, .plainView)
    }

    private static func read(_ value: JSONValue, _ setting: Setting<ViewLayout>) throws(ViewMistakes) -> ViewLayout {
        var nodes = JSONNodes()
        let node = nodes.node(value)
        let reading = Reading()
        guard let view = setting.read(node, reading), !reading.hasErrors else {
            throw ViewMistakes(messages: nodes.messages(of: reading), omitted: reading.omitted)
        }
        return view
    }

    /// The names of the properties that a living view can be given; `classes(with:)` tells which classes have each.
    public static var propertyNames: [String] { propertyTable.keys.map(\.name) }

    fileprivate static let propertyTable = Table<ViewLayout>(
        "View",
        "What can be changed of a view.",
        of: ViewLayout()
    ) { properties }

    fileprivate static let plainTable = Table<ViewLayout>(
        "View",
        "A view that a program adds.",
        of: ViewLayout()
    ) {
        identity
        properties
        Key("subviews", .list(of: .plainView), \.subviews, "The views in it.")
    }
}

extension Setting where Value == ViewLayout {
    /// What can be changed of a view.
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
