internal import Foundation

/// Examples in the help texts of commands.
public enum HelpExamples {
    /// Examples that need a panel, and therefore run in the tests' kernel (`KernelTests.HelpExampleTests`); the examples
    /// of a group run one after another. All other examples run in `CommandTests.HelpExampleTests`.
    public static let groupsWithPanel = [
        ["touchbridge devices", "touchbridge devices --json | jq .name"],
        ["touchbridge identify left right"],
        ["touchbridge calibrate --udev > /etc/udev/rules.d/99-calibration.rules"],
        [
            "touchbridge record '*Touch*' -o swipe.touch --as touch --size 1080x1920",
            "touchbridge test swipe.touch --layout lobby.yaml     # after an 'expect' line was added",
        ],
        ["sudo touchbridge reset /dev/input/event3"],
    ]

    /// Returns the examples of a help text: the indented lines after the line `For instance:`.
    public static func list(in help: String) -> [String] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "For instance:") else { return [] }
        return lines[start...].filter { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// A folder in which examples run: their current folder, and the replacement of folders of the system.
    public struct Folder {
        public let path: String

        /// Creates the programs that examples call in `bin`, and the folders that examples write to.
        public init(_ path: String, programs: String) throws {
            self.path = path
            let files = FileManager.default
            for name in Self.folders {
                try files.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
            }
            for name in ["touchbridge", "touchbridge-dev"] {
                try files.createSymbolicLink(
                    atPath: "\(path)/bin/\(name)",
                    withDestinationPath: "\(programs)/\(name)"
                )
            }
            for (name, script) in Self.stubs {
                try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: "\(path)/bin/\(name)"))
                try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(path)/bin/\(name)")
            }
        }

        private static let folders = [
            "bin", "tests", "etc/bash_completion.d", "etc/fish/completions", "etc/touchbridge", "etc/udev/rules.d",
            "usr/local/share/zsh/site-functions",
        ]
        private static let stubs = [
            "sudo": #"exec "$@""#,
            "xdg-open": #"test -s "$1""#,
            "generate-layout": "cat lobby.yaml",
            // Without a terminal, jq would print only at its end.
            "jq": #"exec /usr/bin/jq --unbuffered "$@""#,
        ]

        /// Returns a script for bash that runs an example in the folder.
        public func script(for example: String) -> String {
            let local = example.replacing(" /etc/", with: " \(path)/etc/")
                .replacing(" /usr/local/", with: " \(path)/usr/local/")
            return "cd '\(path)' && PATH=\(path)/bin:/usr/bin:/bin && set -o pipefail && \(local)"
        }
    }
}
