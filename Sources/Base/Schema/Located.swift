public import YAML

/// A value and its source location.
@dynamicMemberLookup
public struct Located<Value: Sendable>: Sendable {
    public var value: Value
    public var mark: Mark

    public init(_ value: Value, at mark: Mark) {
        self.value = value
        self.mark = mark
    }

    public subscript<Member>(dynamicMember member: KeyPath<Value, Member>) -> Member { value[keyPath: member] }
}

/// A value with a user-defined name and the source location of the name.
public struct Named<Value: Sendable>: Sendable {
    public var name: String
    public var value: Value
    public var mark: Mark

    public init(_ name: String, _ value: Value, at mark: Mark) {
        self.name = name
        self.value = value
        self.mark = mark
    }
}
