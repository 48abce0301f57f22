import Testing

@Suite struct RuleBookTests {
    private let table = RuleTable(below: Files.project + "/Tests")
    private let book = RuleTable.book(below: Files.project + "/docs/reference/behaviours")

    @Test func `the book holds every rule once`() {
        #expect(book.count == 329)
        #expect(Set(book).count == book.count)
    }

    @Test func `every rule of the book is proved by a test`() {
        let missing = book.filter { table.proofs[$0] == nil }
        #expect(missing.isEmpty, "no test names \(missing.joined(separator: ", "))")
    }

    @Test func `no test names a rule that the book does not hold`() {
        let unknown = table.proofs.keys.filter { !book.contains($0) }.sorted()
        #expect(unknown.isEmpty, "not in the book: \(unknown)")
    }

    @Test(arguments: ["Sources", "Tests"])
    func `every rule that a comment or the name of a test cites is in the book`(_ folder: String) {
        let subjects = Set(book.map { String($0.prefix { $0.isUppercase }) })
        let cited = Citations(below: "\(Files.project)/\(folder)", subjects: subjects).locations
        #expect(cited.count > 50)
        for (rule, locations) in cited.sorted(by: { $0.key < $1.key }) where !book.contains(rule) {
            Issue.record("\(rule) is not in the book: \(locations.joined(separator: ", "))")
        }
    }

    @Test func `every rule that is named stands before a test`() {
        #expect(table.strays.isEmpty, "\(table.strays)")
    }
}
