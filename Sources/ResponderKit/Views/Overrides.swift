/// Tells which classes override the hit-testing methods, so that all others can be searched without calling them.
///
/// Swift keeps a class's overridable methods as a table of addresses in its metadata. Two private probes, each of
/// which overrides one method, show where in the table the two methods are. Should the table ever look different from
/// what is expected, every class but `View` itself counts as overriding: slower, never wrong.
enum Overrides {
    /// Whether the view's class has its own `hitTest` or `point(inside:)`.
    static func hitTesting(of view: View) -> Bool {
        let own: AnyClass = type(of: view)
        guard own != View.self else { return false }
        guard let places else { return true }
        let (table, base) = (words(of: own), words(of: View.self))
        return table[places.hitTest] != base[places.hitTest] || table[places.pointInside] != base[places.pointInside]
    }

    private static let places: (hitTest: Int, pointInside: Int)? = {
        let hitTest = differences(HitTestProbe.self).subtracting(differences(PointInsideProbe.self))
        let pointInside = differences(PointInsideProbe.self).subtracting(differences(HitTestProbe.self))
        guard hitTest.count == 1, pointInside.count == 1, differences(PlainProbe.self).isDisjoint(with: hitTest),
            differences(PlainProbe.self).isDisjoint(with: pointInside)
        else { return nil }
        return (hitTest.first!, pointInside.first!)
    }()

    /// The places at which a direct subclass's table differs from the table of `View`.
    private static func differences(_ probe: AnyClass) -> Set<Int> {
        let (own, base) = (words(of: probe), words(of: View.self))
        return Set((headerWords..<wordCount(of: View.self)).filter { own[$0] != base[$0] })
    }

    /// Kind, superclass, flags, size of instances, size of the metadata, descriptor: not part of the table.
    private static let headerWords = 6

    private static func words(of type: AnyClass) -> UnsafePointer<UInt> {
        UnsafePointer(OpaquePointer(unsafeBitCast(type, to: UnsafeRawPointer.self)))
    }

    /// The words from the address of the metadata to its end, from the class's own record of its size.
    private static func wordCount(of type: AnyClass) -> Int {
        let metadata = UnsafeRawPointer(words(of: type))
        let size = Int(metadata.load(fromByteOffset: 32, as: UInt32.self))
        let addressPoint = Int(metadata.load(fromByteOffset: 36, as: UInt32.self))
        return max(headerWords, min(size - addressPoint, 4096) / MemoryLayout<UInt>.size)
    }

    private final class HitTestProbe: View {
        override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
    }

    private final class PointInsideProbe: View {
        override func point(inside point: Point, with event: Event?) -> Bool { false }
    }

    private final class PlainProbe: View {
        var extra = 0
    }
}
