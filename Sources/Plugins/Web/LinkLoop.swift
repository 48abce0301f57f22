internal import CWebsockets
internal import Glibc
package import Platform

/// Receives the events of all links (connections and watched descriptors) of an event loop, on the loop's thread.
package protocol LinkOwner: AnyObject {
    /// Called when a watched descriptor has become readable.
    func ready(_ link: Link)
    /// Called when a client requests a WebSocket. Returns nil to accept, or the HTTP status of the rejection.
    func asks(_ link: Link) -> HTTPStatus?
    /// Called for a plain HTTP request. Returns nil if the owner responds, now or later; otherwise, returns the HTTP
    /// status of the rejection.
    func requested(_ link: Link) -> HTTPStatus?
    /// Called when a WebSocket has completed its handshake.
    func opened(_ link: Link)
    /// Called when bytes were received. `isLast` marks the end of a WebSocket message; always true for other links.
    func received(_ link: Link, _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, isBinary: Bool)
    /// Called after `requestWritable`, when at least one message can be written.
    func writable(_ link: Link)
    /// Called when the link's timer has expired.
    func expired(_ link: Link)
    /// Called when the link is closed; the last callback of a link.
    func closed(_ link: Link)
}

extension LinkOwner {
    package func requested(_ link: Link) -> HTTPStatus? { .upgradeRequired }
}

/// Event loop for connections and watched descriptors, based on libwebsockets.
///
/// A single thread must create, run and end the loop. The loop calls its owner on this thread.
package final class LinkLoop {
    private unowned let owner: any LinkOwner
    private var sockets: OpaquePointer?
    private var links: [OpaquePointer: Link] = [:]

    /// Loads libwebsockets. On failure, returns an error message with installation instructions; on success, returns
    /// nil.
    package static func loadLibrary() -> String? { tb_sockets_load().map { String(cString: $0) } }

    /// Creates a loop for this number of descriptors and concurrent handshakes. Returns nil if memory or descriptors
    /// are exhausted, or if libwebsockets is not installed.
    ///
    /// An idle WebSocket receives a ping after the duration `ping`, and is closed after twice that duration.
    package init?(_ owner: any LinkOwner, connections: Int, handshakes: Int, ping: TimeSpan) {
        self.owner = owner
        var callbacks = tb_owner(
            context: Unmanaged.passUnretained(self).toOpaque(),
            ready: { LinkLoop.notify($0, $1) { $0.ready($1) } },
            asks: { LinkLoop.ask($0, $1) { $0.asks($1) } },
            requested: { LinkLoop.ask($0, $1) { $0.requested($1) } },
            opened: { LinkLoop.notify($0, $1) { $0.opened($1) } },
            received: { context, link, bytes, count, flags in
                let bytes = UnsafeBufferPointer(start: bytes, count: count)
                let (isLast, isBinary) = (flags & Int32(TB_LAST.rawValue) != 0, flags & Int32(TB_BINARY.rawValue) != 0)
                LinkLoop.notify(context, link) { $0.received($1, bytes, isLast: isLast, isBinary: isBinary) }
            },
            writable: { LinkLoop.notify($0, $1) { $0.writable($1) } },
            expired: { LinkLoop.notify($0, $1) { $0.expired($1) } },
            closed: { LinkLoop.close($0, $1) }
        )
        let seconds = UInt16(clamping: Int(ping.seconds))
        sockets = tb_sockets_make(&callbacks, UInt32(connections), UInt32(handshakes), seconds, seconds &* 2)
        guard sockets != nil else { return nil }
    }

    deinit { assert(sockets == nil, "the owner must end the loop, to receive its last closing events") }

    private static func notify(
        _ context: UnsafeMutableRawPointer,
        _ pointer: OpaquePointer,
        _ body: (any LinkOwner, Link) -> Void
    ) {
        let loop = Unmanaged<LinkLoop>.fromOpaque(context).takeUnretainedValue()
        if let link = loop.links[pointer] { body(loop.owner, link) }
    }

    /// Calls the owner, and returns 0 or the HTTP status of the rejection.
    private static func ask(
        _ context: UnsafeMutableRawPointer,
        _ pointer: OpaquePointer,
        _ body: (any LinkOwner, Link) -> HTTPStatus?
    ) -> Int32 {
        let loop = Unmanaged<LinkLoop>.fromOpaque(context).takeUnretainedValue()
        guard let link = loop.links[pointer] else { return Int32(HTTPStatus.forbidden.rawValue) }
        return Int32(body(loop.owner, link)?.rawValue ?? 0)
    }

    private static func close(_ context: UnsafeMutableRawPointer, _ pointer: OpaquePointer) {
        let loop = Unmanaged<LinkLoop>.fromOpaque(context).takeUnretainedValue()
        guard let link = loop.links.removeValue(forKey: pointer) else { return }
        link.forget()
        loop.owner.closed(link)
    }

    /// Processes events; waits for an event if `waits` is true. Returns false if the loop has failed.
    package func serve(waits: Bool) -> Bool {
        guard let sockets else { return false }
        return tb_sockets_serve(sockets, waits ? 1 : 0) >= 0
    }

    /// Closes all links and frees the loop.
    package func end() {
        if let sockets { tb_sockets_free(sockets) }
        sockets = nil
    }

    /// Watches a descriptor that the caller owns. Returns nil if memory or descriptors are exhausted.
    package func watch(_ descriptor: Int32) -> Link? {
        // Watches a duplicate, because libwebsockets closes its descriptors. Child processes do not inherit the
        // duplicate.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy < 0 ? nil : add(copy, TB_WATCH)
    }

    /// Watches a listening socket, and takes ownership of its descriptor.
    package func watch(_ listener: Listener) throws(Listener.Failure) -> Link {
        if let link = add(listener.descriptor, TB_WATCH) { return link }
        listener.removeName()
        throw Listener.Failure(message: "libwebsockets has no memory for another listening socket")
    }

    /// Adds a connection and takes ownership of its socket. On failure, closes the socket and returns nil.
    package func add(_ socket: Int32, _ kind: Link.Kind) -> Link? {
        add(socket, kind == .page ? TB_WEB : TB_PLAIN)
    }

    private func add(_ descriptor: Int32, _ kind: tb_kind) -> Link? {
        guard let sockets, let pointer = tb_sockets_add(sockets, descriptor, kind) else { return nil }
        let link = Link(pointer)
        links[pointer] = link
        return link
    }
}
