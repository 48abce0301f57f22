internal import InputEvents
internal import ResponderKit

/// Effect of a key in the application.
enum KeyMeaning: Equatable {
    /// A press: an arrow, select or menu button, or any other key.
    case press(Press.PressType)
    /// A remote-control command, sent when the key goes down (RC1).
    case command(Event.EventSubtype)
    /// A remote-control command that lasts while the key is down.
    case seeking(begin: Event.EventSubtype, end: Event.EventSubtype)
    /// The single button of a headset; its click pattern selects a command (RC2).
    case headset

    /// Maps the kernel's `KEY_` constants with special meanings; all other keys are keyboard presses.
    init(_ key: KeyCode) {
        self =
            switch key.rawValue {
            case 103: .press(.upArrow)
            case 108: .press(.downArrow)
            case 105: .press(.leftArrow)
            case 106: .press(.rightArrow)
            case 28, 0x160, 0x161: .press(.select)  // KEY_ENTER, KEY_OK, KEY_SELECT
            case 1, 139, 158: .press(.menu)  // KEY_ESC, KEY_MENU, KEY_BACK
            case 104: .press(.pageUp)
            case 109: .press(.pageDown)
            case 164: .command(.remoteControlTogglePlayPause)
            case 200, 207: .command(.remoteControlPlay)  // KEY_PLAYCD, KEY_PLAY
            case 119, 201: .command(.remoteControlPause)  // KEY_PAUSE, KEY_PAUSECD
            case 128, 166: .command(.remoteControlStop)  // KEY_STOP, KEY_STOPCD
            case 163: .command(.remoteControlNextTrack)
            case 165: .command(.remoteControlPreviousTrack)
            case 208: .seeking(begin: .remoteControlBeginSeekingForward, end: .remoteControlEndSeekingForward)
            case 168: .seeking(begin: .remoteControlBeginSeekingBackward, end: .remoteControlEndSeekingBackward)
            case 226: .headset  // KEY_MEDIA
            default: .press(.keyboard)
            }
    }
}
