internal import YAML

/// Parts of a `libinput record` file, parsed as YAML documents. Also creates errors that contain a position in the
/// file.
struct RecordNodes {
    let file: InputFile
    private(set) var documents: [Document] = []
    private(set) var warnings: [RecordingWarning] = []

    /// Limit record-description-bytes (limits.md, Recordings and dumps): maximum number of bytes of a device
    /// description in a `libinput record` file. If exceeded: an error is reported, and the error contains `write it as
    /// libinput record does`.
    private static let byteLimit: Int64 = 4 << 20

    init(_ file: InputFile, _ parts: [DeviceText.Part]) throws(RecordingError) {
        self.file = file
        for part in parts {
            guard part.range.upperBound - part.range.lowerBound <= Self.byteLimit else {
                let message = "the device description is larger than \(Self.byteLimit >> 20) MiB"
                let remedy = "write it as libinput record does"
                throw RecordingError(.malformed, file.path, line: part.firstLine, message, remedy: remedy)
            }
            var bytes = try file.bytes(part.range)
            if let dash = part.dash, dash < bytes.count { bytes[dash] = 0x20 }
            do throws(YAMLError) {
                let document = try Document(bytes, file: file.path, firstLine: part.firstLine)
                documents.append(document)
                warnings += document.problems.map { RecordingWarning(file.path, $0.mark.line, $0.message) }
            } catch {
                // An error in the last part of the file most likely means that the end of the file is missing.
                throw RecordingError(error, part.range.upperBound == file.size ? .truncated : .malformed)
            }
        }
    }

    /// Returns the value of a top-level key; nil if the key is missing.
    subscript(key: String) -> Node? {
        for document in documents {
            if let node = document.root?[key] { return node }
        }
        return nil
    }

    /// Returns an error with the line of a node.
    func error(_ message: String, at node: Node, _ code: RecordingError.Code = .malformed) -> RecordingError {
        let error = documents.first?.error(message, at: node.mark)
        // If several parts contain the line, the excerpt comes from the last of these parts.
        let best = documents.map { $0.error(message, at: node.mark) }.last { $0.line?.isEmpty == false } ?? error
        guard let best else {
            return RecordingError(code, file.path, line: node.mark.line, message, remedy: RecordingError.correct)
        }
        return RecordingError(best, code)
    }

    /// Returns the integer in a node; throws for any other node and for a number out of range.
    func number<Number: FixedWidthInteger>(_ node: Node, _ what: String) throws(RecordingError) -> Number {
        guard let integer = node.scalar?.integer, let number = Number(exactly: integer) else {
            let range = "\(Number.min) to \(Number.max)"
            throw error("\(what) must be a whole number from \(range), not \(node.kind)", at: node)
        }
        return number
    }

    func numbers<Number: FixedWidthInteger>(_ node: Node, _ what: String) throws(RecordingError) -> [Number] {
        guard let sequence = node.sequence else {
            if node.scalar?.isNull == true { return [] }
            throw error("\(what) must be a list of numbers, not \(node.kind)", at: node)
        }
        var numbers: [Number] = []
        for element in sequence { numbers.append(try number(element, "each of \(what)")) }
        return numbers
    }

    /// Returns the entries of a mapping; an empty list for null.
    func entries(_ node: Node, _ what: String) throws(RecordingError) -> [Node.Pair] {
        if let mapping = node.mapping { return mapping }
        if node.scalar?.isNull == true { return [] }
        throw error("\(what) must be a mapping, not \(node.kind)", at: node)
    }
}

extension RecordingError {
    static let correct = "correct the line, or record the device again"

    /// Creates a recording error from an error of the YAML reader.
    init(_ error: YAMLError, _ code: Code = .malformed) {
        self.init(
            code,
            error.file,
            line: error.mark.line,
            column: error.mark.column,
            error.message,
            remedy: Self.correct,
            excerpt: error.excerpt
        )
    }
}
