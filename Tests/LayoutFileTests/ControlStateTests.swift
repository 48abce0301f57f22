import JSON
import LayoutFile
import Testing

/// Tests the spellings of control states in messages from programs and brokers.
struct ControlStateTests {
    @Test(arguments: [true, 1, "true", "True", "TRUE", "1", "1.0", "ON", "on", "On"] as [JSONValue])
    func `true is accepted in all spellings`(_ value: JSONValue) throws {
        for key in ["isOn", "enabled", "selected"] {
            let view = try ViewLayout.reading(properties: .object([.init(key, value)]))
            #expect([view.isOn, view.isEnabled, view.isSelected].contains(true), "\(key)")
        }
    }

    @Test(arguments: [false, 0, "false", "False", "FALSE", "0", "OFF", "off", "Off"] as [JSONValue])
    func `false is accepted in all spellings`(_ value: JSONValue) throws {
        #expect(try ViewLayout.reading(properties: ["isOn": value]).isOn == false)
    }

    @Test(arguments: ["", "yes", "2", 2, -1, 0.5, "ON ", .null, [true], ["on": true], "offf"] as [JSONValue])
    func `any other value is an error and changes nothing`(_ value: JSONValue) {
        #expect(throws: ViewMistakes.self) { try ViewLayout.reading(properties: ["isOn": value]) }
    }

    @Test(arguments: [("25", 25), ("-0.5", -0.5), ("1e2", 100), (25, 25)] as [(JSONValue, Double)])
    func `a slider's value can be a text`(_ value: JSONValue, _ number: Double) throws {
        #expect(try ViewLayout.reading(properties: ["value": value]).value == number)
    }

    @Test(arguments: ["", "loud", "25 %", "inf", "nan", "1e999", true, .null] as [JSONValue])
    func `a slider's value must be a number`(_ value: JSONValue) {
        #expect(throws: ViewMistakes.self) { try ViewLayout.reading(properties: ["value": value]) }
    }
}
