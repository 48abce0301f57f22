import Geometry
import TestSupport

/// Random geometry on a coarse grid; sums and products of coordinates are exact.
struct Samples {
    private var generator: SplitMix64

    init(seed: UInt64) {
        generator = SplitMix64(seed: seed)
    }

    /// Returns a multiple of 0.5 from -8 to 8, so edges and points often coincide.
    mutating func coordinate() -> Double {
        Double(Int.random(in: -16...16, using: &generator)) / 2
    }

    mutating func point() -> Point {
        Point(x: coordinate(), y: coordinate())
    }

    /// Returns a rect whose extents can be zero or negative.
    mutating func rect() -> Rect {
        Rect(x: coordinate(), y: coordinate(), width: coordinate(), height: coordinate())
    }

    mutating func transform() -> AffineTransform {
        AffineTransform(
            a: coordinate(),
            b: coordinate(),
            c: coordinate(),
            d: coordinate(),
            tx: coordinate(),
            ty: coordinate()
        )
    }
}
