internal import CommandSupport
internal import Platform
internal import ResponderKit

/// The questions that `touchbridge init` asks; the raw value is the name of the option that answers the question.
enum InitQuestion: String, CaseIterable {
    case screen, size, panel, run, allow

    var text: String {
        switch self {
        case .screen: "Name of the screen [kiosk]: "
        case .size: "Size of the screen in points [1920x1080]: "
        case .panel: "Name of the touchscreen, as in 'touchbridge devices' [any]: "
        case .run: "Program to run at a tap on the button, with its arguments [none: write to the log]: "
        case .allow: "Commands that 'touchbridge' may send to the running service, such as tap,set [none]: "
        }
    }
}

/// The answers to the questions that `touchbridge init` asks.
struct InitAnswers {
    private(set) var screen = "kiosk"
    private(set) var size = Size(width: 1920, height: 1080)
    /// Pattern for the name of the touchscreen; nil for any touchscreen.
    private(set) var panel: String?
    /// Program that a tap starts, with its arguments; empty if a tap writes a line to the log instead.
    private(set) var program: [String] = []
    private(set) var allowed: [String] = []

    /// Reads the answers from the options and, unless `--defaults` is set, from standard input.
    init(_ arguments: Arguments) throws(UsageError) {
        for question in InitQuestion.allCases {
            if let text = arguments.value(question.rawValue) {
                if let problem = accept(text, to: question) {
                    throw arguments.wrong("invalid --\(question.rawValue) '\(text)'; \(problem)")
                }
            } else if !arguments.has("defaults") {
                try ask(question, arguments)
            }
        }
    }

    /// Maximum number of invalid answers to a question; ends `init` if a program such as `yes` writes the answers.
    private static let attempts = 5

    /// Repeats a question until the answer is valid or empty, or until standard input ends. Throws after `attempts`
    /// invalid answers.
    private mutating func ask(_ question: InitQuestion, _ arguments: Arguments) throws(UsageError) {
        for _ in 0..<Self.attempts {
            try? Output.error.write(Array(question.text.utf8))
            guard let line = readLine() else {
                try? Output.error.write([UInt8(ascii: "\n")])
                return
            }
            let answer = line.trimmed
            guard !answer.isEmpty, let problem = accept(answer, to: question) else { return }
            Console.complain("invalid answer '\(answer.excerpt())'; \(problem)")
        }
        throw arguments.wrong("\(Self.attempts) invalid answers; pass the answer with --\(question.rawValue)")
    }

    /// Stores an answer; returns the remedy for an invalid answer, nil for a valid answer.
    private mutating func accept(_ text: String, to question: InitQuestion) -> String? {
        switch question {
        case .screen: screen = text
        case .size:
            guard let size = Size(sides: text) else {
                return "write width x height in points, for instance 1080x1920"
            }
            self.size = size
        case .panel: panel = text
        case .run:
            guard let words = text.shellWords else {
                return "close each quote, and write a single backslash as \\\\"
            }
            program = words
        case .allow: allowed = text.split { " ,".contains($0) }.map(String.init)
        }
        return nil
    }
}

extension Size {
    /// Parses a size such as `1080x1920`, in points; returns nil for other text.
    init?(sides text: String) {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false)
        let sides = parts.compactMap { Double($0) }
        guard sides.count == 2, parts.count == 2, sides.allSatisfy({ $0 > 0 && $0 <= 1e6 }) else { return nil }
        self.init(width: sides[0], height: sides[1])
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
