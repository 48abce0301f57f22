internal import HandlerEvents
internal import PluginAPI
internal import PluginWorkers
internal import Schema

/// Settings of a plugin of type `tuio`.
struct TUIOSettings: Equatable, Sendable {
    var host = "127.0.0.1"
    var port = 3333
    var source: Template?

    static let table = Table<TUIOSettings>(
        "tuio",
        "Sends touches to a program that reads TUIO 1.1, as cursors of the profile 2Dcur, over UDP.",
        of: TUIOSettings()
    ) {
        Key("host", .name, \.host, "The receiver's host name or IP address. Default: 127.0.0.1.")
        Key("port", .integer(1...65535), \.port, "The receiver's port. Default: 3333.")
        Key("source", .sourceName, \.source, "The source name. Default: touchbridge@HOST.")
    }
}

extension Setting where Value == Template {
    /// Accepts the source name, which must be short because every datagram contains the name.
    fileprivate static var sourceName: Setting {
        Setting.settingTemplate.map(expected: "a name of at most 64 bytes") {
            (1...64).contains($0.source.utf8.count) ? $0 : nil
        }
    }
}
