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
        // Reports a single error instead of hundreds if the path names a recording. Skips large files, because parsing
        // them as a recording is slow.
        if plan == nil, size(path) < 64 << 20, isRecording(path) {
            return (nil, self.reading(of: path, "the file is a recording, not a layout; specify a layout file"))
        }
        return (plan, reading)
    }

    /// Name of standard input in messages.
    package static let standardInputName = "<stdin>"

    package static func standardInput() -> (plan: LayoutPlan?, reading: Reading) {
        let limit = LayoutLimits().bytes
        var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while bytes.count <= limit {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard bytes.count <= limit else {
            let message = "the input is larger than \(limit >> 20) MiB, the limit for a layout; pass a layout"
            return (nil, self.reading(of: standardInputName, message))
        }
        return plan(text: bytes, named: standardInputName)
    }

    /// Reads the text of a layout; relative includes are resolved against the directory part of `name`.
    package static func plan(text: [UInt8], named name: String) -> (plan: LayoutPlan?, reading: Reading) {
        let (layout, reading) = LayoutLoader.load(text, file: name)
        return (layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }, reading)
    }

    private static func isRecording(_ path: String) -> Bool {
        (try? ScriptText(path: path)) != nil || (try? RecordingReader(path: path)) != nil
    }

    private static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns a list of diagnostics that contains only one error.
    private static func reading(of path: String, _ message: String) -> Reading {
        let (reading, start) = (Reading(), Mark(line: 1, column: 1))
        reading.add(
            Diagnostic(.error, .unreadableFile, YAMLError(file: path, mark: start, message: message, line: nil))
        )
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
