internal import Bridge
package import CommandSupport
internal import FlightDumps
internal import Glibc
internal import InputEvents
internal import LayoutPlans
internal import Platform
internal import Recordings
internal import ResponderKit
internal import Systemd

/// Creates a regression test from a recording and a layout.
package enum MakeTestCommand: Command {
    package static let name = "make-test"
    package static let summary = "make a regression test from a recording and a layout"
    package static let flags: Set<String> = ["any-screen"]
    package static let options: Set<String> = ["layout", "output", "screen", "as"]
    package static let help = """
        usage: touchbridge-dev make-test RECORDING --layout FILE [--as touch|trace|webdriver]
                                         [--screen NAME | --any-screen] [-o PATH]

        With '--as touch', converts the touches of a recording (or of a flight recorder dump or a .touch script) to a
        script, and adds 'expect' lines for the views that are touched and the handlers that are called now. The script
        names the layout, and 'touchbridge test' runs it. A view that is added to the layout later does not change the
        result, unless it receives the touches. Only touches are converted; keys and pens are not.

        With '--as webdriver', converts the touches to W3C WebDriver actions, which drive a page in a browser. A point
        of the screen is a CSS pixel of the page's viewport.

        By default, creates a folder with a copy of the recording and of the layout, and two tests that compare each
        decision, and that fail until their trace is accepted:

            check           runs 'touchbridge replay' and compares the trace with expected.jsonl, for shells and CI;
                            'sh FOLDER/check --accept' accepts the current trace
            ReplayTest.swift  replays the recording on a LayoutStage of TouchbridgeTestKit, for Swift packages;
                            the first run writes the expected trace

          --layout FILE  the layout; default: the layout that a script names
          --screen NAME  map all panels of the recording to this screen, regardless of the layout's 'input:'
          --any-screen   map a panel that matches no screen's 'input:' to the first screen without a panel, or to
                         the first screen
          --as FORM      touch for a script, webdriver for a file with WebDriver actions, or trace for the folder;
                         default: trace
          -o PATH        the script, file or folder to create; default: the recording's name with the suffix '.touch',
                         '.json' or '-test'

        For instance:

            touchbridge-dev make-test lobby-20261121T163001.250Z-signal.yml --layout lobby.yaml -o tests/no-ring
            sh tests/no-ring/check              # shows the trace, and reports that it is not accepted
            sh tests/no-ring/check --accept
            touchbridge-dev make-test tap.evemu --layout lobby.yaml --as touch -o tests/tap.touch
            touchbridge test tests/tap.touch
            touchbridge-dev make-test tap.evemu --layout lobby.yaml --as webdriver -o tests/tap.json
        """

    /// Limit made-test-bytes (limits.md, Recordings and dumps): maximum number of bytes of a recording that `make-test`
    /// reads. If exceeded: `make-test` reports an error.
    private static let limit = 512 << 20

    package static func run(_ arguments: Arguments) throws -> Int32 {
        let arguments = arguments.withScriptLayout
        guard let layoutPath = arguments.value("layout") else {
            throw arguments.wrong("missing layout; add --layout FILE")
        }
        try RecordedScreens.check(arguments, hasLayout: true)
        let form = arguments.value("as") ?? "trace"
        guard ["touch", "trace", "webdriver"].contains(form) else {
            throw arguments.wrong("invalid --as '\(form)'; write touch, trace or webdriver")
        }
        let path = try arguments.only("recording")
        let plan = try LayoutReading.plan(needed: layoutPath)
        let reader = try RecordingReader(path: path, on: plan, arguments)
        if reader.devices == [DeviceDescription(name: "")] {
            throw TestError(
                "\(path): the recording contains no device description; add the description before the events"
            )
        }
        let screens = try RecordedScreens(plan, reader, path, arguments)
        if let mismatch = screens.mismatch { throw mismatch }
        if let origin = reader.origin, LayoutDigest.differs(plan, from: origin) {
            let difference = "the recording was made with another version of the layout or with another layout"
            Console.complain("\(path): \(difference); the test uses '\(layoutPath)'")
        }
        // A test replays the first panel that has a screen.
        let panel = screens.indices.firstIndex { $0 != nil } ?? 0
        if form != "trace" {
            guard reader.byteCount <= limit else { throw tooLarge(path) }
            let screen = screens.indices[panel] ?? 0
            let maker = ScriptTestMaker(
                reader: reader,
                path: path,
                plan: plan,
                layout: layoutPath,
                panel: panel,
                screen: screen
            )
            let isScript = form == "touch"
            let output = arguments.value("output") ?? "\(DumpFolder.stem(of: path)).\(isScript ? "touch" : "json")"
            let text = isScript ? try maker.text(at: output) : try maker.webDriverActions()
            try write(text, what: isScript ? "the script" : "the actions", to: output, besides: plan)
            if isScript {
                try Console.print(
                    """
                    \(output) expects what the layout does now; read its 'expect' lines. To run the test:
                        touchbridge test \(output)
                    """
                )
            }
            return 0
        }
        let folder = arguments.value("output") ?? "\(DumpFolder.stem(of: path))-test"
        let recording = recordingName(reader.format)
        var files = try layoutFiles(plan.files)
        guard let layout = files.first?.name, let bytes = FileBytes.read(path, atMost: limit) else {
            throw tooLarge(path)
        }
        func add(_ name: String, _ text: String, mode: mode_t = 0o666) {
            files.append(AtomicFolder.File(name: name, bytes: Array(text.utf8), mode: mode))
        }
        files.append(AtomicFolder.File(name: recording, bytes: bytes))
        let screen = plan.screens.count > 1 ? plan.screens[screens.indices[panel] ?? 0].name : nil
        let isOnlyTouchscreen = reader.devices.count == 1 && DeviceKind(of: reader.devices[0]) == .touchscreen
        let device = isOnlyTouchscreen ? nil : panel
        let option = arguments.value("screen").map { " --screen=\(quoted($0))" }
        let choice = option ?? (arguments.has("any-screen") ? " --any-screen" : "")
        add("check", check(recording, layout, choice), mode: 0o777)
        add("expected.jsonl", "not accepted yet\n")
        add("ReplayTest.swift", test(recording, device, layout, screen))
        try write(files, to: AtomicFolder(folder))
        try Console.print(
            """
            \(folder) contains a test that fails until its trace is accepted:
                sh \(folder)/check             compares the trace with expected.jsonl, and shows the difference
                sh \(folder)/check --accept    accepts the current trace: writes it to expected.jsonl
            """
        )
        return 0
    }

    private static func tooLarge(_ path: String) -> TestError {
        TestError("\(path): cannot be copied; a recording must be a regular file of at most 512 MB")
    }

    /// Writes a file; never overwrites an existing file.
    private static func write(_ text: String, what: String, to path: String, besides plan: LayoutPlan) throws {
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw TestError("\(path): the path already exists; specify a different file with -o")
        }
        let request = TraceFile.Request(path: path, what: what)
        try TraceFile.begin([request], besides: TraceFile.Source.files(of: plan))[0].finish(Array(text.utf8))
    }

    private static func recordingName(_ format: RecordingFormat) -> String { "recording.\(format.fileExtension)" }

    /// Returns the layout and its included files; their names are relative to the layout's folder.
    private static func layoutFiles(_ paths: [String]) throws(TestError) -> [AtomicFolder.File] {
        let own = paths[0]
        let folder = own.lastIndex(of: "/").map { String(own[...$0]) } ?? ""
        var files: [AtomicFolder.File] = []
        for path in paths {
            let name = String(path.dropFirst(folder.count))
            guard path.hasPrefix(folder), !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
                let message = "the layout includes this file from another folder; move it into the layout's folder"
                throw TestError("\(path): \(message)")
            }
            guard let bytes = FileBytes.read(path, atMost: limit) else {
                throw TestError("\(path): cannot be copied; layout files must be regular files of at most 512 MB")
            }
            files.append(AtomicFolder.File(name: name, bytes: bytes))
        }
        let taken = ["check", "expected.jsonl", "ReplayTest.swift"] + RecordingFormat.all.map(recordingName)
        if let name = files.map(\.name).first(where: taken.contains) {
            throw TestError("\(name): the test contains another file with this name; rename the layout's file")
        }
        return files
    }

    /// Writes the files to a new folder; never overwrites existing files.
    private static func write(_ files: [AtomicFolder.File], to folder: AtomicFolder) throws(TestError) {
        let another = TestError("\(folder.path): the path already exists; specify a different folder with -o")
        if folder.isTaken { throw another }
        do throws(WriteError) { try folder.write(files) } catch {
            switch error.number {
            case EEXIST: throw another
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR:
                let remedy = "use -o to specify a folder in a writable directory"
                throw TestError("\(folder.path): \(SystemError.words(error.number)); \(remedy)")
            default: throw TestError("\(error); no test was created")
            }
        }
    }

    private static func quoted(_ name: String) -> String { "'\(name.with("'\\''", for: "'"))'" }

    /// Returns the contents of the shell script `check`. `choice` is the screen option with a leading space, or an
    /// empty string.
    private static func check(_ recording: String, _ layout: String, _ choice: String) -> String {
        """
        #!/bin/sh
        # Replays \(recording) on the layout, and compares the trace with expected.jsonl.
        #   sh check           fails if the trace differs, and shows the difference
        #   sh check --accept  writes the current trace to expected.jsonl; read it first
        # TOUCHBRIDGE is the path of touchbridge if it is not in PATH.
        case "${1:-}" in
            ""|--accept) ;;
            *) echo "$0: unknown argument '$1'; write --accept or no argument" >&2; exit 2 ;;
        esac
        command -v "${TOUCHBRIDGE:-touchbridge}" >/dev/null || {
            echo "$0: '${TOUCHBRIDGE:-touchbridge}' was not found; install it, or set TOUCHBRIDGE to its path" >&2
            exit 1
        }
        cd "$(dirname "$0")" || exit 1
        trace=$(mktemp) || exit 1
        trap 'rm -f "$trace"' EXIT
        layout=\(quoted(layout))
        "${TOUCHBRIDGE:-touchbridge}" replay \(recording) --layout "$layout"\(choice) --host kiosk --trace - >"$trace" ||
            exit 1
        if [ "${1:-}" = --accept ]; then
            if ! [ -s "$trace" ]; then
                echo "the trace is empty; use a recording with touches" >&2
                exit 1
            fi
            # Renames the file last, so that a full disk does not damage the previous trace.
            cp "$trace" expected.jsonl.new && mv expected.jsonl.new expected.jsonl || { rm -f expected.jsonl.new; exit 1; }
            echo "accepted: $(wc -l <expected.jsonl) lines"
            exit 0
        fi
        diff -u expected.jsonl "$trace" && echo "the trace equals expected.jsonl" && exit 0
        echo "the trace differs from expected.jsonl; correct the layout, or run: sh $(pwd)/check --accept" >&2
        exit 1

        """
    }

    private static func test(_ recording: String, _ device: Int?, _ layout: String, _ screen: String?) -> String {
        func literal(_ text: String) -> String {
            "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : $0.isNewline ? "\\n" : "\($0)" }.joined() + "\""
        }
        let device = device.map { ", device: \($0)" } ?? ""
        let screen = screen.map { ", screen: \(literal($0))" } ?? ""
        return """
            import Testing
            import TouchbridgeTestKit

            /// The first run fails and writes the trace to expected-stage.jsonl. Check this file before you commit it.
            @Test func `the recording gives the expected trace`() throws {
                let here = "\\(#filePath)".split(separator: "/").dropLast().map { "/" + $0 }.joined()
                let stage = try LayoutStage(\(literal(layout)))
                try stage.play(stage.script(recording: here + "/\(recording)"\(device)\(screen)))
                try expectTrace(of: stage, matches: "expected-stage.jsonl")
            }

            """
    }
}

/// Thrown if a test cannot be created.
private struct TestError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
