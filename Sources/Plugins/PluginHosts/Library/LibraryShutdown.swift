internal import CTouchbridgePlugin
internal import Platform
internal import PluginAPI
internal import Schema

/// Final calls of a plugin in a shared object, with all objects that the plugin can use until the calls return.
///
/// The calls run on their own thread. If they do not return in time, the thread is abandoned and keeps these objects
/// alive.
struct LibraryShutdown: @unchecked Sendable {
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
