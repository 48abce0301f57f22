internal import Schema
internal import YAML

/// Reads the files of a layout; each file is read once.
final class SourceTexts {
    struct Text {
        let name: String
        let identity: RegularFile.Identity?
        let root: Node?
        /// Whether the file has no content; false for a file that cannot be parsed.
        var isEmpty = false
        /// Whether diagnostics quote lines of the file.
        var showsLines = true
    }

    private let reading: Reading
    private let limits: LayoutLimits
    /// Contents of files by path, which replace the file system; if nil, files are read from the file system.
    private let files: [String: [UInt8]]?
    private var texts: [RegularFile.Identity: Text] = [:]
    /// Identities of files by path. A file that is included several times is opened once.
    private var identities: [String: RegularFile.Identity] = [:]
    /// Number of bytes of all files read so far.
    private var byteCount = 0

    init(_ reading: Reading, _ limits: LayoutLimits, among files: [String: [UInt8]]? = nil) {
        self.reading = reading
        self.limits = limits
        self.files = files
    }

    /// Returns the parsed file, which is read at its first use; nil after errors, which this method reports.
    ///
    /// A layout may include any file, even a private file. Diagnostics therefore quote an included file only if it
    /// looks like part of a layout.
    func text(of path: String, isIncluded: Bool = false) throws(RegularFile.Failure) -> Text? {
        if let text = identities[path].flatMap({ texts[$0] }) { return text }
        let file = try file(path)
        identities[path] = file.identity
        if let text = texts[file.identity] { return text }
        guard texts.count < limits.files else {
            throw RegularFile.Failure(reason: "a layout can have at most \(limits.files) files; include fewer files")
        }
        // Never reads a file that would exceed the size limit of the layout.
        guard byteCount + file.size <= limits.bytes else {
            throw RegularFile.Failure(tooLarge: limits.bytes, together: byteCount > 0)
        }
        let bytes = try file.read()
        byteCount += bytes.count
        let showsLines = !isIncluded || LayoutSigns.areIn(bytes)
        let text = read(bytes, name: path, file.identity, showsLines: showsLines)
        texts[file.identity] = text ?? Text(name: path, identity: file.identity, root: nil)
        return text
    }

    private func file(_ path: String) throws(RegularFile.Failure) -> RegularFile {
        guard let files else { return try RegularFile(path, limit: limits.bytes) }
        return try RegularFile(path, among: files, limit: limits.bytes)
    }

    /// Parses the bytes of a file; returns nil after errors, which this method reports.
    func read(
        _ bytes: [UInt8],
        name: String,
        _ identity: RegularFile.Identity? = nil,
        showsLines: Bool = true
    ) -> Text? {
        let source = reading.nextSource
        guard bytes.count <= limits.bytes else {
            fail(
                .unreadableFile,
                YAMLError(
                    file: name,
                    mark: .start(of: source),
                    message: "the layout is larger than \(limits.bytes >> 20) MiB; make the layout smaller",
                    line: nil
                )
            )
            return nil
        }
        let bytes = TextEncoding.withoutMark(bytes)
        if let (message, offset) = TextEncoding.problem(in: bytes) {
            let (mark, line) = TextEncoding.position(of: offset, in: bytes, source: source)
            fail(.syntax, YAMLError(file: name, mark: mark, message: message, line: showsLines ? line : nil))
            return nil
        }
        do throws(YAMLError) {
            let document = try Document(
                bytes,
                file: name,
                source: source,
                limits: yamlLimits,
                showsLines: showsLines
            )
            reading.add(document)
            return Text(
                name: name,
                identity: identity,
                root: document.root,
                isEmpty: document.root == nil,
                showsLines: showsLines
            )
        } catch {
            let mark = Mark(line: error.mark.line, column: error.mark.column, source: source)
            fail(
                .syntax,
                YAMLError(file: name, mark: mark, message: error.message, line: showsLines ? error.line : nil)
            )
            return nil
        }
    }

    private func fail(_ code: Diagnostic.Code, _ problem: YAMLError) { reading.add(Diagnostic(.error, code, problem)) }

    private var yamlLimits: Limits {
        var limits = Limits()
        limits.depth = self.limits.depth
        limits.nodes = self.limits.values
        // Limit layout-value-bytes (limits.md, Layouts): maximum number of bytes of one value in a layout. If exceeded:
        // an error that contains `split it or remove it` is reported.
        limits.bytesPerValue = 1 << 20
        return limits
    }
}

extension Mark {
    static func start(of source: Int) -> Mark { Mark(line: 1, column: 1, source: source) }
}
