/// A value in heap storage. A box allows a type to contain a value of the same type.
@dynamicMemberLookup
public struct Boxed<Value: Sendable>: Sendable {
    private var values: [Value]

    public init(_ value: Value) { values = [value] }

    public var value: Value { values[0] }

    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}
