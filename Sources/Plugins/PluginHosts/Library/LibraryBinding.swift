internal import CTouchbridgePlugin
internal import Glibc
internal import PluginAPI

/// A binding in the form of a C struct; owns the struct and its strings.
final class LibraryBinding {
    let binding: Binding
    let pointer: UnsafeMutablePointer<touchbridge_binding>
    /// Whether the shared object contains the handler of the binding.
    let isOffered: Bool

    init(_ binding: Binding, isOffered: Bool) {
        (self.binding, self.isOffered) = (binding, isOffered)
        pointer = .allocate(capacity: 1)
        pointer.initialize(
            to: touchbridge_binding(
                size: UInt32(MemoryLayout<touchbridge_binding>.size),
                handler: Self.copy(binding.handler),
                view: Self.copy(binding.view),
                gesture: binding.gesture.map { UnsafePointer(Self.copy($0)) },
                action: binding.action.map { UnsafePointer(Self.copy($0)) },
                screen: Self.copy(binding.screen)
            )
        )
    }

    deinit {
        let own = pointer.pointee
        for text in [own.handler, own.view, own.gesture, own.action, own.screen] {
            free(UnsafeMutablePointer(mutating: text))
        }
        pointer.deallocate()
    }

    private static func copy(_ text: String) -> UnsafeMutablePointer<CChar> {
        guard let copy = strdup(text) else { fatalError("out of memory") }
        return copy
    }
}
