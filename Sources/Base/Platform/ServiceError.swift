internal import Glibc

/// Reason why a part of the service cannot work, with a remedy.
public struct ServiceError: Error, Equatable, CustomStringConvertible {
    public let message: String
    public init(_ message: String) { self.message = message }
    public var description: String { message }
}

extension ServiceError {
    /// Creates an error from a message and an `errno` value, with a remedy for EMFILE.
    package static func system(_ message: String, _ error: Int32) -> ServiceError {
        let remedy = error == EMFILE ? "; increase 'ulimit -n' or LimitNOFILE= of the service" : ""
        return ServiceError("\(message): \(String(cString: strerror(error)))\(remedy)")
    }
}
