internal import Foundation

/// Examples in the commands' help texts.
public enum HelpExamples {
    /// Examples that require a panel. They run in the test kernel (`KernelTests.HelpExampleTests`), those of one group
    /// one after another. All others run in `CommandTests.HelpExampleTests`.
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

    /// Returns the examples in a help text: the indented lines after `For instance:`.
    public static func list(in help: String) -> [String] {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(of: "For instance:") else { return [] }
        return lines[start...].filter { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// A folder for running examples: their working directory, and substitutes for system folders.
    public struct Folder {
        public let path: String

        /// Creates the output folders of the examples, and substitutes in `bin` for the programs that they call.
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
            // Without this option, jq buffers its output until it ends, because the output is not a terminal.
            "jq": #"exec /usr/bin/jq --unbuffered "$@""#,
        ]

        /// Returns a bash script that runs an example in the folder.
        public func script(for example: String) -> String {
            let local = example.replacing(" /etc/", with: " \(path)/etc/")
                .replacing(" /usr/local/", with: " \(path)/usr/local/")
            return "cd '\(path)' && PATH=\(path)/bin:/usr/bin:/bin && set -o pipefail && \(local)"
        }
    }
}
