internal import CTouchbridgePlugin
internal import Platform
internal import PluginAPI
internal import Schema

/// The end of a shared object's plugin, with all that it may use until it has come to it.
///
/// It has a thread of its own, and the input thread waits for that only so long: one that never returns is left behind,
/// and nothing is taken from it.
struct LibraryEnd: @unchecked Sendable {
    let object: SharedObject
    let instance: UnsafeMutableRawPointer
    let host: LibraryHost
    let bindings: [LibraryBinding]

    func run(within limit: TimeSpan) {
        object.plugin.stop?(instance, limit.milliseconds)
        object.plugin.destroy(instance)
        withExtendedLifetime((host, bindings)) {}
    }
}
