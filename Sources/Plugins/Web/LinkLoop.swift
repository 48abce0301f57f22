internal import CWebsockets
internal import Glibc
package import Platform

/// Receives the events of a loop's links, on the loop's thread.
package protocol LinkOwner: AnyObject {
    /// A watched descriptor is readable.
    func ready(_ link: Link)
    /// A page requests a WebSocket; returns nil to accept, or the HTTP status of the refusal.
    func asks(_ link: Link) -> HTTPStatus?
    /// A page sends a plain HTTP request; returns nil to respond now or later, or the HTTP status of the refusal.
    func requested(_ link: Link) -> HTTPStatus?
    /// A WebSocket has completed its handshake.
    func opened(_ link: Link)
    /// Bytes were received; `isLast` marks the end of a message, and is always true for plain links.
    func received(_ link: Link, _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, isBinary: Bool)
    /// At least one message can be written, as requested.
    func writable(_ link: Link)
    /// The link's timer has expired.
    func expired(_ link: Link)
    /// Last callback of the link.
    func closed(_ link: Link)
}

extension LinkOwner {
    package func requested(_ link: Link) -> HTTPStatus? { .upgradeRequired }
}

/// Event loop of a thread for connections and watched descriptors, based on libwebsockets.
///
/// Created, served and ended by one thread, which also calls the owner.
package final class LinkLoop {
    private unowned let owner: any LinkOwner
    private var sockets: OpaquePointer?
    private var links: [OpaquePointer: Link] = [:]

    /// Loads libwebsockets; returns what is missing, and how to install it.
    package static func loadLibrary() -> String? { tb_sockets_load().map { String(cString: $0) } }

    /// Creates a loop for a number of descriptors and concurrent handshakes; nil if memory or descriptors are
    /// exhausted, or without libwebsockets.
    ///
    /// A WebSocket that is silent for `ping` gets a ping, and is closed after twice that time.
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

    /// Returns the HTTP status of the refusal, or 0.
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

    /// Handles events, waiting for them if `waits`; returns false if the loop has failed.
    package func serve(waits: Bool) -> Bool {
        guard let sockets else { return false }
        return tb_sockets_serve(sockets, waits ? 1 : 0) >= 0
    }

    /// Closes all links and frees the loop.
    package func end() {
        if let sockets { tb_sockets_free(sockets) }
        sockets = nil
    }

    /// Watches a descriptor that the caller owns.
    package func watch(_ descriptor: Int32) -> Link? {
        // A duplicate, because libwebsockets closes its descriptors; child processes do not inherit it.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy < 0 ? nil : add(copy, TB_WATCH)
    }

    /// Watches a listener; its descriptor is closed with the link.
    package func watch(_ listener: Listener) throws(Listener.Failure) -> Link {
        if let link = add(listener.descriptor, TB_WATCH) { return link }
        listener.removeName()
        throw Listener.Failure(message: "libwebsockets has no memory for another listening socket")
    }

    /// Adds a connection and takes ownership of its socket, which is closed on failure.
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
