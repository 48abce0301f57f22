internal import CTouchbridgePlugin
internal import Platform
internal import PluginAPI
internal import Schema

/// Calls the functions `stop` and `destroy` of a shared object to end a plugin. Until these calls return, retains all
/// objects that the plugin may use.
///
/// The calls are executed on a separate thread. If the calls do not return in time, the thread is abandoned and retains
/// these objects.
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
