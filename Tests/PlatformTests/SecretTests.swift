import Foundation
import Platform
import PluginAPI
import TestTraits
import Testing

struct SecretTests {
    @Test(.atLimit("secret-bytes"), .pastLimit("secret-bytes"))
    func `a secret can have 64 KiB, and a larger file is rejected`() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "secret-\(UUID())").path
        defer { unlink(path) }
        func read(_ count: Int) throws -> Int {
            try String(repeating: "x", count: count).write(toFile: path, atomically: false, encoding: .utf8)
            return try Secret(.file(path)).read().utf8.count
        }
        #expect(try read(65_536) == 65_536)
        let error = #expect(throws: ServiceError.self) { try read(65_537) }
        #expect(error?.message == "\(path) is too large for a secret; it must contain only the secret")
    }
}
