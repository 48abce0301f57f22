internal import Glibc
internal import Platform
internal import PluginAPI

/// Checks that a file is a shared object for this machine, before its code is executed.
enum ObjectFile {
    static func check(_ path: String) throws(ServiceError) {
        // Without O_NONBLOCK, opening a FIFO that has no writer would block.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw ServiceError("\(path) cannot be opened: \(String(cString: strerror(errno)))") }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ServiceError("\(path) is not a regular file; specify a shared object")
        }
        var header = [UInt8](repeating: 0, count: 20)
        let count = read(file, &header, header.count)
        guard count == header.count, header.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else {
            throw ServiceError("\(path) is not a shared object: it has no ELF header")
        }
        let isLittle = header[5] == 1
        func number(_ offset: Int) -> Int {
            let (first, second) = (Int(header[offset]), Int(header[offset + 1]))
            return isLittle ? first | second << 8 : first << 8 | second
        }
        let found = machine(number(18), bits: header[4] == 2 ? 64 : 32)
        guard found == own else {
            throw ServiceError("\(path) was built for \(found), but this machine is \(own); build it for this machine")
        }
        guard number(16) == 3 else {
            throw ServiceError("\(path) is an ELF file but not a shared object; link it with -shared")
        }
    }

    private static func machine(_ number: Int, bits: Int) -> String {
        switch number {
        case 3: "x86 (32 bit)"
        case 40: "ARM (32 bit)"
        case 62: bits == 64 ? "x86-64" : "x86-64 with 32-bit pointers"
        case 183: "ARM (64 bit)"
        case 243: "RISC-V (\(bits) bit)"
        default: "the ELF machine \(number)"
        }
    }

    private static var own: String {
        #if arch(x86_64)
        machine(62, bits: 64)
        #elseif arch(arm64)
        machine(183, bits: 64)
        #elseif arch(arm)
        machine(40, bits: 32)
        #elseif arch(riscv64)
        machine(243, bits: 64)
        #else
        #error("add the ELF machine number (e_machine) of this architecture")
        #endif
    }
}
