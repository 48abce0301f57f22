public import Schema
internal import YAML

/// Loads layouts: reads files, resolves includes, expands templates and collects all diagnostics.
public enum LayoutLoader {
    /// Loads a layout from a file. If the returned layout is nil, the returned `Reading` contains at least one error.
    public static func load(path: String, limits: LayoutLimits = LayoutLimits()) -> (layout: Layout?, reading: Reading)
    {
        let reading = Reading()
        let texts = SourceTexts(reading, limits)
        do throws(RegularFile.Failure) {
            guard let text = try texts.text(of: path) else { return (nil, reading) }
            return (read(text, texts, reading, limits), reading)
        } catch {
            let message = "the layout cannot be read: \(error.reason)"
            reading.add(
                Diagnostic(
                    .error,
                    .unreadableFile,
                    YAMLError(file: path, mark: .start(of: 0), message: message, line: nil)
                )
            )
            return (nil, reading)
        }
    }

    /// Loads a layout from memory. Relative include paths are resolved against the directory of `name`.
    public static func load(
        _ bytes: [UInt8],
        file name: String,
        limits: LayoutLimits = LayoutLimits()
    ) -> (layout: Layout?, reading: Reading) {
        load(bytes, file: name, among: nil, limits: limits)
    }

    /// Loads a layout that may include only the given files. If `files` is nil, the layout may include files from the
    /// file system.
    static func load(
        _ bytes: [UInt8],
        file name: String,
        among files: [String: [UInt8]]?,
        limits: LayoutLimits
    ) -> (layout: Layout?, reading: Reading) {
        let reading = Reading()
        let texts = SourceTexts(reading, limits, among: files)
        let text = texts.read(bytes, name: name)
        return (text.flatMap { read($0, texts, reading, limits) }, reading)
    }

    private static func read(
        _ text: SourceTexts.Text,
        _ texts: SourceTexts,
        _ reading: Reading,
        _ limits: LayoutLimits
    ) -> Layout? {
        guard let root = text.root, root.scalar?.isNull != true else {
            let message = "the layout is empty; 'touchbridge schema' prints the available keys"
            reading.add(
                Diagnostic(
                    .error,
                    .missingKey,
                    YAMLError(file: text.name, mark: .start(of: 0), message: message, line: nil)
                )
            )
            return nil
        }
        let budget = Budget(limits, reading)
        let whole = Includes(texts, reading, budget, in: text).resolved(root)
        guard !budget.isExhausted else { return nil }
        let templates = Templates(whole["templates"], reading, budget)
        let expanded = templates.expanded(whole.without("templates"))
        guard !budget.isExhausted else { return nil }
        let areAllResolved = reading.hasNoErrors(except: .duplicateKey)
        guard var layout = Layout.table.read(expanded, reading) else { return nil }
        if reading.hasErrors { layout.unreadNames = areAllResolved ? UnreadNames(in: expanded) : .unknown }
        LayoutCheck(layout, reading).run()
        return layout
    }
}

extension Node {
    fileprivate func without(_ name: String) -> Node {
        guard let pairs = mapping else { return self }
        return Node(.mapping(pairs.filter { $0.key.scalar?.text != name }), mark: mark)
    }
}
