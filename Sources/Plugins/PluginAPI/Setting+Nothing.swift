internal import JSON
public import Schema
internal import YAML

extension Setting where Value == NoArguments {
    /// Accepts no value. Used for handlers without arguments; the value must be absent or null.
    public static var nothing: Setting {
        Setting(expected: "no argument", schema: ["type": "null"]) { node, reading in
            if node.scalar?.isNull == true { return NoArguments() }
            reading.error(
                "this handler takes no arguments; write only the handler, without \(node.kind)",
                .wrongValue,
                at: node
            )
            return nil
        }
    }
}
