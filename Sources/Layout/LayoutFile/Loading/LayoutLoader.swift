public import Schema
internal import YAML

/// Reads layouts: the file with what it includes, templates expanded, everything that is wrong told at once.
public enum LayoutLoader {
    /// Reads a layout's file; without a layout there is at least one mistake in the reading.
    public static func load(path: String, limits: LayoutLimits = LayoutLimits()) -> (layout: Layout?, reading: Reading)
    {
        let reading = Reading()
        let texts = SourceTexts(reading, limits)
        do throws(RegularFile.Failure) {
            guard let text = try texts.text(of: path) else { return (nil, reading) }
            return (read(text, texts, reading, limits), reading)
        } catch {
            let message = "cannot be read: \(error.reason)"
            reading.add(Diagnostic(.error, YAMLError(file: path, mark: .start(of: 0), message: message, line: nil)))
            return (nil, reading)
        }
    }

    /// Reads a layout from memory; what it includes counts from the folder of its name.
    public static func load(
        _ bytes: [UInt8],
        file name: String,
        limits: LayoutLimits = LayoutLimits()
    ) -> (layout: Layout?, reading: Reading) {
        load(bytes, file: name, among: nil, limits: limits)
    }

    /// The same where there are no files to be included but these; nil for those of the machine.
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
            let message = "the layout is empty; 'touchbridge schema' tells what may stand in one"
            reading.add(
                Diagnostic(.error, YAMLError(file: text.name, mark: .start(of: 0), message: message, line: nil))
            )
            return nil
        }
        let budget = Budget(limits, reading)
        let whole = Includes(texts, reading, budget, in: text).resolved(root)
        guard !budget.isExhausted else { return nil }
        let templates = Templates(whole["templates"], reading, budget)
        let expanded = templates.expanded(whole.without("templates"))
        guard !budget.isExhausted else { return nil }
        let layout = Layout.table.read(expanded, reading)
        if let layout { LayoutCheck(layout, reading).run() }
        return layout
    }
}

extension Node {
    /// The mapping without one of its keys.
    fileprivate func without(_ name: String) -> Node {
        guard let pairs = mapping else { return self }
        return Node(.mapping(pairs.filter { $0.key.scalar?.text != name }), mark: mark)
    }
}
