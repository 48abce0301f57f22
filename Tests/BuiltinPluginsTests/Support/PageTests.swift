import Schema
import Testing

@testable import BuiltinCore
@testable import BuiltinUInput
@testable import BuiltinWebhook

struct `Pages of the plugins log, exec, uinput and webhook` {
    @Test func `every key is on its page, as it is read`() throws {
        let missing =
            try PluginPage.missingRows(LogPlugin.type, tables: [LogSettings.table])
            + PluginPage.missingRows(ExecPlugin.type, tables: [ExecSettings.table, ExecCommand.table])
            + PluginPage.missingRows(UInputPlugin.type, tables: [UInputSettings.table])
            + PluginPage.missingRows(WebhookPlugin.type, tables: [WebhookSettings.table, WebhookRequest.table])
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }

    @Test func `the examples of the pages are read without a mistake`() throws {
        for type in [ExecPlugin.type, LogPlugin.type, UInputPlugin.type, WebhookPlugin.type] {
            let examples = try PluginPage.examples(type)
            #expect(!examples.isEmpty)
            for example in examples { #expect(try PluginPage.mistakes(in: example, type).isEmpty) }
        }
    }
}
