/// An HTTP response with restrictive security headers.
package struct Response: Sendable {
    package var status: HTTPStatus
    package var contentType: String
    package var body: [UInt8]
    /// Content-Security-Policy header. The default prevents a web page from loading anything.
    package var policy = Response.nothing

    /// Policy for responses that are not web pages.
    package static let nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    /// Policy for web pages that load scripts, styles and images from their own origin only.
    package static let ownPage =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

    package init(_ status: HTTPStatus = .ok, contentType: String, body: [UInt8]) {
        (self.status, self.contentType, self.body) = (status, contentType, body)
    }

    /// Creates a text response with the status code and its reason phrase.
    package init(_ status: HTTPStatus) {
        self.init(status, contentType: Self.plain, body: Array("\(status.rawValue) \(status.words)\n".utf8))
    }

    /// Creates a response with the content type for the file name's extension.
    package static func file(_ name: String, _ bytes: [UInt8]) -> Response {
        var response = Response(contentType: type(of: name), body: bytes)
        response.policy = ownPage
        return response
    }

    private static let plain = "text/plain; charset=utf-8"

    private static func type(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "txt": plain
        default: "application/octet-stream"
        }
    }

    /// Returns the headers and, unless `isHeadOnly` is true, the body.
    func bytes(isHeadOnly: Bool) -> [UInt8] {
        head("Content-Length: \(body.count)") + (isHeadOnly ? [] : body)
    }

    /// Headers of a response with a chunked body.
    var streamHead: [UInt8] { head("Transfer-Encoding: chunked") }

    private func head(_ length: String) -> [UInt8] {
        var head = "HTTP/1.1 \(status.rawValue) \(status.words)\r\n"
        if status == .methodNotAllowed { head += "Allow: GET, HEAD\r\n" }
        head += "Content-Type: \(contentType)\r\n\(length)\r\nConnection: close\r\n"
        head += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"
        head += "Cross-Origin-Resource-Policy: same-origin\r\nContent-Security-Policy: \(policy)\r\n\r\n"
        return Array(head.utf8)
    }
}
