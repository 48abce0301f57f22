extension Int {
    /// The smallest power of two that is at least this number; 1 for numbers below 1.
    package var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
