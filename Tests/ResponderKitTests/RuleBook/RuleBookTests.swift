import Testing

@Suite struct RuleBookTests {
    private let table = RuleTable(below: Files.project + "/Tests")
    private let book = RuleTable.book(below: Files.project + "/docs/reference/behaviours")

    @Test func `the rule book contains each rule once`() {
        #expect(book.count == 343)
        #expect(Set(book).count == book.count)
    }

    @Test func `every rule is proved by a test`() {
        let missing = book.filter { table.proofs[$0] == nil }
        #expect(missing.isEmpty, "no test names \(missing.joined(separator: ", "))")
    }

    @Test func `no test names an unknown rule`() {
        let unknown = table.proofs.keys.filter { !book.contains($0) }.sorted()
        #expect(unknown.isEmpty, "not in the book: \(unknown)")
    }

    @Test(arguments: ["Sources", "Tests"])
    func `every rule cited in a comment or a test name is in the book`(_ folder: String) {
        let subjects = Set(book.map { String($0.prefix { $0.isUppercase }) })
        let cited = Citations(below: "\(Files.project)/\(folder)", subjects: subjects).locations
        #expect(cited.count > 50)
        for (rule, locations) in cited.sorted(by: { $0.key < $1.key }) where !book.contains(rule) {
            Issue.record("\(rule) is not in the book: \(locations.joined(separator: ", "))")
        }
    }

    @Test func `every rule trait precedes a test`() {
        #expect(table.strays.isEmpty, "\(table.strays)")
    }
}
