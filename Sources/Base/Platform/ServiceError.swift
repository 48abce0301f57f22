internal import Glibc

/// An error that disables a feature of the service; the message usually includes a remedy.
public struct ServiceError: Error, Equatable, CustomStringConvertible {
    public let message: String
    public init(_ message: String) { self.message = message }
    public var description: String { message }
}

extension ServiceError {
    /// Creates an error from a message and an `errno` value. The message for EMFILE includes a remedy.
    package static func system(_ message: String, _ error: Int32) -> ServiceError {
        let remedy = error == EMFILE ? "; increase 'ulimit -n' or LimitNOFILE= of the service" : ""
        return ServiceError("\(message): \(String(cString: strerror(error)))\(remedy)")
    }
}
