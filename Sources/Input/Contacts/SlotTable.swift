internal import InputEvents

/// An element for each slot, in memory of its own.
///
/// To read one element of an `InlineArray` in a noncopyable struct, the compiler copies all of them, and to ask the
/// struct something, all of the struct.
struct SlotTable<Element: BitwiseCopyable>: ~Copyable {
    private let elements: UnsafeMutablePointer<Element>

    init(repeating element: Element) {
        elements = .allocate(capacity: PanelProtocol.slotLimit)
        elements.initialize(repeating: element, count: PanelProtocol.slotLimit)
    }

    deinit { elements.deallocate() }

    var indices: Range<Int> { 0..<PanelProtocol.slotLimit }

    subscript(slot: Int) -> Element {
        @inline(__always) unsafeAddress { UnsafePointer(address(of: slot)) }
        @inline(__always) unsafeMutableAddress { address(of: slot) }
    }

    mutating func swapAt(_ slot: Int, _ other: Int) { swap(&elements[slot], &elements[other]) }

    @inline(__always) private func address(of slot: Int) -> UnsafeMutablePointer<Element> {
        precondition(indices.contains(slot))
        return elements + slot
    }
}
