package import CommandSupport
internal import LayoutFile
package import Platform
internal import PluginAPI
internal import Synchronization

/// Holds at most one request to write a dump of the flight recorder. Accepts requests from any thread and enforces a
/// minimum interval between dumps.
package final class DumpRequestQueue: Sendable {
    package enum Cause: Sendable {
        case signal
        case command(plugin: String, reason: String?)
        case ghost
        case failure(plugin: String)
        case crash

        /// Name of the cause in the dump's file name.
        var word: String {
            switch self {
            case .signal: "signal"
            case .command: "command"
            case .ghost: "ghost"
            case .failure: "failure"
            case .crash: "crash"
            }
        }

        var description: String {
            switch self {
            case .signal: return "SIGUSR1 was received"
            case .command(let plugin, let reason):
                let text = reason.map { ": " + TerminalText.page($0.excerpt(200)) } ?? ""
                return (plugin.isEmpty ? "a dump was requested" : "plugin '\(plugin)' requested a dump") + text
            case .ghost: return "ghost touches were detected"
            case .failure(let plugin): return "plugin '\(plugin)' failed"
            case .crash: return "the previous run ended unexpectedly"
            }
        }

        /// Whether the service triggered the dump without a request, because of ghost touches or a failure of a plugin.
        var isByItself: Bool {
            switch self {
            case .signal, .command, .crash: false
            case .ghost, .failure: true
            }
        }
    }

    struct Request {
        var cause: Cause
        var name: String
        var folder: DumpFolder
    }

    private struct State {
        var isOn = false
        var onFailure = false
        /// Names of the plugins of type `log`, whose failures do not cause a dump.
        var logPlugins: Set<String> = []
        var folder: DumpFolder?
        var request: Request?
        var isWriting = false
        var last: Int64?
    }

    /// Logs rejected requests and limits the rate of these messages.
    private let log: Logger
    private let wakeup: Wakeup
    private let state = Mutex(State())

    /// Minimum interval, in microseconds, between the previous dump and a dump that the service itself triggers.
    private static let pause: Int64 = 60_000_000
    /// Minimum interval, in microseconds, between the previous dump and any other dump.
    private static let shortPause: Int64 = 1_000_000

    package init(_ log: ServiceLog, _ wakeup: Wakeup) {
        self.log = Logger(plugin: "", clock: { MonotonicClock.now }, write: { log.take($0) })
        self.wakeup = wakeup
    }

    /// Applies the recorder settings of a layout.
    func adopt(_ settings: RecorderLayout, _ folder: DumpFolder?, logPlugins: Set<String>) {
        state.withLock { state in
            state.isOn = settings.isOn
            state.onFailure = settings.isOn && settings.onFailure
            (state.logPlugins, state.folder) = (logPlugins, folder)
        }
    }

    // MARK: Requests

    /// Requests a dump; may be called from any thread. Returns the path of the dump, or throws the reason why the
    /// request was rejected.
    @discardableResult
    package func ask(_ cause: Cause) throws(Refusal) -> String {
        let now = MonotonicClock.now
        let result = state.withLock { state -> Result<String, Refusal> in
            guard state.isOn else {
                return .failure(Refusal("the flight recorder is off; turn it on with 'recorder:' in the layout"))
            }
            guard let folder = state.folder else {
                let reason = "the flight recorder has no directory for dumps"
                return .failure(Refusal("\(reason); set 'recorder: { directory: … }' in the layout"))
            }
            let pause = cause.isByItself ? Self.pause : Self.shortPause
            let isLate = state.last.map { now - $0 >= pause } ?? true
            guard state.request == nil, !state.isWriting, isLate else {
                let reason = "the last dump is being written, or was written less than a second ago"
                return .failure(Refusal("\(reason); try again in a second"))
            }
            state.last = now
            let name = folder.name(at: WallClock.sinceEpoch, cause.word)
            state.request = Request(cause: cause, name: name, folder: folder)
            return .success("\(folder.path)/\(name)")
        }
        let path = try result.get()
        wakeup.signal()
        return path
    }

    /// Requests a dump; logs the reason if the request is rejected.
    package func requestOrLog(_ cause: Cause) {
        do throws(Refusal) {
            try ask(cause)
            log.settled("refused")
        } catch {
            log.complain("refused", .warning, "no dump was written: \(error)")
        }
    }

    /// Requests a dump after the plugin logged an error or a warning, or rejected a call. Does nothing if the layout does
    /// not enable such dumps; ignores a rejection of the request.
    package func failed(_ plugin: String) {
        let isWanted = state.withLock { $0.onFailure && !$0.logPlugins.contains(plugin) }
        if isWanted { _ = try? ask(.failure(plugin: plugin)) }
    }

    package func ghostWasFound() { _ = try? ask(.ghost) }

    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
        package init(_ reason: String) { description = reason }
    }

    // MARK: Writing

    /// Removes and returns the pending request; nil if there is none. The caller must call `finished` after the dump
    /// has been written.
    func take() -> Request? {
        state.withLock { state in
            defer { state.request = nil }
            if state.request != nil { state.isWriting = true }
            return state.request
        }
    }

    /// Begins the dump of a crashed process and returns its request, even if another request is pending. Returns nil
    /// without a folder for dumps.
    func takeCrash() -> Request? {
        state.withLock { state in
            guard let folder = state.folder else { return nil }
            (state.isWriting, state.last) = (true, MonotonicClock.now)
            return Request(cause: .crash, name: folder.name(at: WallClock.sinceEpoch, Cause.crash.word), folder: folder)
        }
    }

    func finished() { state.withLock { $0.isWriting = false } }
}
