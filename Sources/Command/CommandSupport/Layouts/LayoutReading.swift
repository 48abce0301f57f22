internal import Bridge
internal import BuiltinPlugins
internal import Glibc
internal import LayoutFile
package import LayoutPlans
package import PluginAPI
internal import PluginHosts
internal import Recordings
package import Schema
internal import TouchScripts
internal import YAML

/// Reads layouts. A layout can use all plugin types that are linked into the program.
package enum LayoutReading {
    package static let pluginTypes: [PluginType] = BuiltinPlugins.all + HostedPlugins.all

    /// Returns the layout plan and all diagnostics; the plan is nil if the layout has errors.
    package static func plan(_ path: String) -> (plan: LayoutPlan?, reading: Reading) {
        let (layout, reading) = LayoutLoader.load(path: path)
        let plan = layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }
        // If a recording was passed as the layout, reports a single error instead of hundreds. Does not check large
        // files, because they take too long to parse as a recording.
        if plan == nil, size(path) < 64 << 20, isRecording(path) { return (nil, mixedUp(path)) }
        return (plan, reading)
    }

    private static func isRecording(_ path: String) -> Bool {
        (try? ScriptText(path: path)) != nil || (try? RecordingReader(path: path)) != nil
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func mixedUp(_ path: String) -> Reading {
        let reading = Reading()
        let (start, message) = (Mark(line: 1, column: 1), "the file is a recording, not a layout; name a layout file")
        reading.add(Diagnostic(.error, YAMLError(file: path, mark: start, message: message, line: nil)))
        return reading
    }

    /// Prints all diagnostics and returns the layout plan; throws if the layout has errors.
    package static func plan(needed path: String) throws(LayoutMistakes) -> LayoutPlan {
        let (plan, reading) = plan(path)
        for diagnostic in reading.sorted { Console.complain("\(diagnostic)") }
        guard let plan else { throw LayoutMistakes(path: path) }
        return plan
    }
}

/// Thrown if a layout has errors, after the diagnostics were printed.
package struct LayoutMistakes: Error, CustomStringConvertible {
    package let path: String
    package var description: String { "\(path): the layout has errors; correct the errors listed above" }
}
