internal import CommandSupport
internal import JSON
internal import Platform

/// The findings of `doctor` about the machine and its devices.
struct DoctorReport {
    /// The findings about one device.
    struct Device {
        let name: String
        /// Path of the device's node or of the recording.
        let path: String
        private(set) var findings: [DoctorFinding]

        init(name: String, path: String, _ findings: [DoctorFinding]) {
            (self.name, self.path, self.findings) = (name, path, findings)
        }

        /// Adds measured findings; each replaces the finding with the same code from the device's description.
        mutating func add(_ measured: [DoctorFinding]) {
            findings.removeAll { finding in measured.contains { $0.code == finding.code } }
            findings += measured
        }
    }

    /// Findings about the machine; empty for a recording.
    var machine: [DoctorFinding] = []
    var devices: [Device] = []

    private var all: [DoctorFinding] { machine + devices.flatMap(\.findings) }

    /// The worst verdict.
    var verdict: DoctorFinding.Verdict { all.map(\.verdict).max { $0.rawValue < $1.rawValue } ?? .ok }

    var lines: [String] {
        var lines: [String] = machine.isEmpty ? [] : ["This machine"] + machine.flatMap(\.lines)
        for device in devices { lines += ["'\(device.name)' (\(device.path))"] + device.findings.flatMap(\.lines) }
        let problems = all.count { $0.verdict == .problem }
        let warnings = all.count { $0.verdict == .warning }
        lines.append("\(Self.count(problems, "problem")), \(Self.count(warnings, "warning"))")
        return lines.map { TerminalText.line($0) }
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    var json: JSONValue {
        [
            "verdict": .text(verdict.word), "machine": .list(machine.map(\.json)),
            "devices": .list(
                devices.map { device in
                    [
                        "name": .text(device.name), "path": .text(device.path),
                        "findings": .list(device.findings.map(\.json)),
                    ]
                }
            ),
        ]
    }
}
