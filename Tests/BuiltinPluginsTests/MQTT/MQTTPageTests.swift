import Schema
import Testing

@testable import BuiltinCore
@testable import BuiltinMQTT

struct `Pages of the plugins mqtt and tuio` {
    @Test func `every key is on its page, as it is read`() throws {
        let tables: [any AnyTable] = [MQTTSettings.table, MQTTPublish.table, MQTTSubscription.table]
        let missing =
            try PluginPage.missingRows(MQTTPlugin.type, tables: tables)
            + PluginPage.missingRows(TUIOPlugin.type, tables: [TUIOSettings.table])
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }
}
