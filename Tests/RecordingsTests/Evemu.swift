import Glibc
import InputEvents

/// A file parsed by libevemu, the library of evemu-play and evemu-device. Loads the library at run time.
final class Evemu {
    private typealias Pointer = UnsafeMutableRawPointer
    private let library: Pointer
    private let device: Pointer
    private let file: UnsafeMutablePointer<FILE>

    /// Returns nil if libevemu is not installed or rejects the file.
    init?(reading path: String) {
        guard let library = dlopen("libevemu.so.3", RTLD_NOW), let file = fopen(path, "r"),
            let new = dlsym(library, "evemu_new"), let read = dlsym(library, "evemu_read")
        else { return nil }
        self.library = library
        self.file = file
        typealias New = @convention(c) (UnsafePointer<CChar>?) -> Pointer?
        typealias Read = @convention(c) (Pointer, UnsafeMutablePointer<FILE>) -> Int32
        guard let device = unsafeBitCast(new, to: New.self)(nil) else { return nil }
        self.device = device
        guard unsafeBitCast(read, to: Read.self)(device, file) > 0 else { return nil }
    }

    deinit {
        typealias Delete = @convention(c) (Pointer) -> Void
        function("evemu_delete", Delete.self)(device)
        fclose(file)
    }

    var name: String {
        typealias Name = @convention(c) (Pointer) -> UnsafePointer<CChar>
        return String(cString: function("evemu_get_name", Name.self)(device))
    }

    func has(_ type: UInt16, _ code: UInt16) -> Bool {
        typealias Has = @convention(c) (Pointer, Int32, Int32) -> Int32
        return function("evemu_has_event", Has.self)(device, Int32(type), Int32(code)) != 0
    }

    func range(_ axis: Axis) -> AxisRange {
        typealias Get = @convention(c) (Pointer, Int32) -> Int32
        func get(_ what: String) -> Int32 { function("evemu_get_abs_\(what)", Get.self)(device, Int32(axis.rawValue)) }
        return AxisRange(
            minimum: get("minimum"),
            maximum: get("maximum"),
            fuzz: get("fuzz"),
            flat: get("flat"),
            resolution: get("resolution")
        )
    }

    func events() -> [RawEvent] {
        typealias Read = @convention(c) (UnsafeMutablePointer<FILE>, Pointer) -> Int32
        let read = function("evemu_read_event", Read.self)
        // The kernel's `input_event`: two 64-bit time fields, two 16-bit fields and one 32-bit field.
        let raw = UnsafeMutableRawPointer.allocate(byteCount: 24, alignment: 8)
        defer { raw.deallocate() }
        var events: [RawEvent] = []
        while read(file, raw) > 0 {
            let time = raw.load(as: Int64.self) * 1_000_000 + raw.load(fromByteOffset: 8, as: Int64.self)
            let type = EventType(rawValue: raw.load(fromByteOffset: 16, as: UInt16.self))
            let code = raw.load(fromByteOffset: 18, as: UInt16.self)
            let value = raw.load(fromByteOffset: 20, as: Int32.self)
            events.append(RawEvent(time: time, type: type, code: code, value: value))
        }
        return events
    }

    private func function<Function>(_ name: String, _ type: Function.Type) -> Function {
        unsafeBitCast(dlsym(library, name)!, to: type)
    }
}
