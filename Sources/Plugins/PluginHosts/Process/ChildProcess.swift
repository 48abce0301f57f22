internal import CPluginSystem
internal import Glibc

/// A child process and its descendants, from the start until the processes are reaped.
struct ChildProcess: ~Copyable {
    /// Reason why the process ended.
    enum End: Equatable, CustomStringConvertible {
        case status(Int32)
        case signal(Int32)
        case unknown

        var description: String {
            switch self {
            case .status(let number): "ended with status \(number)"
            case .signal(let number): "was terminated by signal \(number) (\(String(cString: strsignal(number))))"
            case .unknown: "ended with an unknown status"
            }
        }
    }

    private let child: plugin_child
    private var isFinished = false
    private(set) var input: Int32
    private(set) var output: Int32
    private(set) var errors: Int32
    /// Pidfd that becomes readable when the process ends; negative if no pidfd could be created.
    var ended: Int32 { child.ended }

    /// Starts a program; throws the `errno` value of a failure.
    init(_ arguments: [String], environment: [String], directory: String?) throws(Failure) {
        var child = plugin_child()
        let error = Self.withTexts(arguments) { arguments in
            Self.withTexts(environment) { environment in
                plugin_child_start(&child, arguments, environment, directory)
            }
        }
        guard error == 0 else { throw Failure(number: -error) }
        self.child = child
        (input, output, errors) = (child.input, child.output, child.errors)
    }

    struct Failure: Error, CustomStringConvertible {
        let number: Int32
        var description: String { String(cString: strerror(number)) }
    }

    /// Kills and reaps the process and its descendants, even descendants outside of its process group and session.
    ///
    /// Returns the number of processes that are still alive 0.25 s after SIGKILL.
    mutating func finish() -> Int32 {
        guard !isFinished else { return 0 }
        isFinished = true
        return plugin_child_finish(child.pid, child.family)
    }

    deinit {
        if !isFinished { _ = plugin_child_finish(child.pid, child.family) }
        for descriptor in [input, output, errors, child.ended] where descriptor >= 0 { close(descriptor) }
    }

    /// Reason why the process ended; nil while the process is running.
    var end: End? {
        var end = plugin_child_end()
        let answer = plugin_child_has_ended(child.pid, &end)
        if answer < 0 { return .unknown }
        guard answer == 1 else { return nil }
        return end.is_signal != 0 ? .signal(end.number) : .status(end.number)
    }

    /// Sends a signal to the process and its process group.
    func signal(_ number: Int32) { plugin_child_signal(child.pid, number) }

    mutating func closeInput() { Self.shut(&input) }
    mutating func closeOutput() { Self.shut(&output) }
    mutating func closeErrors() { Self.shut(&errors) }

    private static func shut(_ descriptor: inout Int32) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private static func withTexts<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { buffer in body(buffer.baseAddress!) }
    }
}
