internal import CTouchbridgePlugin
internal import Glibc
internal import HandlerEvents
internal import JSON
internal import Platform
internal import PluginAPI
internal import Schema
internal import YAML

/// A plugin in a shared object: see docs/reference/plugins/library.md.
///
/// The plugin runs on the input thread, because it can decide whether an event continues up the responder chain. The
/// duration of each call is measured.
final class LibraryPlugin: Plugin {
    static let type = PluginType(
        LibrarySettings.table,
        handlers: [],
        otherHandlers: .any("Handlers of the shared object; their arguments are passed to the shared object."),
        checkHere: { settings, node, reading in
            do throws(ServiceError) {
                try ObjectFile.check(settings.path)
            } catch {
                reading.warning("on this machine \(error)", .notInstalled, at: (node["path"] ?? node).mark)
            }
        },
        traits: { _, _ in PluginTraits(isUsefulWithoutBindings: true, addsViews: true, setsAnything: true) },
        make: { (settings, context) throws(ServiceError) in LibraryPlugin(settings, context) }
    )

    private let settings: LibrarySettings
    private let context: PluginContext
    private let host: LibraryHost
    private let clock: InputClock
    private var object: SharedObject?
    /// Instance pointer that the shared object returned.
    private var instance: UnsafeMutableRawPointer?
    /// The shared object's `take` function and instance, cached for fast calls; nil before the start and after the
    /// stop.
    @exclusivity(unchecked) private var callTarget: CallTarget?
    private var bindings: [ObjectIdentifier: LibraryBinding] = [:]
    /// Cache of recently used bindings, which `bindings` owns.
    @exclusivity(unchecked) private var recent = RecentBindings()
    @exclusivity(unchecked) private(set) var health = PluginHealth()

    private struct CallTarget: BitwiseCopyable {
        let take:
            @convention(c) (
                UnsafeMutableRawPointer, UnsafePointer<touchbridge_binding>, UnsafePointer<touchbridge_handler_event>
            ) -> Int32
        let instance: UnsafeMutableRawPointer
    }

    /// Minimum duration of a logged call, in microseconds; such a call blocks the input thread for too long.
    private static let slowCall: Int64 = 4000
    /// Minimum time in microseconds for the final calls of `stop` and `destroy`, even if `finishStopping` receives a
    /// shorter limit.
    private static let minimumStop: Int64 = 50_000

    init(_ settings: LibrarySettings, _ context: PluginContext) {
        self.settings = settings
        self.context = context
        host = LibraryHost(context)
        clock = context.hostEnvironment.inputClock
    }

    func start() throws(ServiceError) {
        let object = try SharedObject(path: settings.path)
        let instance = try Self.make(object, host, settings)
        (self.object, self.instance) = (object, instance)
        callTarget = CallTarget(take: object.plugin.take, instance: instance)
        // Creates the bindings again, because the handlers of the shared object were unknown before the start.
        recent = RecentBindings()
        bindings = bindings.mapValues { make($0.binding) }
        announceBindings()
    }

    private static func make(
        _ object: SharedObject,
        _ host: LibraryHost,
        _ settings: LibrarySettings
    ) throws(ServiceError) -> UnsafeMutableRawPointer {
        var error = [CChar](repeating: 0, count: 512)
        let room = error.count
        if let made = object.plugin.create(host.pointer, settings.settings.description, &error, room) { return made }
        error[room - 1] = 0
        let bytes = error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        let text = Template.Escape.plain.apply(to: String(decoding: bytes, as: UTF8.self))
        let reason = text.isEmpty ? "no reason given" : text
        throw ServiceError("the plugin \(object.name) in \(settings.path) cannot be created: \(reason)")
    }

    func take(_ handlerEvent: HandlerEvent, for binding: Binding) -> HandlerResult {
        let results = withUnsafePointer(to: handlerEvent) { take(Span(_unsafeStart: $0, count: 1), for: binding) }
        return HandlerResult(isAccepted: results.isAccepted(0), passes: results.passes)
    }

    func take(_ handlerEvents: Span<HandlerEvent>, for binding: Binding) -> HandlerResults {
        let cached = cached(binding)
        var results = HandlerResults()
        guard let callTarget, cached.isOffered else {
            health.failures += handlerEvents.count
            return results
        }
        let before = clock.last ?? clock.read()
        handlerEvents.withUnsafeBufferPointer { row in
            for index in row.indices {
                var event = touchbridge_handler_event(row[index], binding)
                let answer = host.withArguments(row.baseAddress! + index, binding) {
                    callTarget.take(callTarget.instance, cached.pointer, &event)
                }
                // Fast path for the most frequent result.
                if answer == Self.taken { results.accept(index) } else { results.add(count(answer), at: index) }
            }
        }
        health.delivered += results.acceptedCount
        // Measures the total duration of these calls: the next touch waits for all of them. `clock.last` may be
        // slightly earlier than the first call.
        let time = clock.read() - before
        if time >= Self.slowCall { reportDelay("take", time) }
        return results
    }

    @inline(__always)
    private func cached(_ binding: Binding) -> RecentBindings.Entry {
        if let entry = recent[ObjectIdentifier(binding)] { return entry }
        let found = bindings[ObjectIdentifier(binding)] ?? add(binding)
        let entry = RecentBindings.Entry(
            binding: ObjectIdentifier(binding),
            pointer: found.pointer,
            isOffered: found.isOffered
        )
        recent.add(entry)
        return entry
    }

    private static let taken = Int32(bitPattern: TOUCHBRIDGE_TAKEN.rawValue)

    private func count(_ answer: Int32) -> HandlerResult {
        switch touchbridge_answer(UInt32(bitPattern: answer)) {
        case TOUCHBRIDGE_REFUSED:
            health.dropped += 1
            return .refused
        case TOUCHBRIDGE_CONSUMED: return HandlerResult(passes: false)
        case TOUCHBRIDGE_PASSED: return HandlerResult(passes: true)
        case TOUCHBRIDGE_TAKEN: return .accepted
        default:
            let message = "'take' returned \(answer), which is not a value of enum touchbridge_answer"
            context.log.complain("answer", .warning, message)
            return .accepted
        }
    }

    func bindingsChanged(_ bindings: [Binding]) {
        recent = RecentBindings()
        self.bindings = Dictionary(bindings.map { (ObjectIdentifier($0), make($0)) }) { first, _ in first }
        announceBindings()
    }

    private func make(_ binding: Binding) -> LibraryBinding {
        LibraryBinding(binding, isOffered: object?.handlers?.contains(binding.handler) ?? true)
    }

    private func add(_ binding: Binding) -> LibraryBinding {
        let made = make(binding)
        bindings[ObjectIdentifier(binding)] = made
        return made
    }

    private func announceBindings() {
        guard let object, let instance else { return }
        for binding in bindings.values.map(\.binding) {
            guard let handlers = object.handlers, !handlers.contains(binding.handler) else { continue }
            let hint = Names.suggestion(for: binding.handler, in: handlers.sorted())
            let message = "plugin \(object.name) has no handler '\(binding.handler)'\(hint)"
            context.log.complain("handler \(binding.handler)", .error, message)
        }
        guard let changed = object.plugin.bindings_changed else { return }
        let pointers = bindings.values.map { UnsafePointer($0.pointer) as UnsafePointer<touchbridge_binding> }
        measured("bindings_changed") {
            pointers.withUnsafeBufferPointer { list in
                // The pointer passed to C must not be null, but the base address of an empty array may be null.
                withUnsafeTemporaryAllocation(of: UnsafePointer<touchbridge_binding>.self, capacity: 1) { nothing in
                    changed(instance, list.baseAddress ?? UnsafePointer(nothing.baseAddress!), list.count)
                }
            }
        }
    }

    func statusChanged(_ status: BridgeStatus) {
        guard let object, let instance, let changed = object.plugin.status_changed else { return }
        let names = status.panels.map { strdup($0) }
        defer { for name in names { free(name) } }
        let panels = names.map { UnsafePointer($0!) }
        panels.withUnsafeBufferPointer { list in
            var own = touchbridge_status(
                size: UInt32(MemoryLayout<touchbridge_status>.size),
                panel_count: UInt32(names.count),
                panels: list.baseAddress!,
                last_touch: status.lastTouch ?? -1,
                is_idle: status.isIdle ? 1 : 0,
                reserved: 0
            )
            measured("status_changed") { changed(instance, &own) }
        }
    }

    func finishStopping(within limit: TimeSpan) {
        guard let end = takeShutdown() else { return }
        let time = TimeSpan(microseconds: limit.microseconds * 9 / 10)
        do throws(ServiceError) {
            let thread = try WorkerThread(name: context.name) { end.run(within: time) }
            let timeout = TimeSpan(microseconds: max(limit.microseconds, Self.minimumStop))
            guard !thread.join(within: timeout) else { return }
            health.failures += 1
            context.log.say(.warning, "\(end.object.name) did not stop in time; its thread is abandoned")
        } catch {
            // Without a thread, the duration of the final calls cannot be limited.
            end.run(within: time)
        }
    }

    /// Returns the object that makes the final calls, and clears `instance`. Returns nil if no instance exists.
    private func takeShutdown() -> LibraryShutdown? {
        guard let object, let instance else { return nil }
        (self.instance, callTarget) = (nil, nil)
        host.close()
        return LibraryShutdown(object: object, instance: instance, host: host, bindings: Array(bindings.values))
    }

    deinit { if let end = takeShutdown() { end.object.plugin.destroy(end.instance) } }

    private func measured<Result>(_ name: String, _ body: () -> Result) -> Result {
        let before = MonotonicClock.now
        let result = body()
        let time = clock.read() - before
        if time >= Self.slowCall { reportDelay(name, time) }
        return result
    }

    private func reportDelay(_ name: String, _ time: Int64) {
        health.failures += 1
        let plugin = object?.name ?? settings.path
        let message = "\(plugin) blocked the input thread for \(Double(time / 100) / 10) ms in '\(name)'"
        context.log.complain("slow", .warning, message)
    }
}
