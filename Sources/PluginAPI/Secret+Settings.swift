public import Schema

extension Setting where Value == Secret {
    /// The path of a file that holds a secret.
    public static var secretFile: Setting {
        Setting<String>.name.map(expected: "the path of a file") { Secret(.file($0)) }
    }

    /// The name of the environment's variable that holds a secret.
    public static var secretEnvironment: Setting {
        Setting<String>.name.map(expected: "the name of a variable") { Secret(.environment($0)) }
    }
}
