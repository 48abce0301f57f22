import BuiltinPlugins
import PluginAPI
import Testing

struct `Pages of the built-in plugins` {
    @Test(arguments: BuiltinPlugins.all.map(\.name)) func `every key is documented on the plugin's page`(name: String)
        throws
    {
        let type = try #require(BuiltinPlugins.all.first { $0.name == name })
        let missing = try PluginPage.missingRows(type)
        #expect(missing.isEmpty, "\(missing.joined(separator: "\n"))")
    }

    @Test(arguments: BuiltinPlugins.all.map(\.name)) func `the examples on the page are valid`(
        name: String
    ) throws {
        let type = try #require(BuiltinPlugins.all.first { $0.name == name })
        let examples = try PluginPage.examples(type)
        #expect(!examples.isEmpty)
        for example in examples { #expect(try PluginPage.mistakes(in: example, type) == []) }
    }

    @Test func `plugins are listed by name, without duplicates`() {
        let names = BuiltinPlugins.all.map(\.name)
        #expect(names == Set(names).sorted())
    }
}
