internal import Contacts
internal import Schema
internal import YAML

extension Setting where Value == TouchAccommodations {
    /// Accepts the keys of `accommodations:`.
    static var accommodations: Setting {
        Setting.table(TouchAccommodations.table).then { accommodations, node, reading in
            if let delay = node["gestureDelay"], accommodations.tapAssistance == .off, node["tapAssistance"] == nil {
                reading.error(
                    "'gestureDelay' has no effect without 'tapAssistance'; add 'tapAssistance: initial', or remove it",
                    .missingKey,
                    at: delay
                )
            }
            if let delay = node["gestureDelay"], accommodations.gestureDelay == 0, accommodations.tapAssistance != .off
            {
                reading.warning(
                    "'gestureDelay: 0s' switches 'tapAssistance' off; write a time such as 500ms, or remove 'tapAssistance'",
                    .conflict,
                    at: delay.mark
                )
            }
            guard !accommodations.hasEffect, !reading.hasErrors else { return }
            reading.warning(
                "these accommodations have no effect; add 'holdDuration', 'ignoreRepeat', 'tapAssistance' or "
                    + "'minimumMovement'",
                .missingKey,
                at: node.mark
            )
        }
    }
}
