import ResponderKit
import TestTraits
import Testing

@Suite struct RemoteControlTests {
    private let stage = Stage()

    @Test(
        .rule("RC1"),
        arguments: [
            Event.EventSubtype.remoteControlPlay, .remoteControlPause, .remoteControlStop,
            .remoteControlTogglePlayPause, .remoteControlNextTrack, .remoteControlPreviousTrack,
            .remoteControlBeginSeekingBackward, .remoteControlEndSeekingBackward,
            .remoteControlBeginSeekingForward, .remoteControlEndSeekingForward,
        ]
    )
    func `each of the ten commands has its subtype`(command: Event.EventSubtype) {
        stage.application.beginReceivingRemoteControlEvents()
        let view = stage.listener("view", isFirst: true)
        var events: [Event?] = []
        view.ear.onHear = { events.append($1) }
        stage.remote(command, at: 2000)
        #expect(events.map { $0?.type } == [.remoteControl])
        #expect(events.map { $0?.subtype } == [command])
        #expect(events.map { $0?.timestamp } == [2])
        #expect(events.map { $0?.allTouches == nil } == [true])
        #expect(Event.EventSubtype.allCases.filter { "\($0)".hasPrefix("remoteControl") }.count == 10)
    }

    @Test(.rule("RC3")) func `events are delivered only between beginReceiving and endReceiving`() {
        _ = stage.listener("view", isFirst: true)
        #expect(!stage.application.isReceivingRemoteControlEvents)
        stage.remote(.remoteControlPlay)
        #expect(stage.recorder.take() == [])
        stage.application.beginReceivingRemoteControlEvents()
        #expect(stage.application.isReceivingRemoteControlEvents)
        stage.remote(.remoteControlPlay)
        #expect(stage.recorder.take() == ["view remoteControlReceived"])
        stage.application.endReceivingRemoteControlEvents()
        stage.remote(.remoteControlPlay)
        #expect(stage.log == [])
    }

    @Test(.rule("RC3")) func `a subtype that is no command is not delivered`() {
        let stage = Stage()
        stage.application.beginReceivingRemoteControlEvents()
        let watch = stage.watchChain()
        stage.remote(.none)
        stage.remote(.motionShake)
        #expect(watch.log == [])
    }

    @Test(.rule("RC3")) func `delivery depends on the state at the time of delivery`() {
        let view = stage.listener("view", isFirst: true)
        stage.application.beginReceivingRemoteControlEvents()
        view.ear.onHear = { _, _ in stage.application.endReceivingRemoteControlEvents() }
        stage.application.post(remoteControl: .remoteControlPlay, at: 0)
        stage.application.post(remoteControl: .remoteControlPause, at: 0)
        stage.application.dispatchPending()
        #expect(stage.log == ["view remoteControlReceived"])
    }

    @Test(.rule("RC6")) func `one endReceiving stops delivery after any number of beginReceiving`() {
        _ = stage.listener("view", isFirst: true)
        for _ in 0..<3 { stage.application.beginReceivingRemoteControlEvents() }
        stage.application.endReceivingRemoteControlEvents()
        stage.remote(.remoteControlPlay)
        #expect(stage.log == [])
        stage.application.endReceivingRemoteControlEvents()
        stage.application.beginReceivingRemoteControlEvents()
        stage.remote(.remoteControlPlay)
        #expect(stage.log == ["view remoteControlReceived"])
    }

    @Test(.rule("RC4")) func `the first responder receives the event and by default passes it up the chain`() {
        stage.application.beginReceivingRemoteControlEvents()
        let outer = stage.listener("outer")
        let plain = View()
        outer.addSubview(plain)
        let inner = stage.listener("inner", in: plain, isFirst: true)
        let watch = stage.watchChain()
        stage.remote(.remoteControlPlay)
        let names = ["inner", "view", "outer", "window", "application"]
        #expect(watch.log == names.map { "\($0) remoteControlReceived" })
        _ = stage.recorder.take()
        inner.ear.passesOn = false
        stage.remote(.remoteControlPlay)
        #expect(stage.log == ["inner remoteControlReceived"])
    }

    @Test(.rule("RC5")) func `without a first responder it starts at the root controller of the key window`() {
        final class Player: Application {
            var commands: [Event.EventSubtype] = []
            override func remoteControlReceived(with event: Event?) { commands += [event?.subtype ?? .none] }
        }
        let application = Player()
        let stage = Stage(application: application)
        application.beginReceivingRemoteControlEvents()
        let watch = stage.watchChain()
        stage.remote(.remoteControlStop)
        #expect(watch.recorder.take() == ["window remoteControlReceived", "application remoteControlReceived"])
        stage.window.rootViewController = ViewController()
        stage.remote(.remoteControlPlay)
        let chain = ["controller", "window", "application"].map { "\($0) remoteControlReceived" }
        #expect(watch.recorder.take() == chain)
        stage.window.isHidden = true
        #expect(application.keyWindow == nil)
        stage.remote(.remoteControlPause)
        #expect(watch.log == ["application remoteControlReceived"])
        #expect(application.commands == [.remoteControlStop, .remoteControlPlay, .remoteControlPause])
    }
}
