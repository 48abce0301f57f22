import LayoutFile
internal import LayoutPlans
import Schema
import Testing
import YAML

/// Tests that the cost of a check grows linearly with the layout's size. Most tests count steps, because times vary.
struct HardFileTests {
    /// A type of expensive layout; `text` returns a layout of the given size.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: @Sendable (Int) -> String

        init(_ name: String, _ text: @escaping @Sendable (Int) -> String) {
            (testDescription, self.text) = (name, text)
        }
    }

    private static func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

    private static func subviews(_ count: Int, _ view: (Int) -> String) -> String {
        "root:\n  subviews:\n" + lines(count) { "    - \(view($0))\n" }
    }

    static let kinds = [
        Kind("a first responder of 60 KB") {
            "firstResponder: \(String(repeating: "x", count: 60_000))\n" + subviews($0) { "{ id: view\($0) }" }
        },
        Kind("misspelled handlers of many plugins") { count in
            "plugins:\n" + lines(count / 4) { "  p\($0): { type: log }\n" }
                + subviews(count) { "{ on: { touchesBegan: p\($0 % (count / 4)).wrote\($0) } }" }
        },
        Kind("calls of misspelled plugins") {
            "plugins:\n" + lines($0) { "  p\($0): { type: log }\n" }
                + subviews($0) { "{ on: { touchesBegan: q\($0).write } }" }
        },
        Kind("unknown gestures to wait for") {
            subviews($0) { "{ gestures: [{ id: g\($0), type: tap, requireToFail: [h\($0), k\($0)] }] }" }
        },
        Kind("gestures that all wait for each other") { count in
            let width = max(2, Int(Double(count).squareRoot()))
            let all = (0..<width).map { "g\($0)" }.joined(separator: ", ")
            return "root:\n  gestures:\n"
                + lines(width) { "    - { id: g\($0), type: tap, requireToFail: [\(all)] }\n" }
        },
        Kind("a chain of gestures") {
            "root:\n  gestures:\n" + lines($0) { "    - { id: g\($0), type: tap, requireToFail: g\($0 + 1) }\n" }
        },
        Kind("ids that stand twice") { subviews($0) { "{ id: view\($0 / 2) }" } },
        Kind("a template with mistakes, often used") {
            "templates: { t: { view: { class: Button, wdith: 3, on: { foo: a.b } } } }\n"
                + subviews($0) { _ in "{ template: t }" }
        },
        Kind("a template with many parameters, often used") { count in
            "templates: { t: { parameters: { " + lines(count) { "p\($0): 1, " } + "q: }, view: { id: \"${q}\" } } }\n"
                + subviews(count) { "{ template: t, with: { q: v\($0) } }" }
        },
        Kind("a template with many missing parameters") { count in
            "templates: { t: { parameters: { " + lines(count) { "p\($0): , " } + "}, view: { id: \"${p1}\" } } }\n"
                + subviews(count) { _ in "{ template: t }" }
        },
        Kind("a chain of templates") {
            "templates:\n" + lines($0) { "  t\($0 + 100_000): { view: { template: t\($0 + 100_001) } }\n" }
                + "root: {}\n"
        },
        Kind("templates that all lead back to the first") {
            "templates:\n"
                + lines($0) {
                    "  t\($0): { view: { subviews: [{ template: t\($0 + 1) }, { template: t0 }] } }\n"
                } + "root: { template: t0 }\n"
        },
        Kind("a text of braces") {
            "plugins: { out: { type: log } }\nroot: { on: { touchesBegan: { out.write: \""
                + String(repeating: "{a{x}", count: $0) + "\" } } }\n"
        },
        Kind("actions that nobody has") {
            "root:\n  actions: { " + lines($0) { "action\($0): p.q, " } + "}\n  subviews:\n"
                + lines($0) { "    - { class: Button, on: { touchUpInside: acton\($0) } }\n" }
        },
        Kind("windows with first responders") {
            "windows:\n" + lines($0) { "  - { firstResponder: v\($0), root: { id: v\($0), class: Button } }\n" }
        },
        Kind("views that cover each other") { subviews($0) { _ in "{ class: Button, frame: [0, 0, 10, 10] }" } },
        Kind("dead zones above views") {
            "screens:\n  - deadZones:\n" + lines($0) { "      - [\($0 % 900), 0, 2, 2]\n" }
                + "    root:\n      subviews:\n"
                + lines($0) { _ in "        - { class: Button, frame: [0, 5, 1, 1] }\n" }
        },
        Kind("many wrong placeholders in one text") {
            "plugins: { out: { type: log } }\nroot: { on: { touchesBegan: { out.write: \""
                + String(repeating: "{{scael}}", count: $0) + "\" } } }\n"
        },
        Kind("misspelled keys") {
            "plugins: { k: { type: uinput } }\n" + subviews($0) { "{ on: { touchesBegan: { k.key: ctrrl\($0) } } }" }
        },
        Kind("an id of combining marks") {
            "firstResponder: \"e" + String(repeating: "\u{301}\u{316}", count: $0 * 50) + "\"\n"
        },
        Kind("a parameter of combining marks, often used") { count in
            let use = String(repeating: "${m}", count: count)
            return "templates: { t: { parameters: { m: \"\(String(repeating: "\u{301}\u{316}", count: 15))\" }, "
                + "view: { id: \"\(use)\" } } }\nroot: { template: t }\n"
        },
        Kind("sequences of unknown gestures") {
            "root:\n  sequences:\n" + lines($0) { "    - { id: s\($0), steps: [a\($0), b\($0)] }\n" }
        },
        Kind("sequences of sequences") { count in
            "root:\n  sequences:\n"
                + lines(count) { "    - { id: s\($0), steps: [s\(($0 + 1) % count), s\(($0 + 2) % count)] }\n" }
        },
        Kind("words of other toolkits") { subviews($0) { "{ width: \($0), height: 1, onClick: a.b, opacity: 1 }" } },
        Kind("wrong placeholders in many texts") { count in
            "plugins: { out: { type: log } }\nroot:\n  on:\n    touchesBegan:\n"
                + lines(count) { "      - out.write: \"{{veiw\($0)}}\"\n" }
        },
        Kind("quotes that are never closed") { subviews($0) { "{ id: \"v\($0) }" } },
        Kind("braces without quotes") { subviews($0) { "{ id: {{x\($0)}} }" } },
        Kind("keys that stand twice") { "root:\n" + lines($0) { _ in "  alpha: 1\n" } },
        Kind("aliases of nothing") { subviews($0) { "*v\($0)" } },
        Kind("views of unknown templates") { count in
            "templates:\n" + lines(count) { "  t\($0 + 10_000): { view: {} }\n" }
                + subviews(count) { "{ template: u\($0 + 10_000) }" }
        },
        Kind("many mistakes in one line") {
            "root: { subviews: [" + lines($0) { "{ fraem\($0): 1 }, " } + "] }\n"
        },
    ]

    private func reading(_ text: String) -> Reading {
        let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
        _ = layout.flatMap { LayoutPlan($0, types: pluginTypes, reading) }
        return reading
    }

    @Test(arguments: kinds)
    func `past the reported errors no message is formatted and no name is searched`(_ kind: Kind) {
        for count in [400, 1600] {
            let reading = reading(kind.text(count))
            #expect(
                !reading.diagnostics.isEmpty || kind.testDescription.contains("chain")
                    || kind.testDescription.contains("window") || kind.testDescription.contains("dead zones")
            )
            #expect(reading.diagnostics.count <= Reading.limit)
            // On average, each reported error is formatted at most twenty times.
            #expect(reading.wordingCount <= Reading.limit * 20)
        }
    }

    @Test
    func `an error in a template is formatted a few times, however often it is used`() {
        let texts = [50, 5000].map { count in
            reading("templates: { t: { view: { wdith: 3 } } }\n" + Self.subviews(count) { _ in "{ template: t }" })
        }
        #expect(texts.map(\.diagnostics.count) == [1, 1])
        #expect(texts.map(\.omitted) == [0, 0])
        #expect(texts.map(\.wordingCount) == [20, 20])
    }

    /// Each repeated view reads one key of a large mapping.
    @Test(arguments: ["key19999", "kez"])
    func `a repeated view reads a key of a large mapping`(_ key: String) {
        let keys = (0..<20_000).map { "key\($0): \($0)" }.joined(separator: ", ")
        let template = "t: { parameters: { p: }, view: { subviews: [{ repeat: 1..5000, tag: \"${p.\(key)}\" }] } }"
        let text = "templates: { \(template) }\nroot: { subviews: [{ template: t, with: { p: { \(keys) } } }] }\n"
        let before = ContinuousClock.now
        let messages = layout(text).messages
        #expect(messages.count == (key == "kez" ? 1 : 0))
        #expect(ContinuousClock.now - before < .seconds(30))
    }

    @Test
    func `each calculation of a repeated view counts as text`() {
        let calculation = "item" + String(repeating: " + 1", count: 100)
        let text = "root: { subviews: [{ repeat: 1..1000, tag: \"${\(calculation)}\" }] }"
        var limits = LayoutLimits()
        limits.textBytes = 100_000
        let reading = LayoutLoader.load(Array(text.utf8), file: "layout.yaml", limits: limits).reading
        #expect(reading.sorted.map(\.problem.message).first?.contains("of text after expanding templates") == true)
    }

    @Test
    func `similar names are compared within a limit for all errors together`() {
        for count in [1000, 4000] {
            let known = KnownNames((0..<count).map { "button\($0 + 10_000)" })
            for number in 0..<200 { _ = known.suggestion(for: "buton\(number + 10_000)") }
            #expect(known.comparisonCount <= 50_000)
        }
        let known = KnownNames((0..<5000).map { "button\($0 + 10_000)" })
        #expect(known.suggestion(for: "buton10042") == "; did you mean 'button10042'?")
        let before = known.comparisonCount
        #expect(known.suggestion(for: "buton10042") == "; did you mean 'button10042'?")
        #expect(known.comparisonCount == before)
    }

    @Test
    func `comparisons of views with their superviews are limited`() {
        func comparisons(_ count: Int) -> Int {
            let text = Self.subviews(count) { _ in "{ class: Button, frame: [0, 0, 10, 10], subviews: [{}] }" }
            let (layout, reading) = LayoutLoader.load(Array(text.utf8), file: "layout.yaml")
            guard let layout else { return 0 }
            var check = ReachCheck(layout, ViewChanges(), reading)
            check.run()
            return check.comparisonCount
        }
        let (small, large) = (comparisons(3000), comparisons(12_000))
        #expect(small > 0)
        // The check covers three screen sizes, and compares a view twice with each ancestor.
        #expect(large <= 30_000_000)
        #expect(large < small * 6)
    }

    @Test
    func `a file that is included repeatedly is read once`() throws {
        let scratch = try Scratch()
        try scratch.file("large.yaml", "\(String(repeating: "#\n", count: 1 << 18))frame: [0, 0, 1, 1]\n")
        let spelled = (0..<2000).map { "{ include: \(String(repeating: "./", count: $0 % 20))large.yaml }" }
        let path = try scratch.file("layout.yaml", "root: { subviews: [\(spelled.joined(separator: ", "))] }\n")
        let (layout, reading) = LayoutLoader.load(path: path)
        #expect(layout?.root?.subviews.count == 2000)
        #expect(reading.sorted.isEmpty)
        #expect(reading.files.count == 2)
    }

    @Test
    func `the files of a layout have at most 8 MiB together`() throws {
        let scratch = try Scratch()
        // A comment of 512 KiB precedes each key; a value can have up to 1 MiB.
        let keys = [
            "alpha: 1", "tag: 1", "hidden: false", "exclusiveTouch: true", "clipsToBounds: true",
            "bounds: [0, 0, 1, 1]",
        ]
        let text = keys.map { String(repeating: "#\n", count: 1 << 18) + $0 + "\n" }.joined()
        for name in ["a", "b", "c"] { try scratch.file("\(name).yaml", text) }
        let names = ["a", "b", "c"].map { "{ include: \($0).yaml }" }.joined(separator: ", ")
        let path = try scratch.file("layout.yaml", "root: { subviews: [\(names)] }\n")
        let messages = LayoutLoader.load(path: path).reading.sorted.map(\.problem.message)
        let reason = "the layout's files are larger than 8 MiB together; remove includes"
        #expect(messages == ["'c.yaml' cannot be read: \(reason)"])
    }

    @Test
    func `a long text repeated by aliases is rejected`() {
        let long = String(repeating: "x", count: 100_000)
        func text(_ count: Int) -> String {
            "root: { id: &a \(long), subviews: [" + String(repeating: "{ id: *a }, ", count: count) + "] }\n"
        }
        let message = "more than 8 MiB of text after resolving includes and aliases"
        #expect(complaints(text(200)).map { $0.contains(message) } == [true])
        #expect(complaints(text(20)).allSatisfy { !$0.contains("MiB") })
    }

    @Test
    func `a chain of templates or gestures of any length is processed without recursion`() {
        let chain = Self.lines(30_000) { "  t\($0 + 100_000): { view: { template: t\($0 + 100_001) } }\n" }
        #expect(complaints("templates:\n\(chain)root: {}\n").count == Reading.limit)
        let gestures = Self.lines(30_000) { "    - { id: g\($0), type: tap, requireToFail: g\(($0 + 1) % 30_000) }\n" }
        let circle = complaints("root:\n  gestures:\n\(gestures)")
        let message = "these gestures wait for each other to fail, so they are never recognized: g0 → g1 → g2"
        #expect(circle.map { $0.contains(message) } == [true])
        #expect(circle.allSatisfy { $0.utf8.count < 400 })
    }
}
