import InputEvents
import TestTraits
import Testing

@testable import InputHub

/// Tests which panels match a screen's `input:`.
@Suite struct PanelMatchTests {
    private var panel: DeviceDescription {
        var panel = DeviceDescription(name: "ILITEK Multi-Touch [V5]")
        panel.identity = .init(bus: 3, vendor: 0x222a, product: 0x0001, version: 1)
        panel.udev = ["ID_PATH": "pci-0000:00:14.0-usb-0:3:1.0", "ID_SERIAL_SHORT": "A17"]
        return panel
    }

    @Test func `an empty match accepts any panel`() { #expect(PanelMatch().matches(panel)) }

    @Test(arguments: [
        PanelMatch(name: "ILITEK*"), PanelMatch(name: "*Touch*"), PanelMatch(vendor: 0x222a, product: 1),
        PanelMatch(serial: "A1?"), PanelMatch(path: "pci-0000:00:14.0-usb-0:3*"),
        PanelMatch(name: "*[[]V[0-9]]"), PanelMatch(name: "ILITEK Multi-Touch \\[V5]"),
    ])
    func `a panel with all required properties matches`(match: PanelMatch) { #expect(match.matches(panel)) }

    @Test(arguments: [
        PanelMatch(name: "ILITEK"), PanelMatch(name: "ilitek*"), PanelMatch(vendor: 0x222b),
        PanelMatch(vendor: 0x222a, product: 2), PanelMatch(serial: "A1"), PanelMatch(serial: ""),
        PanelMatch(path: "pci-0000:00:14.0-usb-0:4*"), PanelMatch(name: "*", path: "*-usb-0:4*"),
    ])
    func `a single different property is no match`(match: PanelMatch) { #expect(!match.matches(panel)) }

    @Test(.rule("L6")) func `two panels of one model are distinguished by path`() {
        var other = panel
        other.udev["ID_PATH"] = "pci-0000:00:14.0-usb-0:4:1.0"
        let screens = [PanelMatch(path: "*-usb-0:3:*"), PanelMatch(path: "*-usb-0:4:*")]
        #expect(PanelMatch.first(of: screens, for: panel) == 0)
        #expect(PanelMatch.first(of: screens, for: other) == 1)
    }

    @Test func `a screen with requirements takes precedence over one without`() {
        let screens = [PanelMatch(), PanelMatch(name: "ILITEK*"), PanelMatch()]
        #expect(PanelMatch.first(of: screens, for: panel) == 1)
        #expect(PanelMatch.first(of: screens, for: DeviceDescription(name: "Other")) == 0)
    }

    @Test func `a panel without path or serial matches no pattern for it`() {
        #expect(!PanelMatch(path: "*").matches(DeviceDescription(name: "")))
        #expect(!PanelMatch(serial: "*").matches(DeviceDescription(name: "")))
        #expect(PanelMatch(name: "*").matches(DeviceDescription(name: "")))
    }

    @Test(arguments: [
        ("", "", true), ("", "a", false), ("*", "", true), ("**", "ab", true), ("a*b*c", "aXbYbZc", true),
        ("a*b*c", "aXbYbZ", false), ("?", "ä", true), ("??", "ä", false), ("[a-c]x", "bx", true),
        ("[!a-c]x", "bx", false), ("[]x", "[]x", true), ("[a", "[a", true), ("[]a]", "]", true), ("a\\*", "a*", true),
        ("a\\*", "ab", false), ("\\", "\\", true),
    ])
    func `patterns are shell patterns`(pattern: String, text: String, fits: Bool) {
        #expect(Pattern(pattern).matches(text) == fits)
    }

    @Test func `matching a pattern with many stars takes linear time per star`() {
        let pattern = Pattern(String(repeating: "*a", count: 200) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 5000)))
    }
}
