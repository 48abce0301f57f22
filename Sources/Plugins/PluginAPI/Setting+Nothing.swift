internal import JSON
public import Schema
internal import YAML

extension Setting where Value == NoArguments {
    /// Value of a handler without arguments: nothing, or null.
    public static var nothing: Setting {
        Setting(expected: "nothing", schema: ["type": "null"]) { node, reading in
            if node.scalar?.isNull == true { return NoArguments() }
            reading.error("nothing is expected here, not \(node.kind)", at: node)
            return nil
        }
    }
}
