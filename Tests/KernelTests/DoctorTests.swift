import CKernelTestSupport
import DeviceNodes
import Evdev
import Foundation
import Glibc
import InputEvents
import TestTraits
import Testing

/// Tests the command `doctor` with virtual panels on a real kernel.
@Suite(.serialized, .tags(.realKernel)) struct DoctorTests {
    private let scratch = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    /// Verdict, text and remedy of one finding.
    private struct Finding: Decodable {
        let code: String
        let verdict: String
        let text: String
        let remedy: String?
    }

    private struct Report: Decodable {
        struct Device: Decodable {
            let name: String
            let path: String
            let findings: [Finding]
        }
        let verdict: String
        let machine: [Finding]
        let devices: [Device]

        subscript(_ code: String) -> Finding? { (machine + devices.flatMap(\.findings)).first { $0.code == code } }
    }

    private func doctor(_ options: String...) throws -> Child {
        try Child(RecorderProcess.command, ["doctor", "--json"] + options, output: scratch)
    }

    /// Waits until the command ends, and returns its report.
    private func report(_ child: Child, status: Int32) throws -> Report {
        #expect(child.wait() == status)
        defer { unlink(scratch) }
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(filePath: scratch)))
        for finding in report.machine + report.devices.flatMap(\.findings) where finding.verdict != "ok" {
            #expect(finding.remedy != nil, "\(finding.code) has no remedy")
        }
        return report
    }

    @Test func `a measurement with a page ends when the whole panel is painted`() throws {
        try LoopbackInterface.enable()
        let panel = try Panel()
        let child = try doctor("--page", "--port", "0")
        _ = child.complaints(until: "in a browser that covers the screen")
        for row in 0..<18 {
            try panel.down(slot: 0, id: Int32(row + 1), 0, Int32(row * 125 + 10))
            for step in 1...16 {
                usleep(5_000)
                try panel.move(slot: 0, Int32(step * 4095 / 16), Int32(row * 125 + 10))
            }
            try panel.up(slot: 0)
            usleep(50_000)
        }
        #expect(try report(child, status: 0)["dead-spots"]?.text == "touches arrived from all parts of the panel")
    }

    @Test func `a good panel has no problem, and Ctrl-C ends the measurement`() throws {
        let panel = try Panel()
        let child = try doctor("--measure", "--for", "600")
        _ = child.complaints(until: "Ctrl-C ends it")
        try panel.play([(.slot, 0), (.trackingID, 1), (.contactX, 100), (.contactY, 100)])
        try panel.play([(.slot, 1), (.trackingID, 2), (.contactX, 900), (.contactY, 900)])
        usleep(50_000)
        try panel.play([(.slot, 0), (.trackingID, -1), (.slot, 1), (.trackingID, -1)])
        usleep(200_000)
        for line in 0..<18 {
            try panel.down(slot: 0, id: Int32(line + 3), 0, Int32(line * 125 + 10))
            for step in 1...16 {
                usleep(5_000)
                try panel.move(slot: 0, Int32(step * 4095 / 16), Int32(line * 125 + 10))
            }
            try panel.up(slot: 0)
            usleep(50_000)
        }
        usleep(200_000)
        kill(child.processID, SIGINT)
        let report = try report(child, status: 0)
        #expect(report.devices.map(\.path) == [panel.path] && report["panels"]?.text == "1 connected")
        for code in [
            "access", "grab", "kind", "udev", "direct", "size", "contacts", "fingers", "dead-spots", "edges", "ghosts",
        ] {
            #expect(
                report[code] == nil && code == "direct" || report[code]?.verdict == "ok",
                "\(code): \(report[code]?.text ?? "")"
            )
        }
        #expect(report["fingers"]?.text == "2 fingers at once; the panel announces 5")
        #expect(report["report-rate"]?.text.hasSuffix(" reports per second") == true)
        #expect(report["stuck-contacts"] == nil)
    }

    @Test func `a panel that another process has grabbed is a problem, and is not measured`() throws {
        let panel = try Panel()
        let holder = start_grabber(panel.path)
        try #require(holder > 0)
        defer { end_process(holder) }
        // Without the early error, the measurement would take ten minutes.
        let report = try report(doctor("--measure", "--for", "600"), status: 1)
        #expect(report["grab"]?.verdict == "problem" && report["grab"]?.text.contains("(process \(holder))") == true)
        #expect(report["report-rate"]?.text.hasPrefix("another process has grabbed the panel") == true)
    }

    @Test func `a panel that the service has grabbed is no problem`() throws {
        let panel = try Panel()
        let service = try ServiceProcess(ServiceProcess.layout(input: "{ grab: true }"))
        usleep(200_000)
        let report = try report(doctor(), status: 0)
        #expect(report["grab"]?.verdict == "ok")
        #expect(report["grab"]?.text.hasPrefix("grabbed; the node is open in touchbridge (process ") == true)
        #expect(service.end().status == 0)
        withExtendedLifetime(panel) {}
    }

    @Test func `the driver of a HID panel is listed with its quirks`() throws {
        let panel = try HIDPanel()
        let report = try report(doctor(HIDPanel.announcedNode().path), status: 0)
        #expect(report["driver"]?.text == "hid-multitouch, quirks: always valid, contact count accurate")
        withExtendedLifetime(panel) {}
    }

    @Test func `a ghost is a problem`() throws {
        let panel = try Panel()
        let child = try doctor("--measure", "--for", "600")
        _ = child.complaints(until: "Ctrl-C ends it")
        for id in Int32(1)...14 {
            try panel.down(slot: 0, id: id, 1000, 1000)
            try panel.up(slot: 0)
            usleep(100_000)
        }
        kill(child.processID, SIGINT)
        let report = try report(child, status: 1)
        #expect(report["ghosts"]?.verdict == "problem" && report.verdict == "problem")
        #expect(report["ghosts"]?.text.contains("at 24 % of the width, 46 % of the height") == true)
    }

    @Test(arguments: [true, false]) func `a contact that does not lift is a problem`(_ isDownBefore: Bool) throws {
        let panel = try Panel()
        if isDownBefore { try panel.down(slot: 2, id: 7, 2048, 1080) }
        let child = try doctor("--measure", "--for", "7")
        _ = child.complaints(until: "Ctrl-C ends it")
        if !isDownBefore { try panel.down(slot: 2, id: 7, 2048, 1080) }
        // Touches of other fingers do not hide the stale contact.
        for id in Int32(10)...15 {
            try panel.down(slot: 0, id: id, 300 * (id - 9), 300)
            usleep(100_000)
            try panel.up(slot: 0)
            usleep(500_000)
        }
        let report = try report(child, status: 1)
        let text = "a contact at 50 % of the width, 50 % of the height is down, and has sent no event for "
        #expect(report["stuck-contacts"]?.text.hasPrefix(text) == true)
        #expect(report["grab"]?.verdict == (isDownBefore ? "untested" : "ok"))
    }

    @Test func `a panel that is unplugged during the measurement is a problem`() throws {
        var panel: Panel? = try Panel()
        let child = try doctor("--measure", "--for", "600")
        _ = child.complaints(until: "Ctrl-C ends it")
        try panel?.down(slot: 0, id: 1, 100, 100)
        panel = nil
        let report = try report(child, status: 1)
        #expect(report["access"]?.text == "the panel was disconnected during the measurement")
        #expect(report.devices.first?.findings.count { $0.code == "access" } == 1)
    }

    @Test func `a user without permission learns which group the node belongs to`() throws {
        let panel = try Panel()
        chmod(panel.path, 0o600)
        let options = [
            "--reuid=nobody", "--regid=nogroup", "--clear-groups", RecorderProcess.command, "doctor", "--json",
        ]
        for arguments in [options, options + [panel.path]] {
            let child = try Child("/usr/bin/setpriv", arguments, output: scratch)
            let report = try report(child, status: 1)
            #expect(report["access"]?.text == "this user may not open the node")
            #expect(report["access"]?.remedy?.contains("usermod -aG input") == true)
        }
    }
}
