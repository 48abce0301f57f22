import ResponderKit
import Testing

@Suite struct ContainerTests {
    let recorder = Recorder()
    let one, two, three: ProbeController

    init() {
        one = ProbeController("one", recorder)
        two = ProbeController("two", recorder)
        three = ProbeController("three", recorder)
    }

    @Test func `adding and removing a child tells it what its parent is`() {
        one.addChild(two)
        #expect(two.parent === one)
        #expect(one.children.count == 1)
        #expect(recorder.take() == ["two will move to one"])
        one.addChild(two)
        #expect(one.children.count == 1)
        #expect(recorder.take() == [])
        two.removeFromParent()
        #expect(two.parent == nil)
        #expect(one.children.isEmpty)
        #expect(recorder.take() == ["two did move to nil"])
        two.removeFromParent()
        #expect(recorder.take() == [])
    }

    @Test func `a child of another parent leaves that one first`() {
        one.addChild(three)
        two.addChild(three)
        #expect(one.children.isEmpty)
        #expect(three.parent === two)
        #expect(recorder.lines == ["three will move to one", "three did move to nil", "three will move to two"])
    }

    @Test func `neither itself nor an ancestor becomes a child`() {
        let stage = Stage()
        let counter = stage.countCircles()
        stage.window.rootViewController = three
        stage.window.addSubview(one.view)
        one.addChild(two)
        two.addChild(three)
        one.addChild(one)
        three.addChild(one)
        #expect(counter.count == 2)
        #expect(one.parent == nil)
        #expect(one.children.count == 1)
        #expect(three.children.isEmpty)
    }

    @Test func `a presented controller becomes nobody's child, nor does the one that presents`() {
        let stage = Stage()
        let counter = stage.countCircles()
        let root = stage.root()
        root.present(one, animated: false)
        root.addChild(one)
        one.addChild(root)
        #expect(counter.count == 2)
        #expect(one.parent == nil)
        #expect(root.parent == nil)
        #expect(root.children.isEmpty)
    }

    @Test func `a child that changes the parents while it is told ends up where it was put`() {
        three.onWillMove = { [one, two, three] parent in
            if parent === one { two.addChild(three) }
        }
        one.addChild(three)
        #expect(three.parent === two)
        #expect(one.children.isEmpty)
        #expect(two.children.count == 1)
    }

    @Test func `a parent keeps its children and they do not keep it`() {
        weak var parent: ProbeController?
        weak var child: ProbeController?
        do {
            let controller = ProbeController("parent")
            parent = controller
            do {
                let inner = ProbeController("child")
                child = inner
                controller.addChild(inner)
                controller.view.addSubview(inner.view)
            }
            #expect(child?.parent === controller)
        }
        #expect(parent == nil)
        #expect(child == nil)
    }

    @Test func `a family of a hundred thousand generations is let go of`() {
        weak var last: ViewController?
        do {
            var child = ViewController()
            last = child
            for _ in 0..<100_000 {
                let parent = ViewController()
                parent.addChild(child)
                child = parent
            }
            #expect(child.children.count == 1)
        }
        #expect(last == nil)
    }
}
