import Testing
import YAML

@Suite struct ScalarTests {
    @Test(
        arguments: [
            ("12", 12), ("-3", -3), ("+4", 4), ("0x1F", 31), ("0o17", 15), ("", nil), ("1.0", nil), ("0x-1", nil),
            ("9223372036854775808", nil), ("1_000", nil), ("0x", nil),
        ] as [(String, Int64?)]
    )
    func `integers are decimal, hexadecimal or octal and fit 64 bits`(text: String, number: Int64?) {
        #expect(Scalar(text).integer == number)
    }

    @Test(
        arguments: [
            ("1.5", 1.5), ("-2e3", -2000), (".5", 0.5), ("7", 7), ("inf", nil), ("nan", nil), ("0x1p3", nil),
            ("e", nil),
            ("1e999", nil), ("-", nil),
        ] as [(String, Double?)]
    )
    func `numbers are decimal and finite`(text: String, number: Double?) {
        #expect(Scalar(text).number == number)
    }

    @Test func `true and false are booleans, yes and no are text`() {
        #expect(Scalar("true").boolean == true)
        #expect(Scalar("FALSE").boolean == false)
        #expect(Scalar("yes").boolean == nil)
        #expect(Scalar("true", style: .doubleQuoted).boolean == nil)
    }

    @Test func `an empty value, a tilde and null are null unless quoted`() {
        #expect(["", "~", "null"].allSatisfy { Scalar($0).isNull })
        #expect(!Scalar("", style: .singleQuoted).isNull)
    }
}
