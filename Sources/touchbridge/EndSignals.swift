internal import CSignals
internal import Glibc

/// The signals that end a program, as something to wait for: from when it is made they end nothing by themselves.
final class EndSignals {
    /// Becomes readable when one of them comes.
    let fileDescriptor: Int32

    init() throws(SignalError) {
        let result = tb_open_end_signals()
        guard result >= 0 else { throw SignalError(number: -result) }
        fileDescriptor = result
    }

    deinit { close(fileDescriptor) }

    /// Waits for so long; true when one has come.
    func wait(microseconds: Int64) -> Bool {
        tb_wait_for_end_signal(fileDescriptor, microseconds) > 0
    }
}

/// The system did not let us wait for signals or devices.
struct SignalError: Error, CustomStringConvertible {
    let number: Int32
    var description: String { "cannot wait for signals and devices: \(Console.words(number))" }
}
