import Dimmer
import ResponderKit
import TouchbridgeTestKit

// `TestStage` is made for tests, but a program can use it, too: touch scripts replace real touches.
let stage = TestStage(width: 200, height: 400)
let dimmer = Dimmer(frame: Rect(x: 0, y: 0, width: 200, height: 400))
stage.window.addSubview(dimmer)

let scripts = [
    "tap 1 100,200",
    "down 1 100,300; move 1 100,240 over 160ms; up 1",
    "down 1 100,200; wait 600ms; up 1",
]
for script in scripts {
    try stage.play(script.split(separator: "; ").joined(separator: "\n"))
    print("\(stage.clock.now / 1000) ms: \(dimmer.isOn ? "on" : "off"), level \(dimmer.level)")
}

do {
    try stage.play("down 1 100,200\ndown 1 100,300")
} catch {
    print(error)
}
