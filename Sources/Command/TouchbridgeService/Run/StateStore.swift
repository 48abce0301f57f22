internal import Bridge
internal import CommandSupport
internal import FlightDumps
internal import Glibc
internal import JSON
internal import Platform
internal import Synchronization

/// Stores the states of scripts with `persist: true` in files, so that the states survive a restart.
///
/// A separate thread writes the files, because a disk may be slow. Each file is replaced atomically.
final class StateStore: Sendable {
    private struct Pending {
        var isWriting = false
        /// States that are not yet written, by the names of the scripts.
        var states: [String: JSONValue] = [:]
        /// States that could not be written. They are written again with the next states.
        var failed: [String: JSONValue] = [:]
        /// Latest state of each script in this run, whether written or not.
        var latest: [String: JSONValue] = [:]
    }

    /// Folder of the files; nil if the environment names no folder.
    private let folder: String?
    /// Prefix of the file names, derived from the layout's name.
    private let stem: String
    private let log: ServiceLog
    /// Log with a limited rate, for errors that can occur again every second.
    private let words: Logger
    private let pending = Mutex(Pending())
    /// The thread that writes the files; nil before the first state is stored.
    private let writer = Mutex<WorkerThread?>(nil)

    /// Minimum time between two writes, in microseconds.
    static let interval: Int64 = 1_000_000

    /// Limit script-state-file (limits.md, Internal bounds): maximum number of bytes of the file with a script's state;
    /// a larger state is not stored, and an error is logged.
    private static let sizeLimit = 1 << 20

    init(_ layout: String, _ log: ServiceLog) {
        (stem, self.log) = (DumpFolder.stem(of: layout), log)
        words = Logger(plugin: "", clock: { MonotonicClock.now }, write: { log.take($0) })
        folder = (EnvironmentPath.first(of: "STATE_DIRECTORY") ?? EnvironmentPath.userState).map { $0 + "/state" }
    }

    /// Returns the stored state of a script; nil if no state is stored. A damaged file is renamed, so that it is not
    /// overwritten.
    func state(of script: String) -> JSONValue? {
        if let state = pending.withLock({ $0.latest[script] }) { return state }
        guard let path = path(of: script), access(path, F_OK) == 0 else { return nil }
        guard let bytes = FileBytes.read(path, atMost: Self.sizeLimit), let state = try? JSONValue(parsing: bytes)
        else {
            rename(path, path + ".bad")
            let consequence = "the script starts with an empty state, and the file is renamed to end with '.bad'"
            log.say(.error, "\(path): the state of '\(script)' cannot be read; \(consequence)")
            return nil
        }
        return state
    }

    /// Writes states, and the states that could not be written before, on another thread.
    func store(_ states: [(name: String, state: JSONValue)]) {
        let isFirst = pending.withLock { pending in
            pending.states.merge(pending.failed) { newer, _ in newer }
            pending.failed = [:]
            for (name, state) in states { (pending.states[name], pending.latest[name]) = (state, state) }
            guard !pending.states.isEmpty, !pending.isWriting else { return false }
            pending.isWriting = true
            return true
        }
        guard isFirst else { return }
        do throws(ServiceError) {
            let thread = try WorkerThread(name: "state") { [self] in writePending() }
            writer.withLock { $0 = thread }
        } catch {
            pending.withLock { $0.isWriting = false }
            log.say(.error, "the states of scripts cannot be stored: \(error)")
        }
    }

    /// Waits until all states are written, for at most `limit`.
    func finish(within limit: TimeSpan) {
        guard let thread = writer.withLock({ $0 }), !thread.join(within: limit) else { return }
        log.say(.error, "the states of scripts are not stored, because the disk is too slow")
    }

    private func writePending() {
        while let states = takePending() {
            for (name, state) in states.sorted(by: { $0.key < $1.key }) {
                do throws(Failure) { try write(state, of: name) } catch { fail(error.reason, state, of: name) }
            }
        }
    }

    private func takePending() -> [String: JSONValue]? {
        pending.withLock { pending in
            guard !pending.states.isEmpty else {
                pending.isWriting = false
                return nil
            }
            defer { pending.states = [:] }
            return pending.states
        }
    }

    /// Reason why a state is not stored.
    private struct Failure: Error {
        let reason: String
    }

    private func fail(_ reason: String, _ state: JSONValue, of script: String) {
        pending.withLock { $0.failed[script] = state }
        words.complain("state \(script)", .error, "the state of '\(script)' could not be stored: \(reason)")
    }

    private func write(_ state: JSONValue, of script: String) throws(Failure) {
        guard let folder, let path = path(of: script) else {
            throw Failure(reason: "STATE_DIRECTORY and HOME are not set; set one of them")
        }
        let bytes = Array("\(state)\n".utf8)
        guard bytes.count <= Self.sizeLimit else {
            throw Failure(reason: "the state is larger than \(Self.sizeLimit >> 20) MiB; store less in 'state'")
        }
        // The parser has limits that the state may exceed, such as for strings with many combining marks.
        guard (try? JSONValue(parsing: bytes)) != nil else {
            let problem = "the state contains a string that the JSON parser does not accept"
            throw Failure(reason: "\(problem); store only plain text in 'state'")
        }
        // Restricts the folder to the service's user, because states may be confidential.
        for index in folder.indices.dropFirst() where folder[index] == "/" { mkdir(String(folder[..<index]), 0o750) }
        mkdir(folder, 0o700)
        chmod(folder, 0o700)
        guard let file = AtomicFile(path) else {
            throw Failure(reason: "'\(path)' cannot be replaced; check its permissions")
        }
        do throws(WriteError) { try file.write(bytes) } catch { throw Failure(reason: "\(error)") }
    }

    /// Returns the path of the file with a script's state; nil without a folder. All bytes of the script's name except
    /// ASCII letters, digits, `_` and `-` are percent-encoded.
    private func path(of script: String) -> String? {
        let name = script.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isLetter = scalar.properties.isAlphabetic && scalar.isASCII
            let isPlain = isLetter || "0123456789_-".unicodeScalars.contains(scalar)
            let code = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(scalar) : "%\(code.count == 1 ? "0" : "")\(code)"
        }
        return folder.map { "\($0)/\(stem).\(name.joined()).json" }
    }
}
