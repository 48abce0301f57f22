import LayoutFile
import Schema
import Testing
import YAML

/// Tests calculations in `${…}`.
struct CalculationTests {
    /// Returns the text of a calculation, or the first line of the first error; nil if the layout has neither. The
    /// parameters are `a` (12), `p` (10%), `s` (50% - 20) and `a - b` (name).
    private func result(_ source: String) -> String? {
        let text = """
            plugins: {out: {type: log}}
            templates:
              t:
                parameters: {a: 12, p: 10%, s: 50% - 20, "a - b": name}
                view: {id: "${a} ${p} ${s} ${a - b}", on: {touchesBegan: {out.write: ["\(source)"]}}}
            root: {template: t}
            """
        let (layout, messages) = layout(text)
        guard messages.isEmpty else { return messages[0].split(separator: "\n").first.map(String.init) }
        return layout?.root?.on[0].calls[0].arguments?.sequence?[0].scalar?.text
    }

    @Test(arguments: [
        ("${a + 1}", "13"), ("${a - 20}", "-8"), ("${a / 8}", "1.5"), ("${2 + a * 3}", "38"), ("${a * -1}", "-12"),
        ("${100% / 3}", "33.333333333%"), ("${100% - p}", "90%"), ("${100% - s}", "50% + 20"), ("${s - 5}", "50% - 25"),
        ("${a * s}", "600% - 240"), ("${s / 2}", "25% - 10"), ("${0.1 + 0.2}", "0.3"), ("${p - p}", "0"),
        ("${a - b}", "name"), ("n${a + 1}", "n13"), ("${1 / 1000000000}", "0.000000001"), ("$${a + 1}", "${a + 1}"),
        ("${a - 12.0000000001}", "0"),
    ])
    func `products are calculated before sums, and percentages stay percentages`(source: String, result: String) {
        #expect(self.result(source) == result)
    }

    @Test(arguments: [
        ("${a / 0}", "divides by 0"), ("${a / p}", "divides by a percentage"),
        ("${p * s}", "multiplies two percentages"), ("${a * 1000000000}", "has a result above 1e9"),
        ("${a + a - b}", "the template has no parameter 'b'"), ("${a +}", "is not a valid calculation"),
        ("${a + * a}", "is not a valid calculation"), ("${+ a}", "is not a valid calculation"),
        ("${a 2 + a}", "is not a valid calculation"),
    ])
    func `a calculation without a result is an error`(source: String, message: String) {
        #expect(result(source)?.contains(message) == true)
    }

    @Test
    func `an unknown name in a calculation is reported once`() {
        let messages = layout("root: {subviews: [{repeat: 1..1, id: \"${iten + 1}\"}]}").messages
        #expect(messages.count == 1 && messages[0].contains("the name 'iten' is unknown; did you mean 'item'?"))
    }

    @Test
    func `the result is a number where the layout needs a number`() throws {
        let view = "{repeat: 1..2, tag: \"${item + 1}\", alpha: \"${item / 2}\"}"
        let (layout, messages) = layout("root: {subviews: [\(view)]}")
        #expect(messages == [])
        #expect(layout?.root?.subviews.map(\.tag) == [2, 3])
        #expect(layout?.root?.subviews.map(\.alpha) == [0.5, 1])
    }
}
