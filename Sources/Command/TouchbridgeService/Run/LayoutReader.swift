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
        /// Number of the latest request. If it is higher than `begun`, the layout is read again.
        var requested = 0
        /// Number of the latest request when the latest read began.
        var begun = 0
        var result: Result?
    }

    struct Result {
        /// Number of the latest request when the read began.
        let request: Int
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

    /// Starts to read the layout, and returns the number of this request. If a read is in progress, the layout is read
    /// again afterwards.
    func read() throws(ServiceError) -> Int {
        let (request, isFirst) = state.withLock { state in
            state.requested += 1
            defer { state.isReading = true }
            return (state.requested, !state.isReading)
        }
        guard isFirst else { return request }
        do throws(ServiceError) {
            _ = try WorkerThread(name: "layout") { [self] in readWhileRequested() }
        } catch {
            state.withLock { ($0.isReading, $0.begun) = (false, $0.requested) }
            throw error
        }
        return request
    }

    private func readWhileRequested() {
        while let request = beginRead() {
            let (plan, reading) = LayoutReading.plan(path)
            let files = plan.map { LayoutDigest.files(of: $0) } ?? []
            let result = Result(request: request, plan: plan, files: files, diagnostics: reading.sorted)
            state.withLock { $0.result = result }
            didRead()
        }
    }

    /// Begins a read and returns the number of the latest request; nil if no read is requested.
    private func beginRead() -> Int? {
        state.withLock { state in
            state.isReading = state.requested > state.begun
            state.begun = state.requested
            return state.isReading ? state.begun : nil
        }
    }

    /// Removes and returns the latest result; nil if there is none.
    func take() -> Result? {
        state.withLock { state in
            defer { state.result = nil }
            return state.result
        }
    }
}
