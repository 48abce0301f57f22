import Foundation
import Testing

/// Runs the built command with the given arguments.
enum Command {
    struct Outcome {
        var status: Int32
        var output: String
        var complaints: String
    }

    static let binary = folder.appending(path: "touchbridge")
    static let developerBinary = folder.appending(path: "touchbridge-dev")

    /// Returns the program that implements the subcommand in `arguments`.
    static func binary(for arguments: [String]) -> URL {
        ["make-test", "torture"].contains(arguments.first) ? developerBinary : binary
    }

    /// Folder of the built programs, which also contains the test bundle.
    private static let folder: URL = {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        var folder = own.deletingLastPathComponent()
        // Other test runners pass the bundle as an argument.
        if let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) {
            folder = URL(filePath: bundle).deletingLastPathComponent()
        }
        return folder
    }()

    static func run(_ arguments: String..., in folder: Scratch? = nil) throws -> Outcome {
        try run(arguments, in: folder)
    }

    static func run(
        _ arguments: [String],
        of program: URL? = nil,
        in folder: Scratch? = nil,
        environment: [String: String]? = nil
    ) throws -> Outcome {
        let scratch = try folder ?? Scratch()
        let names = ["out", "err"].map { scratch.url(".\($0)-\(UUID().uuidString)") }
        // Redirects output to files, because a full pipe would block the command.
        let command = try RunningCommand(
            arguments,
            of: program?.path,
            output: .file(names[0].path),
            errors: .file(names[1].path),
            in: scratch,
            environment: environment
        )
        let status = try #require(command.wait(), "\(arguments) does not end")
        let texts = try names.map { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
        for name in names { try FileManager.default.removeItem(at: name) }
        return Outcome(status: status, output: texts[0], complaints: texts[1])
    }
}

/// A temporary folder, removed when the object is deallocated.
final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "touchbridge-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: folder) }

    func url(_ name: String) -> URL { folder.appending(path: name) }
    func path(_ name: String) -> String { url(name).path }

    func write(_ name: String, _ bytes: some DataProtocol) throws { try Data(bytes).write(to: url(name)) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted() }
}

/// Returns the path of a recording in `fixtures/recordings`.
func recording(_ name: String, _ file: String = "source.evemu") -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "fixtures/recordings/\(name)/\(file)").path
}
