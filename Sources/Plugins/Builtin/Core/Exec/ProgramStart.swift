internal import CExec
internal import Glibc
internal import Platform
internal import PluginAPI

/// A started program with its descriptors, which the caller must close.
struct ProgramStart {
    var process: Int32
    var handle: Int32
    var output: Int32
    var errors: Int32
    let mark: tb_exec_mark

    /// Starts a program. `mark` identifies the program and all its descendants.
    init(
        _ path: String,
        arguments: [String],
        environment: [String],
        directory: String?,
        mark: tb_exec_mark
    ) throws(ServiceError) {
        self.mark = mark
        (output, errors, process, handle) = (-1, -1, -1, -1)
        var writers: (output: Int32, errors: Int32) = (-1, -1)
        defer {
            if writers.output >= 0 { close(writers.output) }
            if writers.errors >= 0 { close(writers.errors) }
        }
        var result = tb_exec_pipe(&output, &writers.output)
        if result == 0 { result = tb_exec_pipe(&errors, &writers.errors) }
        if result == 0 {
            let (output, errors) = writers
            result = Self.withTexts(arguments) { arguments in
                Self.withTexts(environment) { environment in
                    Self.start(path, arguments, environment, directory, output, errors, mark)
                }
            }
        }
        if result >= 0 {
            process = result
            result = tb_exec_open(process)
        }
        if result >= 0 {
            handle = result
            return
        }
        closeAll()
        throw ServiceError(Self.explain(-result, path, directory))
    }

    private func closeAll() {
        if output >= 0 { close(output) }
        if errors >= 0 { close(errors) }
        guard process > 0 else { return }
        ProcessReaper.end([process])
        _ = tb_exec_end(mark)
    }

    private typealias Texts = UnsafePointer<UnsafeMutablePointer<CChar>?>

    private static func start(
        _ path: String,
        _ arguments: Texts,
        _ environment: Texts,
        _ directory: String?,
        _ output: Int32,
        _ errors: Int32,
        _ mark: tb_exec_mark
    ) -> Int32 {
        path.withCString { path in
            func start(_ directory: UnsafePointer<CChar>?) -> Int32 {
                var plan = tb_exec_plan(
                    path: path,
                    arguments: arguments,
                    environment: environment,
                    directory: directory,
                    input: -1,
                    output: output,
                    errors: errors,
                    mark: mark
                )
                return tb_exec_start(&plan)
            }
            guard let directory else { return start(nil) }
            return directory.withCString { start($0) }
        }
    }

    private static func withTexts<Result>(_ texts: [String], _ body: (Texts) -> Result) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeBufferPointer { body($0.baseAddress!) }
    }

    private static func explain(_ error: Int32, _ path: String, _ directory: String?) -> String {
        let reason = String(cString: strerror(error))
        if let directory, access(directory, X_OK) != 0 {
            return "cannot use the working directory '\(directory)': \(reason)"
        }
        switch error {
        case ENOEXEC:
            return "'\(path)' is neither a script with a first line such as #!/bin/sh nor a program for this CPU"
        case ENOENT where access(path, F_OK) == 0:
            return "the interpreter of '\(path)' (its #! line) does not exist; correct this line"
        case E2BIG: return "'\(path)' was not started: its arguments and environment are too long"
        default: return "'\(path)' was not started: \(reason)"
        }
    }
}
