internal import CTouchbridgePlugin
internal import Glibc

/// C function table for the plugin class of a shared object.
///
/// The table is created once, on the input thread, and is never freed.
enum Entry {
    private nonisolated(unsafe) static var type: (any TouchPlugin.Type)?
    private nonisolated(unsafe) static var plugin: UnsafeMutablePointer<touchbridge_plugin>?

    static func shared(for type: any TouchPlugin.Type) -> UnsafeMutablePointer<touchbridge_plugin> {
        if let plugin { return plugin }
        Self.type = type
        let plugin = UnsafeMutablePointer<touchbridge_plugin>.allocate(capacity: 1)
        plugin.initialize(
            to: touchbridge_plugin(
                version: UInt32(TOUCHBRIDGE_PLUGIN_VERSION),
                size: UInt32(MemoryLayout<touchbridge_plugin>.size),
                name: text(type.name),
                handlers: list(type.handlers),
                create: { Entry.create($0, $1, $2, $3) },
                take: { Entry.take($0, $1, $2) },
                bindings_changed: { Entry.changeBindings($0, $1, $2) },
                status_changed: { instance, status in
                    Instance.at(instance).plugin.statusChanged(Status(status.pointee))
                },
                stop: { Instance.at($0).plugin.stop(within: Int($1)) },
                destroy: { Instance.destroy($0) }
            )
        )
        Self.plugin = plugin
        return plugin
    }

    private static func create(
        _ host: UnsafePointer<touchbridge_host>,
        _ settings: UnsafePointer<CChar>,
        _ error: UnsafeMutablePointer<CChar>,
        _ room: Int
    ) -> UnsafeMutableRawPointer? {
        guard let type else { return nil }
        let host = Host(host)
        do {
            return Instance.make(try type.init(host: host, settings: String(cString: settings)), host)
        } catch let failure {
            // A thread started by the failed initializer must not call the host any more.
            host.close()
            let bytes = Array("\(failure)".utf8.prefix(max(0, room - 1)))
            for (index, byte) in (bytes + [0]).enumerated() where index < room {
                error[index] = CChar(bitPattern: byte)
            }
            return nil
        }
    }

    private static func take(
        _ instance: UnsafeMutableRawPointer,
        _ binding: UnsafePointer<touchbridge_binding>,
        _ handlerEvent: UnsafePointer<touchbridge_handler_event>
    ) -> Int32 {
        guard let handlerEvent = HandlerEvent(handlerEvent.pointee) else { return Int32(TOUCHBRIDGE_TAKEN.rawValue) }
        return switch Instance.at(instance).plugin.take(handlerEvent, for: Binding(binding.pointee)) {
        case .taken: Int32(TOUCHBRIDGE_TAKEN.rawValue)
        case .consumed: Int32(TOUCHBRIDGE_CONSUMED.rawValue)
        case .passed: Int32(TOUCHBRIDGE_PASSED.rawValue)
        case .refused: Int32(TOUCHBRIDGE_REFUSED.rawValue)
        }
    }

    private static func changeBindings(
        _ instance: UnsafeMutableRawPointer,
        _ bindings: UnsafePointer<UnsafePointer<touchbridge_binding>>,
        _ count: Int
    ) {
        let bindings = (0..<count).map { Binding(bindings[$0].pointee) }
        Instance.at(instance).plugin.bindingsChanged(bindings)
    }

    private static func text(_ text: String) -> UnsafePointer<CChar> { UnsafePointer(strdup(text)!) }

    private static func list(_ texts: [String]?) -> UnsafePointer<UnsafePointer<CChar>?>? {
        guard let texts else { return nil }
        let copy = UnsafeMutablePointer<UnsafePointer<CChar>?>.allocate(capacity: texts.count + 1)
        copy.initialize(from: texts.map { text($0) } + [nil], count: texts.count + 1)
        return UnsafePointer(copy)
    }
}

extension Binding {
    init(_ raw: touchbridge_binding) {
        handler = String(cString: raw.handler)
        view = String(cString: raw.view)
        gesture = raw.gesture.map { String(cString: $0) }
        action = raw.action.map { String(cString: $0) }
        screen = String(cString: raw.screen)
    }
}

extension Status {
    init(_ raw: touchbridge_status) {
        panels = (0..<Int(raw.panel_count)).map { String(cString: raw.panels[$0]) }
        lastTouch = raw.last_touch < 0 ? nil : raw.last_touch
        isIdle = raw.is_idle != 0
    }
}
