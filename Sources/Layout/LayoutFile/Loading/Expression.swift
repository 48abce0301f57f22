internal import YAML

/// The content of `${…}`: a name, or a calculation with numbers, percentages and names.
enum Expression: Equatable {
    case name(String)
    /// A sum of products.
    case sum([Product])

    struct Product: Equatable {
        var isSubtracted: Bool
        var first: Operand
        var factors: [Factor] = []
    }

    struct Factor: Equatable {
        var isDivisor: Bool
        var operand: Operand
    }

    enum Operand: Equatable {
        case length(Length)
        case name(String)

        init(_ word: Substring) {
            let isPercentage = word.hasSuffix("%")
            guard let number = Scalar(String(isPercentage ? word.dropLast() : word)).number else {
                self = .name(String(word))
                return
            }
            self = .length(isPercentage ? Length(fraction: number / 100) : Length(points: number))
        }
    }

    /// A calculation that has no result; `reason` is nil if an error has already been reported.
    struct Failure: Error, Equatable {
        let reason: String?
    }

    private static let operators: Set<Substring> = ["+", "-", "*", "/"]

    /// Parses the content of `${…}`: a name, or a calculation whose operators have spaces around them. A known name is
    /// parsed as a name, even if it contains operators. Returns nil if operands and operators do not alternate.
    init?(_ text: String, isKnown: (String) -> Bool) {
        let words = text.split(separator: " ")
        guard !isKnown(text), words.contains(where: Self.operators.contains) else {
            self = .name(text)
            return
        }
        guard !words.count.isMultiple(of: 2), !Self.operators.contains(words[0]) else { return nil }
        var products = [Product(isSubtracted: false, first: Operand(words[0]))]
        for index in stride(from: 1, to: words.count, by: 2) {
            let (sign, word) = (words[index], words[index + 1])
            guard Self.operators.contains(sign), !Self.operators.contains(word) else { return nil }
            if sign == "+" || sign == "-" {
                products.append(Product(isSubtracted: sign == "-", first: Operand(word)))
            } else {
                products[products.count - 1].factors.append(Factor(isDivisor: sign == "/", operand: Operand(word)))
            }
        }
        self = .sum(products)
    }

    /// Returns the error message for `${…}` content that cannot be parsed.
    static func invalid(_ source: String) -> String {
        "'${\(source)}' is not a valid calculation; write numbers or names with +, -, * or / between them, as in '${size + 10}'"
    }

    var names: [String] {
        guard case .sum(let products) = self else {
            if case .name(let name) = self { return [name] }
            return []
        }
        return products.flatMap { [$0.first] + $0.factors.map(\.operand) }.compactMap { operand in
            if case .name(let name) = operand { name } else { nil }
        }
    }

    /// Returns the sum of the products; `value` returns the value of an operand.
    static func sum(_ products: [Product], _ value: (Operand) throws(Failure) -> Length) throws(Failure) -> Length {
        var sum = Length()
        for product in products {
            var result = try value(product.first)
            for factor in product.factors {
                let other = try value(factor.operand)
                if factor.isDivisor {
                    guard other.fraction == 0 else {
                        throw Failure(reason: "divides by a percentage; divide by a number")
                    }
                    guard other.points != 0 else { throw Failure(reason: "divides by 0; use a different divisor") }
                    result = result / other.points
                } else if other.fraction == 0 {
                    result = result * other.points
                } else {
                    guard result.fraction == 0 else {
                        throw Failure(reason: "multiplies two percentages; use only one percentage")
                    }
                    result = other * result.points
                }
            }
            sum = product.isSubtracted ? sum - result : sum + result
        }
        guard abs(sum.points) < 1e9, abs(sum.fraction) < 1e7 else {
            throw Failure(reason: "has a result above 1e9; use smaller numbers")
        }
        return sum
    }
}

extension Length {
    /// The length as written in a layout, rounded to nine decimals.
    var text: String {
        let (points, percentage) = (Self.text(points), Self.text(fraction * 100))
        if percentage == "0" { return points }
        if points == "0" { return "\(percentage)%" }
        return points.hasPrefix("-") ? "\(percentage)% - \(points.dropFirst())" : "\(percentage)% + \(points)"
    }

    private static func text(_ number: Double) -> String {
        let scaled = Int64((number * 1e9).rounded())
        let digits = String(scaled.magnitude)
        let padded = String(repeating: "0", count: max(0, 10 - digits.count)) + digits
        let decimals = padded.suffix(9).reversed().drop { $0 == "0" }.reversed()
        let text = padded.dropLast(9) + (decimals.isEmpty ? "" : "." + String(decimals))
        return (scaled < 0 ? "-" : "") + text
    }
}
