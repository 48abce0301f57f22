import Foundation
import Testing

/// Replays the fuzzer's corpus and its earlier findings; none may violate an invariant.
struct ReplayTests {
    struct Input: CustomTestStringConvertible, Sendable {
        let target: Target
        let path: String
        var testDescription: String { path.split(separator: "/").suffix(3).joined(separator: "/") }
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../corpus")
        .standardizedFileURL.path

    /// Returns all corpus files of a target.
    static func inputs(_ target: Target) -> [Input] {
        let folder = "\(folder)/\(target.rawValue)"
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.sorted().map { Input(target: target, path: "\(folder)/\($0)") }.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    @Test(arguments: Target.allCases)
    func `there is something to begin with`(_ target: Target) {
        #expect(Self.inputs(target).count > 3)
    }

    @Test(arguments: Target.allCases.flatMap(inputs))
    func `an input does no harm`(_ input: Input) throws {
        let bytes = try Data(contentsOf: URL(filePath: input.path))
        #expect(bytes.count <= 64 * 1024, "an input of the corpus is larger than 64 KiB")
        input.target.run([UInt8](bytes))
    }

    @Test(arguments: Target.allCases)
    func `nothing is an input, too`(_ target: Target) { target.run([]) }
}
