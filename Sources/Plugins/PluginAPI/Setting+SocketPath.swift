internal import JSON
package import Schema
internal import YAML

extension Setting where Value == String {
    /// Accepts a socket path that fits into `sockaddr_un` (108 bytes including NUL).
    package static var socketPath: Setting {
        Setting(
            expected: "an absolute path of at most 107 bytes",
            schema: ["type": "string", "pattern": "^/"],
            scalar: { $0.text.hasPrefix("/") && $0.text.utf8.count <= 107 ? $0.text : nil }
        )
    }
}
