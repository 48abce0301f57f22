import JSON
import Testing

struct `Writing JSON` {
    @Test(
        arguments: [
            (nil, "null"), (true, "true"), (1, "1"), (-2.5, "-2.5"), (0.1, "0.1"), (1e15, "1000000000000000.0"),
            (1e300, "1e+300"),
            (123_456_789, "123456789"), (2.5e-300, "2.5e-300"), ("a", "\"a\""), ([], "[]"), ([1, [2]], "[1,[2]]"),
            (["b": 1, "a": nil], "{\"b\":1,\"a\":null}"), ([:], "{}"),
        ] as [(JSONValue, String)]
    )
    func `values are written in their shortest form on one line`(value: JSONValue, text: String) {
        #expect(value.description == text)
    }

    @Test(arguments: [0, 1, -1, 9, 10, -10, 99, 1_000_000, .max, .min] as [Int64])
    func `integers are written as Swift writes them`(number: Int64) {
        var json = JSONBytes()
        json.append(number)
        #expect(String(decoding: json.bytes, as: UTF8.self) == "\(number)")
    }

    @Test(
        arguments: [
            (0, ""), (0.0004, ""), (-0.0004, ""), (0.0006, "0.001"), (1, "1"), (-1.5, "-1.5"), (12.34567, "12.346"),
            (-0.02, "-0.02"), (7.0996, "7.1"), (7.9999, "8"), (1000.001, "1000.001"),
            (999_999_999_999, "999999999999"), (1e12, "1000000000000.0"), (1e300, "1e+300"),
            (-.leastNonzeroMagnitude, ""), (-.greatestFiniteMagnitude, "-1.7976931348623157e+308"),
            (.nan, "null"), (.infinity, "null"),
        ] as [(Double, String)]
    )
    func `numbers in thousandths have at most three decimals`(number: Double, text: String) {
        var json = JSONBytes()
        json.append(numbersAtMost: 1) { $0.append(thousandths: number) }
        #expect(String(decoding: json.bytes, as: UTF8.self) == "[\(text)]")
    }

    @Test func `a list of numbers omits trailing zeros and has space for the longest`() {
        var json = JSONBytes()
        json.append(numbersAtMost: 8) { list in
            for number in [0, 7, 0, 0, -2, 0, 0] as [Int64] { list.append(number) }
            list.append(thousandths: 0)
        }
        json.append(numbersAtMost: 0) { _ in }
        json.append(numbersAtMost: 3) { for _ in 0..<3 { $0.append(Int64(0)) } }
        json.append(numbersAtMost: 4) { list in
            for _ in 0..<2 { list.append(Int64.min) }
            for _ in 0..<2 { list.append(thousandths: -.greatestFiniteMagnitude) }
        }
        let (whole, double) = (Int64.min, -Double.greatestFiniteMagnitude)
        let text = "[0,7,0,0,-2][][][\(whole),\(whole),\(double),\(double)]"
        #expect(String(decoding: json.bytes, as: UTF8.self) == text)
    }

    @Test func `more numbers than reserved are a programming error`() async {
        await #expect(processExitsWith: .failure) {
            var json = JSONBytes()
            json.append(numbersAtMost: 1) { for _ in 0..<2 { $0.append(thousandths: -.greatestFiniteMagnitude) } }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a number that JSON cannot represent is null`(number: Double) {
        #expect(JSONValue.number(number).description == "null")
    }

    @Test func `any text stays on one line and is read back`() throws {
        // A letter follows each scalar, because the writer limits the number of consecutive combining marks.
        let scalars = (0..<0x3000).compactMap { Unicode.Scalar(UInt32($0)) }
        let all = scalars.map { "\($0)a" }.joined() + "😀\u{10FFFF}\u{FFFE}"
        let written = JSONValue.text(all).description
        #expect(!written.utf8.contains { $0 < 0x20 || $0 == 0x7f })
        #expect(try JSONValue(parsing: written.utf8) == .text(all))
    }

    @Test func `a written value is read back`() throws {
        var generator = Steps(state: 1)
        for _ in 0..<2000 {
            let value = Self.value(depth: 4, &generator)
            #expect(try JSONValue(parsing: value.description.utf8) == value)
            #expect(try JSONValue(parsing: value.indented.utf8) == value)
        }
    }

    @Test func `clear keeps the storage`() {
        var bytes = JSONBytes()
        bytes.append(["a": 1])
        bytes.clear()
        bytes.append(raw: "[")
        bytes.append(Int64.min)
        bytes.append(raw: "]")
        #expect(String(decoding: bytes.bytes, as: UTF8.self) == "[-9223372036854775808]")
    }

    private static func value(depth: Int, _ generator: inout Steps) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .boolean(.random(using: &generator))
        case 2: return .number(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)))
        case 3:
            let number = Double(bitPattern: .random(in: .min ... .max, using: &generator))
            return .number(number.isFinite ? number : 0.5)
        case 4: return .text(text(&generator))
        case 5:
            return .list(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth: depth - 1, &generator) }
            )
        default:
            return .object(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    JSONValue.Member(text(&generator), value(depth: depth - 1, &generator))
                }
            )
        }
    }

    private static func text(_ generator: inout Steps) -> String {
        let scalars = (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...0x1ffff, using: &generator))
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Generates reproducible random values from a seed.
    private struct Steps: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state ^ (state >> 29)) &* 0x9E37_79B9_7F4A_7C15
        }
    }
}
