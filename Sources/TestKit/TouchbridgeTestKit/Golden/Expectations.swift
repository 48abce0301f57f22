/// Plays a script on a stage (a test environment) and compares the stage's trace with a golden file. Throws an error if
/// they differ.
public func expectTrace(
    of script: TouchScript,
    on stage: some PlayingStage,
    matches path: String,
    sourceFile: StaticString = #filePath
) throws(TestKitError) {
    try stage.play(script)
    try expectTrace(of: stage, matches: path, sourceFile: sourceFile)
}

/// Compares the current trace of a stage (a test environment) with a golden file. Throws an error if they differ.
public func expectTrace(
    of stage: some PlayingStage,
    matches path: String,
    sourceFile: StaticString = #filePath
) throws(TestKitError) {
    try expectLines(stage.trace, matches: path, sourceFile: sourceFile)
}

/// Compares lines with a golden file. Throws an error that shows the first difference.
///
/// If the golden file is missing, creates it and throws an error. With `TOUCHBRIDGE_RECORD=1` in the environment,
/// writes the lines to the file instead of comparing. Relative paths are resolved against the directory of the calling
/// source file.
public func expectLines(
    _ lines: [String],
    matches path: String,
    sourceFile: StaticString = #filePath
) throws(TestKitError) {
    try GoldenFile(TextFile(path, relativeTo: sourceFile)).compare(lines, isRecording: isRecordingAsked())
}

/// A file with the expected output of a test.
struct GoldenFile {
    private let file: TextFile

    init(_ file: TextFile) { self.file = file }

    func compare(_ lines: [String], isRecording: Bool) throws(TestKitError) {
        let text = lines.map { $0 + "\n" }.joined()
        if isRecording { return try file.write(text) }
        guard let golden = try file.read() else {
            try file.write(text)
            let remedy = "review it, then run the test again"
            throw TestKitError(file.path, "the golden file was missing and has been created", remedy: remedy)
        }
        guard golden != text else { return }
        let remedy = "correct the code, or run with TOUCHBRIDGE_RECORD=1 to accept the new result"
        let excerpt = LineDifference.text(expected: Self.lines(of: golden), actual: Self.lines(of: text))
        throw TestKitError(file.path, "the file differs from the actual result", remedy: remedy, excerpt: excerpt)
    }

    private static func lines(of text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return lines.last == "" ? lines.dropLast() : lines
    }
}
