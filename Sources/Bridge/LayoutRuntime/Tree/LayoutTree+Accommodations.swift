internal import HandlerEvents
internal import LayoutFile
internal import LayoutPlans
internal import Platform

/// Executes the tree command `tree.accommodate`: switches the touch accommodations of screens on or off.
extension LayoutTree {
    /// Switches the accommodations of the screens in a command, or of all screens if the command names none.
    func accommodate(_ change: AccommodationSwitch, _ command: TreeCommandCall, _ event: HandlerEvent) {
        if command.targets.isEmpty {
            for index in screens.indices where screens[index].layout.accommodatesAtStart != nil {
                accommodate(index, change, command, event)
            }
        }
        for number in command.targets.indices {
            let name = command.id(of: number, event)
            let index = screens.firstIndex { $0.name == name && $0.layout.accommodatesAtStart != nil }
            if let index {
                accommodate(index, change, command, event)
            } else {
                if let recorder = maker.context.recorder {
                    command.record(by: recorder, for: event.event, onScreen: nil, isEnabled: false)
                }
                let reason = "there is no screen '\(name.excerpt())' with 'accommodations'"
                maker.context.treeCommands?.complain(.warning, command.binding, event, reason)
            }
        }
    }

    private func accommodate(
        _ index: Int,
        _ change: AccommodationSwitch,
        _ command: TreeCommandCall,
        _ event: HandlerEvent
    ) {
        accommodates[index] = change.state(after: accommodates[index], event)
        accommodationsDidChange(index)
        guard let recorder = maker.context.recorder else { return }
        command.record(by: recorder, for: event.event, onScreen: screens[index].name, isEnabled: accommodates[index])
    }
}
