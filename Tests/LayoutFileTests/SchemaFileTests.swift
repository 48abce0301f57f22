import Foundation
import JSON
import LayoutFile
import PluginAPI
import Schema
import Testing

/// Tests that the generated JSON schema and reference agree with the layout loader. Tables of keys generate both.
struct SchemaFileTests {
    /// Rules that a schema cannot express: references to names, locations, other files and other keys.
    private static let beyondSchema = [
        "reach-", "event-", "include-", "encoding-", "text-", "-two-ids", "first-responder-", "screens-",
        "screen-and-root", "tree-name-",
        "screen-calibration-flat", "screen-dead-zone-outside", "on-unknown-plugin", "on-no-plugins",
        "on-unknown-action",
        "on-two-actions", "on-handler-without-point", "on-handler-two-points", "plugin-never-called",
        "plugin-name-", "touches-kept", "gesture-foreign-key", "gesture-most-below-least", "gesture-no-taps",
        "gesture-unknown-other", "gesture-simultaneous-unknown", "gesture-waits", "gesture-circle",
        "sequence-unknown-step",
        "slider-value", "range-turned", "edges-too-many", "frame-and-edges",
        "controller-", "window-two-keys", "window-unknown", "template-", "frame-negative", "edges-negative",
        "bounds-negative", "everything", "-below-nothing", "action-of", "screen-never-", "screen-accepts-",
        "sequence-disabled", "uinput-limit",
        "plugin-with-settings", "mqtt-", "webhook-", "exec-", "tuio-", "placeholder-in-key", "-nul",
        "process-settings-key", "uinput-screen", "emit-unknown-action", "slider-ticks-outside", "touch-limit-",
        "process-command-without-name",
        "placeholder-format",
        "fix-placeholder", "fix-two-wrong", "fix-open-quote", "fix-starting", "fix-second-colon", "fix-no-blank",
        "fix-key-with-minus", "fix-path-of-file", "fix-frame-of-fractions", "fix-shell", "fix-percent-of",
        "fix-value-of", "fix-command-line", "fix-missing", "fix-indentation", "repeat-of-", "repeat-unknown-",
        "repeat-reversed", "repeat-one-id", "repeat-wrong-item", "grid-", "stack-", "follows-nothing",
        "follows-limits", "slider-step-and-ticks", "id-of-view-and-gesture", "-no-calls", "reset-of-a-touch",
    ]

    @Test
    func `the schema accepts what the loader accepts, and rejects what a schema can reject`() throws {
        let scratch = try Scratch()
        let schema = try scratch.file("schema.json", LayoutSchema.json(plugins: pluginTypes.map(\.settings)).indented)
        let invalid = Fixtures.layouts("invalid").filter { name in !Self.beyondSchema.contains { name.contains($0) } }
        #expect(invalid.count >= 55)
        // Valid layouts may include other files. The schema does not follow them; it checks only the layout's own keys.
        let valid = Fixtures.layouts("valid").map { "valid/\($0)" }
        let outcome = try python(
            Self.program,
            [schema, Fixtures.folder.path] + valid + invalid.map { "invalid/\($0)" }
        )
        #expect(outcome.errors == "")
        let verdicts = outcome.output.split(separator: "\n").map(String.init)
        let expected = valid.map { "takes \($0)" } + invalid.map { "refuses invalid/\($0)" }
        #expect(Set(verdicts).symmetricDifference(expected) == [])
    }

    @Test
    func `plugin settings are in the schema if their tables are given`() throws {
        let table = Table<String>("beeper", "Beeps.", of: "") {
            Key("tone", .name, \.self, required: true, "The tone.")
        }
        let scratch = try Scratch()
        let schema = try scratch.file("schema.json", LayoutSchema.json(plugins: [table]).indented)
        for (name, text) in [
            ("good", "plugins: {b: {type: beeper, tone: c}}"), ("unknown", "plugins: {b: {type: beper, tone: c}}"),
            ("lacking", "plugins: {b: {type: beeper}}"), ("foreign", "plugins: {b: {type: beeper, tone: c, pitch: 1}}"),
        ] {
            try scratch.file("\(name).yaml", text)
        }
        let names = ["good.yaml", "unknown.yaml", "lacking.yaml", "foreign.yaml"]
        let outcome = try python(Self.program, [schema, scratch.folder.path] + names)
        #expect(outcome.errors == "")
        #expect(outcome.output == "takes good.yaml\nrefuses unknown.yaml\nrefuses lacking.yaml\nrefuses foreign.yaml\n")
    }

    @Test
    func `the reference page is up to date`() throws {
        let path = Fixtures.folder.deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "docs/reference/layout.md"
        )
        let page = try String(contentsOf: path, encoding: .utf8)
        let (begin, end) = ("<!-- keys: printed by `touchbridge schema --markdown` -->\n", "<!-- end of keys -->")
        let start = try #require(page.range(of: begin)).upperBound
        let stop = try #require(page.range(of: end)).lowerBound
        let expected = "\n\(LayoutSchema.markdown())\n"
        if ProcessInfo.processInfo.environment["TOUCHBRIDGE_RECORD"] == "1" {
            try (page[..<start] + expected + page[stop...]).write(to: path, atomically: true, encoding: .utf8)
        } else {
            let (former, lines) = (page[start..<stop].split(separator: "\n"), expected.split(separator: "\n"))
            let changed = lines.first { !former.contains($0) } ?? former.first { !lines.contains($0) }
            let isCurrent = page[start..<stop] == expected
            #expect(isCurrent, "run 'make record'; the first line that differs: \(changed ?? "")")
        }
    }

    /// A YAML parser with this project's types: `on` is a key, not a Boolean.
    private static let program = """
        import json, re, sys, yaml, jsonschema
        class Loader(yaml.SafeLoader): pass
        Loader.yaml_implicit_resolvers = {}
        kinds = [("bool", "true|True|TRUE|false|False|FALSE"), ("null", "|~|null|Null|NULL"),
                 ("int", "[-+]?[0-9]+|0x[0-9a-fA-F]+"), ("float", "[-+]?([0-9]+\\\\.[0-9]*|\\\\.[0-9]+)([eE][-+]?[0-9]+)?")]
        for kind, pattern in kinds:
            Loader.add_implicit_resolver("tag:yaml.org,2002:" + kind, re.compile("^(" + pattern + ")$"), None)
        Loader.add_implicit_resolver("tag:yaml.org,2002:merge", re.compile("^<<$"), None)
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for name in sys.argv[3:]:
            layout = yaml.load(open(sys.argv[2] + "/" + name, encoding="utf-8-sig"), Loader)
            errors = list(validator.iter_errors(layout))
            print("refuses" if errors else "takes", name)
            if errors and name.startswith("valid"): print(jsonschema.exceptions.best_match(errors), file=sys.stderr)
        """

    private func python(_ program: String, _ arguments: [String]) throws -> (output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", program] + arguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaints = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (text, complaints)
    }
}
