/// The Swift modules of Package.swift with their layers and dependencies.
struct ModuleGraph {
    struct Module {
        let name: String
        let layer: String
        let dependencies: [String]
    }

    /// Layers from lowest to highest; a module may depend on modules of its own layer or lower layers.
    static let layers = [
        "C", "Base", "ResponderKit", "Input", "Plugins", "Layout", "Trace", "Bridge", "Diagnostics", "TestKit",
        "Command",
    ]

    let modules: [Module]

    /// Reads the manifest's targets below Sources.
    init(manifest: String) {
        let target =
            /\.(?:target|executableTarget|systemLibrary)\(\s*name: "([\w\-]+)"(?<rest>(?s:.*?))\n(?: {8}(?:\.|\/\/)| {4}\])/
        // Each match ends with the beginning of the next target.
        let text = manifest.split(separator: "targets: [", maxSplits: 1).last ?? ""
        var found: [Module] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: target) {
            let name = String(match.1)
            let body = match.output.rest
            let path = body.firstMatch(of: /path: "([^"]+)"/).map { String($0.1) } ?? "Sources/\(name)"
            let list = body.firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            let dependencies = list.matches(of: /"(\w+)"/).map { String($0.1) }
            let parts = path.split(separator: "/").map(String.init)
            if parts.first == "Sources" {
                found.append(Module(name: name, layer: parts[1], dependencies: dependencies))
            }
            rest = rest[body.endIndex...]
        }
        modules = found
    }

    /// Dependencies on a higher layer, and modules in a folder that is not a layer.
    var violations: [String] {
        let layerOf = Dictionary(uniqueKeysWithValues: modules.map { ($0.name, $0.layer) })
        return modules.flatMap { module -> [String] in
            guard let own = Self.layers.firstIndex(of: module.layer) else {
                return ["\(module.name) is in '\(module.layer)', which is no layer"]
            }
            return module.dependencies.compactMap { dependency in
                guard let layer = layerOf[dependency], let other = Self.layers.firstIndex(of: layer), other > own else {
                    return nil
                }
                return "\(module.name) (\(module.layer)) depends on \(dependency) (\(layer))"
            }
        }
    }

    /// C libraries and shims that more than one Swift module imports, with these modules. A library with a single
    /// importing module can be excluded together with this module.
    var sharedLibraries: [String] {
        let libraries = modules.filter { $0.layer == "C" && !Self.sharedShims.contains($0.name) }.map(\.name).sorted()
        return libraries.compactMap { library in
            let users = modules.filter { $0.layer != "C" && $0.dependencies.contains(library) }.map(\.name).sorted()
            return users.count > 1 ? "\(library) is imported by \(users.joined(separator: ", "))" : nil
        }
    }

    /// Shims without a library: ioctls for the Input modules, and the C interface between the plugin host and shared
    /// objects.
    private static let sharedShims: Set = ["CInput", "CTouchbridgePlugin"]

    /// Mermaid diagram of the Swift modules by layer, without transitive dependencies.
    var mermaid: String {
        let swift = modules.filter { $0.layer != "C" }
        let names = Set(swift.map(\.name))
        let direct = Dictionary(uniqueKeysWithValues: swift.map { ($0.name, Set($0.dependencies).intersection(names)) })
        func reachable(_ name: String) -> Set<String> {
            (direct[name] ?? []).reduce(into: []) { $0.formUnion(reachable($1).union([$1])) }
        }
        var lines = ["```mermaid", "flowchart TD"]
        for layer in Self.layers.reversed() where layer != "C" {
            lines.append("    subgraph \(layer)Layer[\(layer)]")
            lines += swift.filter { $0.layer == layer }.map(\.name).sorted().map { "        \($0)" }
            lines.append("    end")
        }
        for module in swift.sorted(by: { $0.name < $1.name }) {
            let own = direct[module.name] ?? []
            let implied = own.reduce(into: Set<String>()) { $0.formUnion(reachable($1)) }
            lines += own.subtracting(implied).sorted().map { "    \(module.name) --> \($0)" }
        }
        return (lines + ["```"]).joined(separator: "\n")
    }
}
