internal import JSON
public import Schema
internal import YAML

extension Setting where Value == NoArguments {
    /// What a handler without arguments is given: nothing.
    public static var nothing: Setting {
        Setting(expected: "nothing", schema: ["type": "null"]) { node, reading in
            if node.scalar?.isNull == true { return NoArguments() }
            reading.error("nothing is expected here, and not \(node.kind)", at: node)
            return nil
        }
    }
}
