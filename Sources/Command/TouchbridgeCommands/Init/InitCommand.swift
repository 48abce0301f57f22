internal import Bridge
internal import CommandSupport
internal import Glibc
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Schema

/// Writes a first layout, a touch script that tests the layout, and a systemd drop-in for the service.
enum InitCommand: Command {
    static let name = "init"
    static let summary = "ask five questions, and write a layout, a test of the layout and a drop-in for the service"
    static let flags: Set<String> = ["defaults"]
    static let options = Set(InitQuestion.allCases.map(\.rawValue))
    static let help = """
        usage: touchbridge init [FOLDER] [--defaults] [--screen NAME] [--size WxH] [--panel NAME] [--run COMMAND]
                                [--allow COMMANDS]

        Writes three files to the folder, by default to the current folder: 'layout.yaml', a layout with one button;
        'layout.touch', a touch script that tests the layout; and 'layout.conf', a drop-in with which the service
        runs the layout. Existing files are never overwritten. The command asks for the options that are missing; an
        empty answer, or the end of standard input, means the default.

          --defaults        ask no questions
          --screen NAME     name of the screen; default: kiosk
          --size WxH        size of the screen in points; default: 1920x1080
          --panel NAME      name of the touchscreen, which 'touchbridge devices' prints; may contain '*'; default: any
          --run COMMAND     program and arguments, in the quotes of a shell if needed, that a tap on the button runs;
                            default: a tap writes a line to the log
          --allow COMMANDS  commands that clients of the control socket can use, such as 'tap,set'; default: none

        The exit status is 1 if one of the files exists or cannot be written, or if the layout would have errors.

        For instance:

            touchbridge init lobby --size 1080x1920 --defaults
            touchbridge test lobby/layout.touch
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        guard arguments.positional.count <= 1 else {
            throw arguments.wrong("too many arguments; specify only one folder")
        }
        let folder = InitFolder(arguments.positional.first ?? ".")
        // Existing files are reported before the command asks the user for missing options.
        try folder.check()
        let answers = try InitAnswers(arguments)
        let files = InitFiles(answers, in: folder.absolutePath)
        let (plan, reading) = LayoutReading.plan(
            text: Array(files.layout.utf8),
            named: folder.path(InitFiles.layoutName)
        )
        plan?.checkMachine(reading)
        for diagnostic in reading.sorted { Console.complain(diagnostic.description) }
        guard !reading.hasErrors else {
            throw InitFailure("no file was written, because the layout would have errors; change the answers")
        }
        try folder.write(files.all)
        let (layout, script) = (folder.path(InitFiles.layoutName), folder.path(InitFiles.scriptName))
        try Console.print(
            """
            \(files.all.map { "wrote \(TerminalText.line(folder.path($0.name)))" }.joined(separator: "\n"))
            Next steps:
              touchbridge check --strict \(TerminalText.line(layout))
              touchbridge test \(TerminalText.line(script))
              touchbridge run \(TerminalText.line(layout))
            """
        )
        return 0
    }
}

/// Reason why no file was written.
struct InitFailure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The folder for the new files.
struct InitFolder {
    private let folder: String

    init(_ folder: String) { self.folder = folder }

    func path(_ name: String) -> String { folder == "." ? name : "\(folder)/\(name)" }

    /// The absolute path of the folder, which need not exist.
    var absolutePath: String {
        if folder.hasPrefix("/") { return folder }
        guard let current = getcwd(nil, 0) else { return folder }
        defer { free(current) }
        let path = String(cString: current)
        return folder == "." ? path : "\(path)/\(folder)"
    }

    /// Throws if one of the files exists.
    func check() throws(InitFailure) {
        for name in InitFiles.names {
            var status = stat()
            if lstat(path(name), &status) == 0 {
                throw InitFailure("'\(path(name))' exists; specify a different folder, or remove the file")
            }
        }
    }

    /// Writes the files; after a failure, removes the files that it has written.
    func write(_ files: [(name: String, text: String)]) throws(InitFailure) {
        if mkdir(folder, 0o777) != 0, errno != EEXIST { throw failure(folder, errno) }
        for (index, file) in files.enumerated() {
            if let code = Self.write(file.text, to: path(file.name)) {
                for written in files[..<index] { unlink(path(written.name)) }
                throw failure(path(file.name), code)
            }
        }
    }

    private func failure(_ path: String, _ code: Int32) -> InitFailure {
        InitFailure("'\(path)' cannot be written: \(String(cString: strerror(code))); specify a different folder")
    }

    /// Writes a new file; returns the error number of a failure, or nil on success.
    private static func write(_ text: String, to path: String) -> Int32? {
        // O_EXCL: an existing file or link is never overwritten, even if it was created after the check.
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard file >= 0 else { return errno }
        defer { close(file) }
        do throws(WriteError) {
            try Output(file, name: path).write(Array(text.utf8))
            return nil
        } catch {
            unlink(path)
            return EIO
        }
    }
}
