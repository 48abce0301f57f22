internal import Bridge
internal import CommandSupport
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
        var states: [String: JSONValue] = [:]
    }

    /// Folder of the files; nil if the environment names no folder.
    private let folder: String?
    private let log: ServiceLog
    private let pending = Mutex(Pending())
    /// The thread that writes the files; nil before the first state is stored.
    private let writer = Mutex<WorkerThread?>(nil)

    /// Minimum time between two writes.
    static let interval: Int64 = 1_000_000

    /// Limit script-state-file (Internal bounds): bytes of the file with a script's state. If exceeded: the file is
    /// ignored, and an error is logged.
    private static let sizeLimit = 4 << 20

    init(_ log: ServiceLog) {
        self.log = log
        folder = (EnvironmentPath.first(of: "STATE_DIRECTORY") ?? EnvironmentPath.userState).map { $0 + "/state" }
    }

    /// Returns the stored state of a script; nil if no state is stored, or if the file is damaged.
    func state(of script: String) -> JSONValue? {
        guard let path = path(of: script), access(path, F_OK) == 0 else { return nil }
        guard let bytes = FileBytes.read(path, atMost: Self.sizeLimit), let state = try? JSONValue(parsing: bytes)
        else {
            log.say(.error, "\(path): the state of '\(script)' cannot be read; the script starts with an empty state")
            return nil
        }
        return state
    }

    /// Writes states on another thread.
    func store(_ states: [(name: String, state: JSONValue)]) {
        let isFirst = pending.withLock { pending in
            for (name, state) in states { pending.states[name] = state }
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
    func finish(within limit: TimeSpan) { _ = writer.withLock { $0 }?.join(within: limit) }

    private func writePending() {
        while let states = takePending() {
            for (name, state) in states.sorted(by: { $0.key < $1.key }) { write(state, of: name) }
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

    private func write(_ state: JSONValue, of script: String) {
        guard let folder, let path = path(of: script) else {
            let reason = "STATE_DIRECTORY and HOME are not set"
            return log.say(.error, "the state of '\(script)' is not stored, because \(reason)")
        }
        // Only the service can read the states, because a state may be confidential.
        mkdir(AtomicFile.folder(of: folder), 0o750)
        mkdir(folder, 0o700)
        guard let file = AtomicFile(path) else { return log.say(.error, "\(path): not a regular file; remove it") }
        do throws(WriteError) { try file.write(Array("\(state)\n".utf8)) } catch {
            log.say(.error, "the state of '\(script)' is not stored: \(error)")
        }
    }

    /// Path of a script's file. In its name, all bytes but letters, digits, `_` and `-` are percent-encoded.
    private func path(of script: String) -> String? {
        let name = script.utf8.map { byte in
            let scalar = Unicode.Scalar(byte)
            let isLetter = scalar.properties.isAlphabetic && scalar.isASCII
            let isPlain = isLetter || "0123456789_-".unicodeScalars.contains(scalar)
            let code = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(scalar) : "%\(code.count == 1 ? "0" : "")\(code)"
        }
        return folder.map { "\($0)/\(name.joined()).json" }
    }
}
