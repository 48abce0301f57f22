/// A page in Prometheus' text format, version 0.0.4. The parser rejects all violations of the format:
/// https://prometheus.io/docs/instrumenting/exposition_formats/
public struct PrometheusText {
    /// A sample: a value with its labels.
    public struct Sample: Equatable, Sendable {
        public var name: String
        public var labels: [String: String]
        public var value: Double
    }

    /// All samples with one metric name.
    public struct Family: Equatable, Sendable {
        public var name: String
        public var kind: String?
        public var help: String?
        public var samples: [Sample] = []
    }

    /// Parse error with its line number.
    public struct Mistake: Error, CustomStringConvertible {
        public let description: String
    }

    public private(set) var families: [Family] = []
    private var series: Set<String> = []
    private var line = 0

    private static let kinds: Set<String> = ["counter", "gauge", "histogram", "summary", "untyped"]

    public init(_ bytes: some Sequence<UInt8>) throws(Mistake) {
        guard let text = String(validating: Array(bytes), as: UTF8.self) else { throw mistake("no text in UTF-8") }
        guard text.isEmpty || text.unicodeScalars.last == "\n" else { throw mistake("the last line does not end") }
        for words in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            line += 1
            try read(Scanner(words, line))
        }
        line = 0
        for family in families where family.kind == "histogram" { try check(histogram: family) }
    }

    public subscript(_ name: String) -> Family? { families.first { $0.name == name } }

    /// Returns the value of the only sample with at least these labels; nil if none or several samples match.
    public func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        let found = families.flatMap(\.samples).filter { sample in
            sample.name == name && labels.allSatisfy { sample.labels[$0.key] == $0.value }
        }
        return found.count == 1 ? found[0].value : nil
    }

    // MARK: Lines

    private mutating func read(_ scanner: Scanner) throws(Mistake) {
        var scanner = scanner
        if scanner.isAtEnd { return }
        if scanner.take("#") {
            scanner.skipBlanks()
            let word = scanner.word()
            guard word == "HELP" || word == "TYPE" else { return }
            scanner.skipBlanks()
            let name = try scanner.name(colons: true)
            scanner.skipBlanks()
            try describe(name, word, scanner)
        } else {
            try add(try scanner.sample())
        }
    }

    private mutating func describe(_ name: String, _ word: String, _ scanner: Scanner) throws(Mistake) {
        var scanner = scanner
        if families.last?.name != name {
            guard self[name] == nil else { throw mistake("the lines of \(name) do not stand together") }
            families.append(Family(name: name))
        }
        guard families[families.count - 1].samples.isEmpty else { throw mistake("\(word) stands behind a sample") }
        if word == "HELP" {
            guard families[families.count - 1].help == nil else { throw mistake("a second HELP of \(name)") }
            families[families.count - 1].help = try scanner.help()
        } else {
            guard families[families.count - 1].kind == nil else { throw mistake("a second TYPE of \(name)") }
            let kind = scanner.word()
            guard Self.kinds.contains(kind), scanner.isAtEnd else { throw mistake("'\(kind)' is no type") }
            families[families.count - 1].kind = kind
        }
    }

    private mutating func add(_ sample: Sample) throws(Mistake) {
        let pairs = sample.labels.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.debugDescription)" }
        guard series.insert(sample.name + pairs.joined()).inserted else { throw mistake("\(sample.name) comes twice") }
        if let last = families.last, Self.owns(last, sample.name) {
            families[families.count - 1].samples.append(sample)
            return
        }
        guard !families.contains(where: { Self.owns($0, sample.name) }) else {
            throw mistake("the lines of \(sample.name) do not stand together")
        }
        families.append(Family(name: sample.name, samples: [sample]))
    }

    private static func owns(_ family: Family, _ name: String) -> Bool {
        guard family.kind == "histogram" else { return family.name == name }
        return ["_bucket", "_sum", "_count"].contains { family.name + $0 == name }
    }

    // MARK: Histograms

    private func check(histogram family: Family) throws(Mistake) {
        var groups: [[String: String]] = []
        for sample in family.samples {
            var labels = sample.labels
            labels["le"] = nil
            if !groups.contains(labels) { groups.append(labels) }
        }
        for group in groups { try check(family, group) }
    }

    private func check(_ family: Family, _ group: [String: String]) throws(Mistake) {
        func only(_ end: String) -> Double? { value(family.name + end, group) }
        var (bound, count) = (-Double.infinity, 0.0)
        for sample in family.samples where sample.name == family.name + "_bucket" {
            var labels = sample.labels
            guard let text = labels.removeValue(forKey: "le"), let limit = Scanner.number(text) else {
                throw mistake("a class of \(family.name) has no bound")
            }
            guard labels == group else { continue }
            guard limit > bound, sample.value >= count else { throw mistake("\(family.name)'s classes do not grow") }
            (bound, count) = (limit, sample.value)
        }
        guard bound == .infinity else { throw mistake("\(family.name) has no class without a bound") }
        guard only("_count") == count, only("_sum") != nil else {
            throw mistake("\(family.name)'s count or sum is wrong")
        }
    }

    private func mistake(_ what: String) -> Mistake { Mistake(description: "line \(line): \(what)") }
}

private struct Scanner {
    private var rest: Substring.UnicodeScalarView.SubSequence
    private let line: Int

    init(_ rest: Substring.UnicodeScalarView.SubSequence, _ line: Int) { (self.rest, self.line) = (rest, line) }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == scalar else { return false }
        rest.removeFirst()
        return true
    }

    mutating func skipBlanks() { while rest.first == " " || rest.first == "\t" { rest.removeFirst() } }

    mutating func word() -> String {
        var word = ""
        while let next = rest.first, next != " ", next != "\t" {
            word.unicodeScalars.append(next)
            rest.removeFirst()
        }
        return word
    }

    mutating func name(colons: Bool) throws(PrometheusText.Mistake) -> String {
        var name = ""
        while let next = rest.first {
            let isLetter = ("a"..."z").contains(next) || ("A"..."Z").contains(next) || next == "_"
            let isDigit = ("0"..."9").contains(next) && !name.isEmpty
            guard isLetter || isDigit || (colons && next == ":") else { break }
            name.unicodeScalars.append(next)
            rest.removeFirst()
        }
        guard !name.isEmpty else { throw mistake("a name is expected before '\(String(rest))'") }
        return name
    }

    mutating func help() throws(PrometheusText.Mistake) -> String {
        var help = ""
        while let next = rest.popFirst() {
            if next == "\\" {
                help.unicodeScalars.append(try escaped(quotes: false))
            } else {
                help.unicodeScalars.append(next)
            }
        }
        return help
    }

    private mutating func escaped(quotes: Bool) throws(PrometheusText.Mistake) -> Unicode.Scalar {
        switch rest.popFirst() {
        case "\\": return "\\"
        case "n": return "\n"
        case "\"" where quotes: return "\""
        default: throw mistake("a backslash stands before nothing that it may stand before")
        }
    }

    mutating func sample() throws(PrometheusText.Mistake) -> PrometheusText.Sample {
        let name = try name(colons: true)
        var labels: [String: String] = [:]
        if take("{") {
            while !take("}") {
                let label = try self.name(colons: false)
                guard !label.hasPrefix("__"), take("="), take("\"") else { throw mistake("a label is wrong") }
                var value = ""
                while !take("\"") {
                    guard let next = rest.popFirst() else { throw mistake("a label's value does not end") }
                    value.unicodeScalars.append(next == "\\" ? try escaped(quotes: true) : next)
                }
                guard labels.updateValue(value, forKey: label) == nil else { throw mistake("a label comes twice") }
                guard take(",") || rest.first == "}" else { throw mistake("a comma is expected behind a label") }
            }
        }
        guard rest.first == " " || rest.first == "\t" else { throw mistake("a blank is expected before the value") }
        skipBlanks()
        let word = word()
        guard let value = Self.number(word) else { throw mistake("'\(word)' is no number") }
        skipBlanks()
        if !isAtEnd {
            let time = self.word()
            skipBlanks()
            guard Int64(time) != nil, isAtEnd else { throw mistake("'\(time)' is no time stamp") }
        }
        return PrometheusText.Sample(name: name, labels: labels, value: value)
    }

    static func number(_ text: String) -> Double? {
        switch text {
        case "NaN": return .nan
        case "+Inf", "Inf": return .infinity
        case "-Inf": return -.infinity
        default:
            return text.unicodeScalars.allSatisfy { "0123456789+-.eE".unicodeScalars.contains($0) } ? Double(text) : nil
        }
    }

    private func mistake(_ what: String) -> PrometheusText.Mistake {
        PrometheusText.Mistake(description: "line \(line): \(what)")
    }
}
