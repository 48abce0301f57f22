internal import CTouchbridgePlugin
internal import Glibc
internal import Platform
internal import PluginAPI

/// A loaded shared object with a compatible plugin.
///
/// A shared object is never unloaded after its entry function was called: its code may still be running, or a language
/// runtime may refer to it.
struct SharedObject {
    let plugin: touchbridge_plugin
    /// Name of the plugin, as reported by the plugin.
    let name: String
    /// Names of the handlers in the plugin; nil if the plugin accepts any name.
    let handlers: Set<String>?

    private static let entry = "touchbridge_plugin_entry"
    /// Limit library-handlers (limits.md, Processes and shared objects): maximum number of handlers of a shared object.
    /// If exceeded: the shared object is not loaded, and the error contains `more than 1000 names or no NULL at its
    /// end`.
    private static let handlerLimit = 1000

    /// Loads a file and checks its plugin structure.
    init(path: String) throws(ServiceError) {
        try ObjectFile.check(path)
        guard let handle = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
            throw ServiceError("\(path) cannot be loaded: \(Self.lastError)")
        }
        guard let symbol = dlsym(handle, Self.entry) else {
            dlclose(handle)
            throw ServiceError(
                "\(path) is not a plugin: the function \(Self.entry) is missing; see touchbridge_plugin.h"
            )
        }
        let entry = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeRawPointer?).self)
        guard let pointer = entry() else {
            throw ServiceError("\(path) has no plugin: \(Self.entry) returned NULL; it must return a plugin")
        }
        try Self.check(pointer, path)
        plugin = pointer.assumingMemoryBound(to: touchbridge_plugin.self).pointee
        name = String(cString: plugin.name)
        handlers = try Self.names(plugin.handlers, path)
    }

    /// Checks the version, the size and the required functions before the pointer is used as a plugin structure.
    private static func check(_ pointer: UnsafeRawPointer, _ path: String) throws(ServiceError) {
        let version = pointer.load(as: UInt32.self)
        guard version == TOUCHBRIDGE_PLUGIN_VERSION else {
            throw ServiceError(
                "\(path) was built for version \(version) of the plugin interface, but touchbridge uses version "
                    + "\(TOUCHBRIDGE_PLUGIN_VERSION); rebuild it with the current touchbridge_plugin.h"
            )
        }
        let size = pointer.load(fromByteOffset: 4, as: UInt32.self)
        guard size >= MemoryLayout<touchbridge_plugin>.size else {
            throw ServiceError(
                "\(path) returns a plugin whose size is \(size) bytes, but in version \(version) the size is "
                    + "\(MemoryLayout<touchbridge_plugin>.size); 'size' must be sizeof(struct touchbridge_plugin)"
            )
        }
        let needed: [(String, Int?)] = [
            ("name", MemoryLayout<touchbridge_plugin>.offset(of: \.name)),
            ("create", MemoryLayout<touchbridge_plugin>.offset(of: \.create)),
            ("take", MemoryLayout<touchbridge_plugin>.offset(of: \.take)),
            ("destroy", MemoryLayout<touchbridge_plugin>.offset(of: \.destroy)),
        ]
        for (name, offset) in needed where pointer.load(fromByteOffset: offset ?? 0, as: UInt.self) == 0 {
            throw ServiceError("\(path) returns a plugin whose '\(name)' is NULL; set '\(name)'")
        }
    }

    private static func names(
        _ list: UnsafePointer<UnsafePointer<CChar>?>?,
        _ path: String
    ) throws(ServiceError) -> Set<String>? {
        guard let list else { return nil }
        var names: Set<String> = []
        for index in 0...handlerLimit {
            guard let name = list[index] else { return names }
            names.insert(String(cString: name))
        }
        throw ServiceError(
            "\(path) returns a plugin whose 'handlers' has more than \(handlerLimit) names or no NULL at its end; "
                + "shorten the list or add the NULL"
        )
    }

    private static var lastError: String { dlerror().map { String(cString: $0) } ?? "unknown error" }
}
