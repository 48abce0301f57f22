import Testing
import YAML

@Suite struct YAMLReaderTests {
    @Test func `a text is read event by event`() throws {
        let reader = YAMLReader(Array("a: [1, &x 2]\nb: *x\n".utf8), file: "f")
        var steps: [YAMLEvent] = []
        while let step = try reader.next() { steps.append(step) }
        #expect(
            steps == [
                .documentStart, .mappingStart(), .scalar(Scalar("a")), .sequenceStart(), .scalar(Scalar("1")),
                .scalar(Scalar("2"), anchor: "x"), .sequenceEnd, .scalar(Scalar("b")), .alias("x"), .mappingEnd,
                .documentEnd,
            ]
        )
        #expect(try reader.next() == nil)
    }

    @Test func `a whole value can be skipped`() throws {
        let reader = YAMLReader(Array("[{a: [1, 2]}, b]".utf8), file: "f")
        while let step = try reader.next(), step != .mappingStart() {}
        try reader.skip(.mappingStart())
        #expect(try reader.next() == .scalar(Scalar("b")))
        #expect(reader.mark == Mark(line: 1, column: 15))
    }

    @Test func `an endless list is read, and a late error still shows its line`() throws {
        var produced = 0
        let item = Array("- [1, 2, 3, 4, 5]\n".utf8)
        let reader = YAMLReader(file: "f") { buffer in
            guard produced < 20_000 else { return 0 }
            let text = produced == 19_999 ? Array("- }\n".utf8) : item
            produced += 1
            buffer.copyBytes(from: text)
            return text.count
        }
        var count = 0
        let error = try #require(throws: YAMLError.self) {
            while let step = try reader.next() { count += step == .sequenceStart() ? 1 : 0 }
        }
        #expect(count == 20_000)
        #expect(error.mark.line == 20_000)
        #expect(error.line == "- }")
        #expect(try reader.next() == nil)
    }

    @Test func `a single endless value is rejected`() throws {
        let reader = YAMLReader(file: "f") { buffer in
            for index in buffer.indices { buffer[index] = 0x61 }
            return buffer.count
        }
        let error = try #require(throws: YAMLError.self) { while try reader.next() != nil {} }
        #expect(error.message.hasPrefix("this value is larger than 8 MiB"))
    }

    @Test func `a failing source ends the reading with an error`() throws {
        let reader = YAMLReader(file: "f") { _ in -1 }
        #expect(
            try #require(throws: YAMLError.self) { try reader.next() }.message == "the file cannot be read completely"
        )
    }
}
