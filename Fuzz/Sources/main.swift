internal import Glibc

@_silgen_name("LLVMFuzzerRunDriver")
private func fuzz(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// Target named by the environment variable TOUCHBRIDGE_FUZZ; libFuzzer parses the command line.
private let target: Target = {
    if let name = getenv("TOUCHBRIDGE_FUZZ"), let target = Target(rawValue: String(cString: name)) { return target }
    fatalError("TOUCHBRIDGE_FUZZ is to name one of \(Target.allCases.map(\.rawValue).joined(separator: ", "))")
}()

_ = target
var (count, arguments) = (CommandLine.argc, CommandLine.unsafeArgv)
exit(
    fuzz(&count, &arguments) { start, count in
        target.run(Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
    }
)
