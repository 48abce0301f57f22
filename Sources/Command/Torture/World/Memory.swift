internal import CTorture

/// What the process holds.
enum Memory {
    /// Bytes that were asked for and not given back.
    static var used: Int { Int(tb_bytes_in_use()) }
}
