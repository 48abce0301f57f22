/// HTTP status codes that the servers send.
package enum HTTPStatus: Int, Sendable {
    case ok = 200
    case badRequest = 400
    case forbidden = 403
    case notFound = 404
    case methodNotAllowed = 405
    case uriTooLong = 414
    case upgradeRequired = 426
    case internalError = 500
    case unavailable = 503

    /// Reason phrase.
    package var words: String {
        switch self {
        case .ok: "OK"
        case .badRequest: "Bad Request"
        case .forbidden: "Forbidden"
        case .notFound: "Not Found"
        case .methodNotAllowed: "Method Not Allowed"
        case .uriTooLong: "URI Too Long"
        case .upgradeRequired: "Upgrade Required"
        case .internalError: "Internal Server Error"
        case .unavailable: "Service Unavailable"
        }
    }
}
