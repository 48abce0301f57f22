import Glibc
import Testing

/// Maps rules to the tests that verify them. Parsed from the tests' sources, so it cannot become outdated.
struct RuleTable {
    /// Test names of each rule.
    private(set) var proofs: [String: [String]] = [:]
    /// Rules in `.rule(…)` traits without a test function.
    private(set) var strays: [String] = []

    init(below folder: String) {
        for path in Files.below(folder, suffix: ".swift") where !path.contains("/TestTraits/") {
            read(path)
        }
    }

    private mutating func read(_ path: String) {
        let text = Files.text(path)
        var rest = text[...]
        let marks = /\.rule\(/
        while let start = rest.firstRange(of: marks) {
            rest = rest[start.upperBound...]
            guard let end = rest.firstIndex(of: ")") else { break }
            let names = rest[..<end].split(separator: "\"").map(String.init).filter { Self.isRule($0) }
            rest = rest[end...]
            guard !names.isEmpty else { continue }
            let next = rest.firstRange(of: marks)?.lowerBound ?? rest.endIndex
            guard let function = rest[..<next].firstRange(of: "func ") else {
                strays.append("\(path): \(names)")
                continue
            }
            let test = String(rest[function.upperBound...].prefix { $0 != "(" && $0 != "\n" })
            for name in names { proofs[name, default: []].append(test) }
        }
    }

    static func isRule(_ name: String) -> Bool {
        let letters = name.prefix { $0.isUppercase && $0.isASCII }
        // The numbers of split rules end with a lower-case letter.
        var digits = name.dropFirst(letters.count)
        if let last = digits.last, last.isLowercase, last.isASCII { digits.removeLast() }
        return !letters.isEmpty && !digits.isEmpty && digits.allSatisfy { $0.isNumber && $0.isASCII }
    }

    /// Returns the rules in the rule book: list items that begin with a bold number.
    static func book(below folder: String) -> [String] {
        var rules: [String] = []
        for path in Files.below(folder, suffix: ".md") {
            for line in Files.text(path).split(separator: "\n") where line.hasPrefix("- **") {
                let name = String(line.dropFirst(4).prefix { $0 != "*" })
                if isRule(name), line.dropFirst(4 + name.count).hasPrefix("**") { rules.append(name) }
            }
        }
        return rules
    }
}

/// File system access of the rule table.
enum Files {
    /// Returns the paths of all files below a folder with this suffix.
    static func below(_ folder: String, suffix: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var paths: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            let path = "\(folder)/\(name)"
            if entry.pointee.d_type == DT_DIR {
                paths += below(path, suffix: suffix)
            } else if name.hasSuffix(suffix) {
                paths.append(path)
            }
        }
        return paths.sorted()
    }

    static func text(_ path: String) -> String {
        guard let file = fopen(path, "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The repository root, derived from this file's path.
    static let project = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")
}
