internal import CWebsockets
internal import Glibc
package import Platform

/// Hears of what happens to the links of a loop, from within the loop's own calls.
package protocol LinkOwner: AnyObject {
    /// A watched descriptor can be read.
    func ready(_ link: Link)
    /// A page asks for a WebSocket: nil to let it in, or the status of HTTP that refuses it.
    func asks(_ link: Link) -> HTTPStatus?
    /// A page asks for what is no WebSocket: nil to answer, now or later, or the status of HTTP that refuses it.
    func requested(_ link: Link) -> HTTPStatus?
    /// A WebSocket has its handshake behind it.
    func opened(_ link: Link)
    /// Something was sent to us; `isLast` ends a message, and each piece of a plain link is one.
    func received(_ link: Link, _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, isBinary: Bool)
    /// Was asked for, and there is room for at least one message.
    func writable(_ link: Link)
    /// The time that was asked for has come.
    func expired(_ link: Link)
    /// The last that is heard of it.
    func closed(_ link: Link)
}

extension LinkOwner {
    package func requested(_ link: Link) -> HTTPStatus? { .upgradeRequired }
}

/// A thread's wait for all its connections and descriptors at once, with libwebsockets.
///
/// One thread makes it, serves it and ends it; its owner hears of everything on that thread.
package final class LinkLoop {
    private unowned let owner: any LinkOwner
    private var sockets: OpaquePointer?
    private var links: [OpaquePointer: Link] = [:]

    /// A loop for so many descriptors, with so many handshakes at a time; nil when there is no memory or descriptor left.
    ///
    /// A WebSocket that is silent for `ping` is asked for a sign of life, and let go when there is none for as long again.
    package init?(_ owner: any LinkOwner, connections: Int, handshakes: Int, ping: TimeSpan) {
        self.owner = owner
        var callbacks = tb_owner(
            context: Unmanaged.passUnretained(self).toOpaque(),
            ready: { LinkLoop.tell($0, $1) { $0.ready($1) } },
            asks: { LinkLoop.ask($0, $1) { $0.asks($1) } },
            requested: { LinkLoop.ask($0, $1) { $0.requested($1) } },
            opened: { LinkLoop.tell($0, $1) { $0.opened($1) } },
            received: { context, link, bytes, count, flags in
                let bytes = UnsafeBufferPointer(start: bytes, count: count)
                let (isLast, isBinary) = (flags & Int32(TB_LAST.rawValue) != 0, flags & Int32(TB_BINARY.rawValue) != 0)
                LinkLoop.tell(context, link) { $0.received($1, bytes, isLast: isLast, isBinary: isBinary) }
            },
            writable: { LinkLoop.tell($0, $1) { $0.writable($1) } },
            expired: { LinkLoop.tell($0, $1) { $0.expired($1) } },
            closed: { LinkLoop.close($0, $1) }
        )
        let seconds = UInt16(clamping: Int(ping.seconds))
        sockets = tb_sockets_make(&callbacks, UInt32(connections), UInt32(handshakes), seconds, seconds &* 2)
        guard sockets != nil else { return nil }
    }

    deinit { assert(sockets == nil, "a loop is ended by its owner, who hears of what is closed then") }

    private static func tell(
        _ context: UnsafeMutableRawPointer,
        _ pointer: OpaquePointer,
        _ body: (any LinkOwner, Link) -> Void
    ) {
        let loop = Unmanaged<LinkLoop>.fromOpaque(context).takeUnretainedValue()
        if let link = loop.links[pointer] { body(loop.owner, link) }
    }

    /// The status that refuses it, or 0.
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

    /// Waits until something is to be done, if it is to wait, and does it; false when it cannot go on.
    package func serve(waits: Bool) -> Bool {
        guard let sockets else { return false }
        return tb_sockets_serve(sockets, waits ? 1 : 0) >= 0
    }

    /// Closes all links and lets go of everything.
    package func end() {
        if let sockets { tb_sockets_free(sockets) }
        sockets = nil
    }

    /// Watches somebody else's descriptor.
    package func watch(_ descriptor: Int32) -> Link? {
        // libwebsockets closes what it is given, so it gets a descriptor of its own, which no program inherits.
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        return copy < 0 ? nil : add(copy, TB_WATCH)
    }

    /// Watches a listener, whose descriptor is closed with the link.
    package func watch(_ listener: Listener) throws(Listener.Failure) -> Link {
        if let link = add(listener.descriptor, TB_WATCH) { return link }
        listener.removeName()
        throw Listener.Failure(message: "libwebsockets has no room for what is listened on")
    }

    /// Takes a connection over, also when it fails: it is closed then.
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
