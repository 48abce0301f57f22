import Foundation
import FoundationXML
import Geometry
import Testing

@testable import Pictures

/// Parses a picture with an independent XML parser, and collects the data that tests check.
final class WellFormed: NSObject, XMLParserDelegate {
    private(set) var elements: [String: Int] = [:]
    private(set) var text = ""
    private(set) var numbers: [String] = []
    private(set) var rects: [(style: String, frame: Rect)] = []
    private(set) var texts: [(style: String, x: Double, y: Double, text: String)] = []
    private var isText = false
    private var fault: String?

    /// Parses the bytes; records an issue and returns nil if the XML is not well-formed.
    init?(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        super.init()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        guard parser.parse() else {
            let position = "line \(parser.lineNumber), column \(parser.columnNumber)"
            Issue.record(
                "not well-formed at \(position): \(parser.parserError?.localizedDescription ?? "")",
                sourceLocation: location
            )
            return nil
        }
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements[name, default: 0] += 1
        func number(_ name: String) -> Double { attributes[name].flatMap { Double($0) } ?? 0 }
        let style = attributes["class"] ?? ""
        if name == "rect" {
            let frame = Rect(x: number("x"), y: number("y"), width: number("width"), height: number("height"))
            rects.append((style, frame))
        }
        isText = name == "text"
        if isText { texts.append((style, number("x"), number("y"), "")) }
        for name in ["x", "y", "width", "height", "cx", "cy", "r", "d"] {
            if let value = attributes[name] { numbers.append(value) }
        }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        self.text += text
        if isText { texts[texts.count - 1].text += text }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        isText = false
    }

    /// Whether all coordinates are numbers.
    var hasNumbersOnly: Bool {
        numbers.allSatisfy { value in
            value.unicodeScalars.allSatisfy { "MLQZ -.0123456789".unicodeScalars.contains($0) }
        }
    }
}
