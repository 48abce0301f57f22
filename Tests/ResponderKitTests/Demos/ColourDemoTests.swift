import ResponderKit
import TestTraits
import Testing

@Suite struct ColourDemoTests {
    /// Returns the names of the views that a tap's hit test visits, beginning with White.
    private func visits(_ demo: ColourDemo, _ location: Point) -> [String] {
        let observer = HitObserver()
        demo.application.addObserver(observer)
        demo.tap(location)
        demo.application.removeObserver(observer)
        let lines = observer.recorder.lines.filter { $0.contains("hitTest") }
        let names = lines.map { String($0.prefix { $0 != " " }) }
        #expect(names.first == "root")
        return Array(names.dropFirst())
    }

    @Test(.rule("H16", "H6", "H8")) func `a tap on Yellow visits White, Blue and Yellow`() {
        let demo = ColourDemo()
        #expect(visits(demo, ColourDemo.onYellow) == ["white", "blue", "yellow"])
        #expect(demo.recorder.lines.first == "yellow began")
    }

    @Test(.rule("H16", "H6")) func `a tap on Red visits White, then Blue, which declines, then Red`() {
        let demo = ColourDemo()
        #expect(visits(demo, ColourDemo.onRed) == ["white", "blue", "red"])
        #expect(demo.recorder.lines.first == "red began")
    }

    @Test(.rule("H16", "H8")) func `a tap on Red does not visit Blue when Blue was added before Red`() {
        let demo = ColourDemo(blueBeforeRed: true)
        #expect(visits(demo, ColourDemo.onRed) == ["white", "red"])
        #expect(demo.recorder.lines.first == "red began")
    }

    @Test(.rule("R10", "R2", "R4", "R7", "R8", "R9"))
    func `the chain runs from Yellow through controller, window and application to the delegate`() {
        let demo = ColourDemo()
        let chain = sequence(first: demo.yellow as Responder, next: \.next).map { ObjectIdentifier($0) }
        let expected: [Responder] = [
            demo.yellow, demo.blue, demo.white, demo.rootView, demo.controller, demo.window, demo.application,
            demo.delegate,
        ]
        #expect(chain == expected.map { ObjectIdentifier($0) })
    }

    @Test(.rule("R13", "R17", "R15"))
    func `began and ended of a tap on Orange go up the whole chain in the same order`() {
        let demo = ColourDemo()
        demo.tap(ColourDemo.onOrange)
        let way = ["orange"] + ColourDemo.chainAboveBlue
        #expect(demo.recorder.lines == way.map { "\($0) began" } + way.map { "\($0) ended" })
    }

    @Test(.rule("G18", "G19", "R17"))
    func `a tap recognizer on Orange cancels the touch along the whole chain`() {
        let demo = ColourDemo()
        let tap = TapGestureRecognizer()
        GestureProbe(demo.recorder).watch(tap, as: "tap")
        demo.orange.addGestureRecognizer(tap)
        demo.tap(ColourDemo.onOrange)
        let way = ["orange"] + ColourDemo.chainAboveBlue
        #expect(
            demo.recorder.lines == way.map { "\($0) began" } + ["tap ended"] + way.map { "\($0) cancelled" }
        )
    }

    /// Changes that exclude Yellow from hit testing.
    enum OutOfReach: CaseIterable, Sendable {
        case hidden, transparent, interactionDisabled, outsideParent
    }

    @Test(.rule("H2", "H12"), arguments: OutOfReach.allCases)
    func `a view that cannot be hit passes the tap to the view behind it`(way: OutOfReach) {
        let demo = ColourDemo()
        var location = ColourDemo.onYellow
        switch way {
        case .hidden: demo.yellow.isHidden = true
        case .transparent: demo.yellow.alpha = 0.009
        case .interactionDisabled: demo.yellow.isUserInteractionEnabled = false
        case .outsideParent:
            demo.yellow.center = Point(x: 157, y: 340)
            location = Point(x: 187, y: 600)
            #expect(demo.yellow.point(inside: demo.yellow.convert(location, from: nil), with: nil))
        }
        demo.tap(location)
        let hit = way == .outsideParent ? [] : ["blue began"]
        #expect(Array(demo.recorder.lines.prefix(hit.count + 1)) == hit + ["white began"])
    }

    @Test(.rule("H26"))
    func `the controller adds no visited view, although it receives began`() {
        let demo = ColourDemo()
        let bare = ColourDemo()
        bare.window.rootViewController = nil
        bare.window.addSubview(bare.rootView)
        demo.window.identifier = "window"
        bare.window.identifier = "window"
        let observers = [demo, bare].map { demo in
            let observer = HitObserver()
            demo.application.addObserver(observer)
            demo.tap(ColourDemo.onYellow)
            return observer
        }
        #expect(
            observers[0].recorder.lines.filter { $0.contains("hitTest") } == [
                "window hitTest (275.0, 400.0)", "root hitTest (275.0, 400.0)", "white hitTest (275.0, 400.0)",
                "blue hitTest (245.0, 120.0)", "yellow hitTest (70.0, 90.0)",
            ]
        )
        #expect(observers[1].recorder.lines == observers[0].recorder.lines)
        #expect(demo.recorder.lines.contains("controller began"))
    }
}
