public import PluginAPI
package import ResponderKit
internal import Synchronization

/// Table of the objects in trace records, such as views, gestures and plugins, with their ids and names. Thread-safe,
/// but only the input thread adds entries.
public final class InternTable: Sendable {
    /// An object in trace records.
    public struct Entry: Sendable {
        public enum Kind: String, CaseIterable, Sendable {
            case application, window, view, controller, gesture, sequence, action, plugin, binding, other, device,
                screen
        }

        public let kind: Kind
        /// Id in the layout. Without an id: the class name, the device name or, for a binding, `plugin.handler`.
        public let name: String
        public let type: String
        /// Interned id of a view's superview, or of the view of a gesture or sequence; 0 if there is none.
        public let holder: InternedID
        /// The layout's binding; nil for other entries.
        public let binding: Binding?
    }

    private struct State {
        var former: [Entry] = []
        var entries: [Entry] = []
        var texts: [Text: InternedID] = [:]
        /// Receives each entry, for the names in a dump after a crash.
        var memory: DecisionMemory?
    }

    private struct Text: Hashable {
        let kind: Entry.Kind
        let text: String
    }

    private let state = Mutex(State())
    /// Serial number of the current generation of ids. The input thread changes it under the lock.
    private let generation = Atomic<InternedID>(0)

    /// Entries of a crashed process; empty for a table of this process.
    private let recovered: [InternedID: Entry]

    public init() { recovered = [:] }

    /// Creates a table with only the given entries.
    init(recovered entries: [InternedID: Entry]) { recovered = entries }

    /// Writes the entries of the current and previous generation, and all later entries, to `memory`. Nil stops
    /// writing.
    package func store(in memory: DecisionMemory?) {
        state.withLock { state in
            state.memory = memory
            let former = (current + Self.generations - 1) % Self.generations
            func store(_ entries: [Entry], _ generation: InternedID) {
                for (index, entry) in entries.enumerated() {
                    memory?.add(entry, generation << Self.indexBits | InternedID(index + 1))
                }
            }
            store(state.former, former)
            memory?.beginGeneration()
            store(state.entries, current)
        }
    }

    /// Returns the table of an application. Each application has only one table, because its objects store only one
    /// interned id.
    package static func shared(of application: Application) -> InternTable {
        if let table = application.internTable as? InternTable { return table }
        let table = InternTable()
        application.internTable = table
        return table
    }

    /// Number of low bits of an id that contain the index. The other bits contain the generation: an id from a former
    /// view tree matches no current object.
    private static let indexBits: Int32 = 17
    private static let generations: Int32 = 1 << 13
    /// Limit interned-names (limits.md, Internal bounds): maximum number of interned names of a layout.
    ///
    /// When the table is full, it starts the next generation.
    static let limit = 1 << 17 - 1

    /// Starts the next generation of ids, for example after a reload. Entries of the previous generation stay readable.
    func beginGeneration() { state.withLock { state in beginGeneration(&state) } }

    private func beginGeneration(_ state: inout State) {
        state.former = state.entries
        state.entries = []
        state.texts = [:]
        state.memory?.beginGeneration()
        generation.store((current + 1) % Self.generations, ordering: .relaxed)
    }

    private var current: InternedID { generation.load(ordering: .relaxed) }

    /// Entry with an id of the current or previous generation; nil if there is none.
    public subscript(id: InternedID) -> Entry? {
        guard id > 0 else { return nil }
        guard recovered.isEmpty else { return recovered[id] }
        let index = Int(id & (1 << Self.indexBits - 1)) - 1
        return state.withLock { state in
            switch id >> Self.indexBits {
            case current: state.entries.indices.contains(index) ? state.entries[index] : nil
            case (current + Self.generations - 1) % Self.generations:
                state.former.indices.contains(index) ? state.former[index] : nil
            default: nil
            }
        }
    }

    // MARK: Interning

    /// Whether an id belongs to the current generation.
    @inline(__always)
    package func isCurrent(_ id: InternedID) -> Bool { id > 0 && id >> Self.indexBits == current }

    private func add(_ entry: Entry) -> InternedID {
        state.withLock { state in
            if state.entries.count >= Self.limit { beginGeneration(&state) }
            state.entries.append(entry)
            let id = current << Self.indexBits | InternedID(state.entries.count)
            state.memory?.add(entry, id)
            return id
        }
    }

    package func id(of text: String, _ kind: Entry.Kind) -> InternedID {
        let key = Text(kind: kind, text: text)
        if let known = state.withLock({ $0.texts[key] }) { return known }
        let id = add(Entry(kind: kind, name: text, type: "", holder: 0, binding: nil))
        state.withLock { $0.texts[key] = id }
        return id
    }

    /// Returns the id of a plugin's or tree command's name.
    package func id(ofPlugin name: String) -> InternedID { id(of: name, .plugin) }

    package func add(_ binding: Binding) -> InternedID {
        add(Entry(kind: .binding, name: "\(binding.plugin).\(binding.handler)", type: "", holder: 0, binding: binding))
    }

    func add(_ responder: Responder) -> InternedID {
        let (kind, holder): (Entry.Kind, Responder?)
        switch responder {
        case let window as Window: (kind, holder) = (.window, window.next)
        case let view as View: (kind, holder) = (.view, view.superview)
        case let controller as ViewController: (kind, holder) = (.controller, controller.viewIfLoaded)
        case is Application: (kind, holder) = (.application, nil)
        default: (kind, holder) = (.other, nil)
        }
        let type = (responder as? View)?.layoutClass ?? "\(Swift.type(of: responder))"
        // A controller and its view refer to each other. Only entries of views have a holder, which prevents endless
        // recursion.
        let holderID = kind == .view ? id(of: holder) : 0
        return add(Entry(kind: kind, name: responder.layoutName, type: type, holder: holderID, binding: nil))
    }

    func add(_ gesture: GestureRecognizer) -> InternedID {
        let type = "\(Swift.type(of: gesture))"
        let holder = id(of: gesture.view)
        return add(Entry(kind: .gesture, name: gesture.layoutName, type: type, holder: holder, binding: nil))
    }

    /// Returns the id of a sequence. Interns the sequence on first use.
    package func id(of sequence: any TracedSequence) -> InternedID {
        if !isCurrent(sequence.internedID) {
            let holder = id(of: sequence.view)
            let entry = Entry(kind: .sequence, name: sequence.name, type: "Sequence", holder: holder, binding: nil)
            sequence.internedID = add(entry)
        }
        return sequence.internedID
    }

    /// Returns the id of a responder, or 0 for nil. Interns the responder on first use.
    @inline(__always)
    package func id(of responder: Responder?) -> InternedID {
        guard let responder else { return 0 }
        if !isCurrent(responder.internedID) { responder.internedID = add(responder) }
        return responder.internedID
    }

    /// Returns the id of a responder or recognizer; for other objects, the id of the class; for nil, 0.
    func id(of object: AnyObject?) -> InternedID {
        switch object {
        case nil: 0
        case let responder as Responder: id(of: responder)
        case let recognizer as GestureRecognizer: id(of: recognizer)
        case let other?: id(of: "\(type(of: other))", .other)
        }
    }

    /// Returns the id of a gesture. Interns the gesture on first use.
    @inline(__always)
    package func id(of gesture: GestureRecognizer) -> InternedID {
        if !isCurrent(gesture.internedID) { gesture.internedID = add(gesture) }
        return gesture.internedID
    }
}
