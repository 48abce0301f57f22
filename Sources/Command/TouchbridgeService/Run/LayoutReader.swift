internal import Bridge
internal import CommandSupport
internal import InputHub
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Recordings
internal import Schema
internal import Synchronization

/// Reads a layout anew on a thread of its own, as often as it is asked to.
final class LayoutReader: Sendable {
    private struct State {
        var isReading = false
        /// It was asked for again while it was reading: what it reads may be old.
        var isWanted = false
        var result: Result?
    }

    /// What was read.
    struct Result {
        let plan: LayoutPlan?
        /// What its files held.
        let files: [RecordingOrigin.File]
        let diagnostics: [Diagnostic]
    }

    private let path: String
    private let didRead: @Sendable () -> Void
    private let state = Mutex(State())

    /// A reader that calls `didRead`, on its thread, when there is something to take.
    init(_ path: String, _ didRead: @escaping @Sendable () -> Void) {
        self.path = path
        self.didRead = didRead
    }

    /// Begins to read, or reads once more when it is done.
    func read() throws(ServiceError) {
        let isFirst = state.withLock { state in
            state.isWanted = true
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isFirst else { return }
        do throws(ServiceError) {
            _ = try WorkerThread(name: "layout") { [self] in readWhileWanted() }
        } catch {
            state.withLock { ($0.isReading, $0.isWanted) = (false, false) }
            throw error
        }
    }

    private func readWhileWanted() {
        while goesOn() {
            let (plan, reading) = LayoutReading.plan(path)
            let files = plan.map { LayoutDigest.files(of: $0) } ?? []
            let result = Result(plan: plan, files: files, diagnostics: reading.sorted)
            state.withLock { $0.result = result }
            didRead()
        }
    }

    private func goesOn() -> Bool {
        state.withLock { state in
            defer { state.isWanted = false }
            state.isReading = state.isWanted
            return state.isWanted
        }
    }

    /// What was read last, once.
    func take() -> Result? {
        state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
    }
}
