import Glibc
import Report

let usage = """
    Benchmarks NAME…                prints sections to dig in: \(Sections.digging.map(\.name).joined(separator: " "))
                                    or of the table: \(Sections.rows.map(\.name).joined(separator: " "))
    Benchmarks rows FILE [NAME…]    appends rows of the table to FILE
    Benchmarks table FILE           prints the table of a file's rows
    Benchmarks page FILE MACHINE PICTURE
                                    prints the page of a file's rows, and writes the picture of their growth;
                                    a line of MACHINE is a name, a tabulator, a value
    """
let arguments = Array(CommandLine.arguments.dropFirst())
do {
    switch arguments.first {
    case "rows" where arguments.count >= 2: try Sections.measure(Array(arguments[2...]), into: arguments[1])
    case "table" where arguments.count == 2: print(Report(rows: try ReportFiles.rows(arguments[1])).table)
    case "page" where arguments.count == 4:
        try ReportFiles.page(rows: arguments[1], machine: arguments[2], picture: arguments[3])
    case "clients" where arguments.count == 3: try StreamClients.serve(arguments[1], arguments[2])
    case "rows", "table", "page", nil: print(usage)
    default: try Sections.show(arguments)
    }
} catch {
    print("\(error)")
    exit(1)
}
