package import CommandSupport
internal import LayoutFile
package import Platform
internal import PluginAPI
internal import Synchronization

/// Where any thread asks for a dump, as long as there are not too many.
package final class DumpRequestQueue: Sendable {
    /// Why a dump is made.
    package enum Cause: Sendable {
        case signal
        case command(plugin: String, reason: String?)
        case ghost
        case failure(plugin: String)
        case crash

        /// What the dump's name says of it.
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
            case .signal: return "the signal SIGUSR1"
            case .command(let plugin, let reason):
                let text = reason.map { ": " + TerminalText.page($0.excerpt(200)) } ?? ""
                return (plugin.isEmpty ? "it was asked for" : "plugin '\(plugin)' asked for it") + text
            case .ghost: return "a ghost was found"
            case .failure(let plugin): return "plugin '\(plugin)' failed"
            case .crash: return "the service before this one ended without a word"
            }
        }

        /// Nobody asked, so nobody waits for it.
        var isByItself: Bool {
            switch self {
            case .signal, .command, .crash: false
            case .ghost, .failure: true
            }
        }
    }

    struct Wish {
        var cause: Cause
        var name: String
        var folder: DumpFolder
    }

    private struct State {
        var isOn = false
        var onFailure = false
        /// Of these plugins a message is no failure.
        var talkers: Set<String> = []
        var folder: DumpFolder?
        var wish: Wish?
        var isWriting = false
        var last: Int64?
    }

    /// Whoever asks a thousand times a second is refused as often, and told of it now and then.
    private let log: Logger
    private let bell: Wakeup
    private let state = Mutex(State())

    /// So long after a dump nothing but somebody who asks makes another one, and so long nobody does.
    private static let pause: Int64 = 60_000_000
    private static let shortPause: Int64 = 1_000_000

    package init(_ log: ServiceLog, _ bell: Wakeup) {
        self.log = Logger(plugin: "", clock: { MonotonicClock.now }, write: { log.take($0) })
        self.bell = bell
    }

    /// Does from now on what a layout says.
    func adopt(_ settings: RecorderLayout, _ folder: DumpFolder?, talkers: Set<String>) {
        state.withLock { state in
            state.isOn = settings.isOn
            state.onFailure = settings.isOn && settings.onFailure
            (state.talkers, state.folder) = (talkers, folder)
        }
    }

    // MARK: Wishes

    /// Asks for a dump, from any thread, and gives where it will lie; throws why there will be none.
    @discardableResult
    package func ask(_ cause: Cause) throws(Refusal) -> String {
        let now = MonotonicClock.now
        let result = state.withLock { state -> Result<String, Refusal> in
            guard state.isOn else { return .failure(Refusal("the layout has the flight recorder off")) }
            guard let folder = state.folder else {
                return .failure(Refusal("nobody says where dumps go; let the layout say 'recorder: { directory: … }'"))
            }
            let pause = cause.isByItself ? Self.pause : Self.shortPause
            let isLate = state.last.map { now - $0 >= pause } ?? true
            guard state.wish == nil, !state.isWriting, isLate else {
                return .failure(Refusal("the last dump was made a moment ago, or is being written"))
            }
            state.last = now
            let name = folder.name(at: WallClock.sinceEpoch, cause.word)
            state.wish = Wish(cause: cause, name: name, folder: folder)
            return .success("\(folder.path)/\(name)")
        }
        let path = try result.get()
        bell.signal()
        return path
    }

    /// Asks for one; who cannot be told hears of it in the log.
    package func askOrTell(_ cause: Cause) {
        do throws(Refusal) {
            try ask(cause)
            log.settled("refused")
        } catch {
            log.complain("refused", .warning, "no dump is made: \(error)")
        }
    }

    /// Something failed of which a dump may be wanted; there is none if another one was made not long ago.
    package func failed(_ plugin: String) {
        let isWanted = state.withLock { $0.onFailure && !$0.talkers.contains(plugin) }
        if isWanted { _ = try? ask(.failure(plugin: plugin)) }
    }

    package func ghostWasFound() { _ = try? ask(.ghost) }

    package struct Refusal: Error, CustomStringConvertible {
        package let description: String
        package init(_ reason: String) { description = reason }
    }

    // MARK: Writing

    /// What was asked for, once; whoever takes it says when it is done.
    func take() -> Wish? {
        state.withLock { state in
            defer { state.wish = nil }
            if state.wish != nil { state.isWriting = true }
            return state.wish
        }
    }

    /// What another process has left is written, whoever asks for something meanwhile.
    func takeCrash() -> Wish? {
        state.withLock { state in
            guard let folder = state.folder else { return nil }
            (state.isWriting, state.last) = (true, MonotonicClock.now)
            return Wish(cause: .crash, name: folder.name(at: WallClock.sinceEpoch, Cause.crash.word), folder: folder)
        }
    }

    func finished() { state.withLock { $0.isWriting = false } }
}
