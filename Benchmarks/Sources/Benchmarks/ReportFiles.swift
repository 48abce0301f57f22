import Glibc
import Report

/// Reads and writes measurement files, and generates the report page from them.
enum ReportFiles {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func append(_ lines: [String], to path: String) throws {
        guard let file = fopen(path, "a") else { throw Failure(description: "\(path) cannot be written to") }
        defer { fclose(file) }
        for line in lines { fputs(line + "\n", file) }
    }

    static func rows(_ path: String) throws -> [Row] {
        try records(path).compactMap { if case .row(let row) = $0 { row } else { nil } }
    }

    private static func records(_ path: String) throws -> [Record] {
        try lines(path).map { try Record(line: $0) }
    }

    /// Prints the page. If there are points to draw, also writes the plot to the file `picture`.
    static func page(rows path: String, machine: String, picture: String) throws {
        let facts = try lines(machine).map { line in
            let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return (name: parts[0], value: parts.count > 1 ? parts[1] : "")
        }
        let records = try records(path)
        let rows = records.compactMap { if case .row(let row) = $0 { row } else { nil } }
        let points = records.compactMap { if case .point(let point) = $0 { point } else { nil } }
        let name = picture.split(separator: "/").last.map(String.init) ?? picture
        if !points.isEmpty {
            guard let file = fopen(picture, "w") else { throw Failure(description: "\(picture) cannot be written") }
            fputs(ScalePlot(Scale.charts, points).picture(), file)
            fclose(file)
        }
        print(Report(machine: facts, rows: rows).page(picture: points.isEmpty ? nil : name), terminator: "")
    }

    static func lines(_ path: String) throws -> [String] {
        guard let file = fopen(path, "r") else { throw Failure(description: "\(path) cannot be read") }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
