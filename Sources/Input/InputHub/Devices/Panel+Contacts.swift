public import Contacts

extension Panel {
    /// The contacts on the panel with their slots, including rejected contacts, in units of the panel.
    public var contacts: [ContactChange] { assembler.contacts }
}
