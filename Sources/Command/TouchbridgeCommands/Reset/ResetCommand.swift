internal import CommandSupport
internal import Glibc
internal import Platform

/// Resets a touchscreen: unbinds the device from its driver, and binds it again.
enum ResetCommand: Command {
    static let name = "reset"
    static let summary = "unbind a touchscreen from its driver, and bind it again"
    static let flags: Set<String> = []
    static let options: Set<String> = []
    static let help = """
        usage: touchbridge reset DEVICE
               touchbridge reset -

        Resets a touchscreen that hangs: unbinds its USB interface or other device from the driver, and binds it again.
        Needs root. DEVICE is a node such as /dev/input/event3, or a name in /sys/class/input such as input27.

          -   read the name from standard input, and print one line that begins with 'ok' or 'error'; the unit
              touchbridge-reset@.service runs the command in this way

        A touchscreen can be reset once a minute; all touchscreens together can be reset 10 times an hour.

        The exit status is 1 if the touchscreen was not reset.

        For instance:

            sudo touchbridge reset /dev/input/event3
        """

    static func run(_ arguments: Arguments) throws -> Int32 {
        let word = try arguments.only("device")
        guard word == "-" else {
            let outcome: String
            do throws(ResetFailure) { outcome = try reset(inputName(of: word)) } catch {
                Console.complain("\(word): \(error)")
                return 1
            }
            try Console.print(outcome)
            return 0
        }
        do throws(ResetFailure) {
            try answer("ok", reset(readName()))
            return 0
        } catch {
            answer("error", error.description)
            Console.complain(error.description)
            return 1
        }
    }

    /// Prints the reply to a request; ignores errors, because the client may have closed the connection.
    private static func answer(_ outcome: String, _ text: String) {
        try? Console.print("\(outcome) \(TerminalText.line(text))")
    }

    /// Resets an input device, and returns the sentence that describes the reset.
    private static func reset(_ name: String) throws(ResetFailure) -> String {
        let target = try ResetTarget(of: name)
        guard geteuid() == 0 else { throw "only root can reset a touchscreen; run the command with sudo" }
        // The log is locked during the reset, so that resets never overlap.
        let log = try ResetLog(in: EnvironmentPath.first(of: "RUNTIME_DIRECTORY") ?? ResetLog.folder)
        try log.add(target.path, at: ResetLog.now)
        try target.reset()
        return "\(target.device) was unbound from \(target.driver) and bound again"
    }

    /// Returns the name of the input device with a node such as `/dev/input/event3`. Returns any other word unchanged.
    private static func inputName(of word: String) -> String {
        guard word.hasPrefix("/dev/input/event") else { return word }
        let node = word.dropFirst("/dev/input/".count)
        guard let path = realpath("/sys/class/input/\(node)/device", nil) else { return word }
        defer { free(path) }
        return String(cString: path).split(separator: "/").last.map(String.init) ?? word
    }

    /// Limit reset-name-bytes (limits.md, Panels and the kernel): maximum number of bytes of the name that `reset -`
    /// reads. If exceeded: the request is refused, and the reply contains `write a name such as input27`.
    static let nameLimit = 32
    /// Maximum time to wait for the name, in microseconds.
    private static let requestTimeout: Int64 = 2_000_000

    /// Reads the first line of standard input.
    private static func readName() throws(ResetFailure) -> String {
        var received: [UInt8] = []
        var part = [UInt8](repeating: 0, count: nameLimit)
        let end = MonotonicClock.now + requestTimeout
        while received.count <= nameLimit, !received.contains(UInt8(ascii: "\n")) {
            var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            guard poll(&input, 1, MonotonicClock.wait(until: end, from: MonotonicClock.now)) > 0 else {
                throw "no request arrived; send a name such as input27, and a newline"
            }
            let count = read(STDIN_FILENO, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            received += part[..<count]
        }
        return String(decoding: received.prefix { $0 != UInt8(ascii: "\n") }.prefix(nameLimit + 1), as: UTF8.self)
    }
}

/// Reason why a touchscreen was not reset.
struct ResetFailure: Error, Equatable, CustomStringConvertible, ExpressibleByStringInterpolation {
    let description: String
    init(stringLiteral reason: String) { description = reason }
}
