internal import Bridge
internal import CommandSupport
internal import InputHub
internal import LayoutPlans
internal import Platform
internal import PluginAPI
internal import Recordings
internal import Schema
internal import Synchronization

/// Reads a layout on a separate thread.
final class LayoutReader: Sendable {
    private struct State {
        var isReading = false
        /// Whether a reload was requested during a read. If so, the result of this read may be outdated.
        var isRequested = false
        var result: Result?
    }

    /// Result of a read.
    struct Result {
        let plan: LayoutPlan?
        /// Digests of the layout's files.
        let files: [RecordingOrigin.File]
        let diagnostics: [Diagnostic]
    }

    private let path: String
    private let didRead: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a reader; `didRead` is called on the reader's thread when a result is available.
    init(_ path: String, _ didRead: @escaping @Sendable () -> Void) {
        self.path = path
        self.didRead = didRead
    }

    /// Starts to read the layout. If a read is in progress, the layout is read again afterwards.
    func read() throws(ServiceError) {
        let isFirst = state.withLock { state in
            state.isRequested = true
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isFirst else { return }
        do throws(ServiceError) {
            _ = try WorkerThread(name: "layout") { [self] in readWhileRequested() }
        } catch {
            state.withLock { ($0.isReading, $0.isRequested) = (false, false) }
            throw error
        }
    }

    private func readWhileRequested() {
        while beginsRead() {
            let (plan, reading) = LayoutReading.plan(path)
            let files = plan.map { LayoutDigest.files(of: $0) } ?? []
            let result = Result(plan: plan, files: files, diagnostics: reading.sorted)
            state.withLock { $0.result = result }
            didRead()
        }
    }

    private func beginsRead() -> Bool {
        state.withLock { state in
            defer { state.isRequested = false }
            state.isReading = state.isRequested
            return state.isRequested
        }
    }

    /// Removes and returns the latest result.
    func take() -> Result? {
        state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
    }
}
