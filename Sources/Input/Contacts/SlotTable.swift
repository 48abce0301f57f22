internal import InputEvents

/// Table with one element per slot, in allocated memory.
///
/// Used instead of `InlineArray`, which causes copies in a noncopyable struct. Reading one element copies all elements;
/// calling a method copies the struct.
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
