import ResponderKit

/// A view that prints its touches and passes them on by calling super.
final class TalkingView: View {
    override func touchesBegan(_ touches: TouchSet, with event: Event?) {
        for touch in touches { print("\(identifier ?? "?") began at \(touch.location(in: self))") }
        super.touchesBegan(touches, with: event)
    }

    override func touchesCancelled(_ touches: TouchSet, with event: Event?) {
        print("\(identifier ?? "?") cancelled")
        super.touchesCancelled(touches, with: event)
    }
}

let application = Application()
let window = Window(frame: Rect(x: 0, y: 0, width: 400, height: 300), application: application)
let panel = TalkingView(frame: Rect(x: 50, y: 50, width: 300, height: 200))
let card = TalkingView(frame: Rect(x: 100, y: 50, width: 100, height: 100))
panel.identifier = "panel"
card.identifier = "card"
window.makeKeyAndVisible()
window.addSubview(panel)
panel.addSubview(card)

let press = LongPressGestureRecognizer()
press.addAction { print("long press \($0.state) at \($0.location(in: card))") }
card.addGestureRecognizer(press)

// A finger touches, rests for a second and lifts. The host supplies the times.
application.send(TouchFrame(time: 0, [TouchSample(1, .began, at: Point(x: 200, y: 150))]))
print("the tree wants to be woken at \(application.nextDeadline ?? 0) µs")
application.advance(to: 1_000_000)
application.send(TouchFrame(time: 1_000_000, [TouchSample(1, .ended, at: Point(x: 200, y: 150))]))
