internal import TouchScripts

extension RecordingFormat {
    /// W3C WebDriver actions of touch pointers, which are converted to a touch script.
    static let webDriver = RecordingFormat(
        name: "webdriver",
        program: nil,
        fileExtension: "json",
        recognizes: { $0.first == UInt8(ascii: "{") || $0.first == UInt8(ascii: "[") },
        open: { (file, panel) throws(RecordingError) in
            let actions = try WebDriverActions(reading: file)
            do throws(TouchScriptError) {
                return try ScriptRecordingSource(file, actions.script, panel.script, warnings: actions.warnings)
            } catch {
                throw RecordingError(error)
            }
        },
        isScript: true
    )
}
