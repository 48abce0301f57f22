/// Result of a call that a plugin has accepted.
///
/// A report contains only codes and a number, and therefore no private data in a dump.
public struct CallReport: Equatable, Sendable {
    public enum Result: String, Sendable {
        case delivered, failed, dropped
    }

    /// Cause of a failure. The raw values are stable codes in dumps and in the JSON output of the command `explain`.
    public enum Cause: String, Sendable {
        /// The program ended with the status `number`.
        case exitStatus
        /// The program was terminated by the signal `number`.
        case signal
        /// The program exceeded its time limit.
        case timeLimit
        /// The program could not be started.
        case notStarted
        /// The server answered with the HTTP status `number`.
        case httpStatus
        /// The server did not answer.
        case unreachable
        /// The server's certificate was rejected.
        case untrusted
        /// The address that the call or a redirect supplied is incomplete or invalid.
        case badAddress
        /// The message or the request's body was too large.
        case tooLarge
        /// The message was invalid, for example because of its topic.
        case invalidMessage
        /// No client was connected.
        case noClient
        /// The plugin's program does not implement the handler.
        case unknownHandler
        /// An event could not be written to the virtual device.
        case deviceLost
        /// More fingers were down than the plugin can send.
        case tooManyFingers
    }

    public let result: Result
    public let cause: Cause?
    public let number: Int?

    public init(_ result: Result, _ cause: Cause? = nil, number: Int? = nil) {
        (self.result, self.cause, self.number) = (result, cause, number)
    }

    public static let delivered = CallReport(.delivered)

    /// Kind of loss; nil if the call was delivered, or if it was dropped because no client was connected.
    public var loss: CallLoss? {
        switch result {
        case .delivered: nil
        case .dropped where cause == .noClient: nil
        case .failed: .failed
        case .dropped: .dropped
        }
    }
}
