internal import CTouchbridgePlugin

/// A plugin instance for an entry of the layout's `plugins:`, and its interface to Touchbridge (`host`).
final class Instance {
    let plugin: any TouchPlugin
    private let host: Host

    private init(_ plugin: any TouchPlugin, _ host: Host) {
        self.plugin = plugin
        self.host = host
    }

    static func make(_ plugin: any TouchPlugin, _ host: Host) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Instance(plugin, host)).toOpaque()
    }

    static func at(_ pointer: UnsafeMutableRawPointer) -> Instance {
        Unmanaged<Instance>.fromOpaque(pointer).takeUnretainedValue()
    }

    static func destroy(_ pointer: UnsafeMutableRawPointer) {
        let instance = Unmanaged<Instance>.fromOpaque(pointer).takeRetainedValue()
        instance.host.close()
    }
}
