/// An ordered set of touches with the interface of `Set`. In sets for responders, touches are in touch-down order.
///
/// A copy-on-write value: passing a set does not allocate memory, and changes of a copy do not affect other copies.
public struct TouchSet {
    @usableFromInline var elements: [Touch]

    init(elements: [Touch]) { self.elements = elements }

    /// Creates an empty set.
    public init() { elements = [] }

    /// Creates a set from a sequence in its order, without duplicates.
    public init(_ touches: some Sequence<Touch>) {
        elements = []
        for touch in touches { insert(touch) }
    }

    /// Returns whether the touch is a member.
    public func contains(_ touch: Touch) -> Bool { elements.contains { $0 === touch } }

    /// Adds the touch if it is not yet a member.
    @discardableResult
    public mutating func insert(_ touch: Touch) -> (inserted: Bool, memberAfterInsert: Touch) {
        if contains(touch) { return (false, touch) }
        elements.append(touch)
        return (true, touch)
    }

    /// Removes the touch and returns it; returns nil if it is not a member.
    @discardableResult
    public mutating func remove(_ touch: Touch) -> Touch? {
        guard let index = elements.firstIndex(where: { $0 === touch }) else { return nil }
        return elements.remove(at: index)
    }

    /// Returns the members that are in at least one of the two sets.
    public func union(_ other: TouchSet) -> TouchSet {
        var result = self
        for touch in other { result.insert(touch) }
        return result
    }

    /// Returns the members that are in both sets.
    public func intersection(_ other: TouchSet) -> TouchSet { filter(other.contains) }

    /// Returns the members that are not in the other set.
    public func subtracting(_ other: TouchSet) -> TouchSet { filter { !other.contains($0) } }

    /// Returns whether every member is also in the other set.
    public func isSubset(of other: TouchSet) -> Bool { elements.allSatisfy(other.contains) }

    /// Returns the members that satisfy the condition.
    public func filter(_ isIncluded: (Touch) throws -> Bool) rethrows -> TouchSet {
        TouchSet(elements: try elements.filter(isIncluded))
    }
}

extension TouchSet {
    /// The members as an array, for faster iteration in other modules.
    @inlinable package var members: [Touch] { elements }
}

extension TouchSet: Collection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { elements.count }
    public func index(after index: Int) -> Int { index + 1 }
    public subscript(index: Int) -> Touch { elements[index] }
}

extension TouchSet: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: Touch...) { self.init(elements) }
}

extension TouchSet: Hashable {
    public static func == (left: TouchSet, right: TouchSet) -> Bool {
        left.count == right.count && left.isSubset(of: right)
    }

    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for touch in elements { sum &+= ObjectIdentifier(touch).hashValue }
        hasher.combine(sum)
    }
}
