internal import Bridge
internal import BuiltinPlugins
internal import Glibc
internal import LayoutFile
package import LayoutPlans
package import PluginAPI
internal import PluginHosts
internal import Recordings
package import Schema
internal import YAML

/// Reads a layout with all the kinds of plugins that this command has.
package enum LayoutReading {
    package static let pluginTypes: [PluginType] = BuiltinPlugins.all + HostedPlugins.all

    /// The plan, nil when there is a mistake, and everything that is to be said of the layout.
    package static func plan(_ path: String) -> (plan: LayoutPlan?, reading: Reading) {
        let (layout, reading) = LayoutLoader.load(path: path)
        let plan = layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }
        // Hundreds of mistakes would hide that only two names were mixed up. A large recording takes long to be looked through.
        if plan == nil, size(path) < 64 << 20, (try? RecordingReader(path: path)) != nil { return (nil, mixedUp(path)) }
        return (plan, reading)
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func mixedUp(_ path: String) -> Reading {
        let reading = Reading()
        let (start, message) = (Mark(line: 1, column: 1), "is a recording; name a layout here")
        reading.add(Diagnostic(.error, YAMLError(file: path, mark: start, message: message, line: nil)))
        return reading
    }

    /// The plan of a layout that is needed; without one everything that is wrong has been told.
    package static func plan(needed path: String) throws(LayoutMistakes) -> LayoutPlan {
        let (plan, reading) = plan(path)
        for diagnostic in reading.sorted { Console.complain("\(diagnostic)") }
        guard let plan else { throw LayoutMistakes(path: path) }
        return plan
    }
}

/// A layout that cannot be used; its mistakes have been told.
package struct LayoutMistakes: Error, CustomStringConvertible {
    package let path: String
    package var description: String { "\(path): the layout has mistakes; nothing was started" }
}
