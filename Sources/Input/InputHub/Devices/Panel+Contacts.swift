public import Contacts

extension Panel {
    /// The slots with a contact, including rejected contacts, in units of the panel.
    public var contacts: [ContactChange] { assembler.contacts }
}
