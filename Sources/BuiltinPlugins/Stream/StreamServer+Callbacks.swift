internal import CWebsockets

extension StreamServer {
    private static func from(_ context: UnsafeMutableRawPointer) -> StreamServer {
        Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    /// What libwebsockets calls while this serves.
    var callbacks: tb_owner {
        tb_owner(
            context: Unmanaged.passUnretained(self).toOpaque(),
            ready: { StreamServer.from($0).ready($1) },
            asks: { StreamServer.from($0).asks($1) },
            opened: { StreamServer.from($0).opened($1) },
            received: { context, link, bytes, count, flags in
                let bytes = UnsafeBufferPointer(start: bytes, count: count)
                StreamServer.from(context).received(link, bytes, UInt32(flags))
            },
            writable: { StreamServer.from($0).writable($1) },
            expired: { StreamServer.from($0).expired($1) },
            closed: { StreamServer.from($0).closed($1) }
        )
    }
}
