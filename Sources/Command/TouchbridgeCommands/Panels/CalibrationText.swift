internal import Contacts

extension Calibration {
    /// The six coefficients of the matrix, rounded to five decimals.
    var numbers: [Double] { [a, b, c, d, e, f].map { ($0 * 100_000).rounded() / 100_000 + 0 } }

    /// The coefficients as `LIBINPUT_CALIBRATION_MATRIX` contains them: decimals without exponents, separated by
    /// spaces.
    var text: String { numbers.map { $0.decimal(5) }.joined(separator: " ") }
}

extension Double {
    /// The number with at most `digits` decimals, without an exponent and without zeros at the end.
    func decimal(_ digits: Int) -> String {
        let scale = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 1e15 else { return "\(self)" }
        let (whole, rest) = Int64(scaled).quotientAndRemainder(dividingBy: Int64(scale))
        let sign = self < 0 && scaled > 0 ? "-" : ""
        guard rest > 0 else { return "\(sign)\(whole)" }
        var fraction = String(rest)
        fraction = String(repeating: "0", count: digits - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return "\(sign)\(whole).\(fraction)"
    }
}
