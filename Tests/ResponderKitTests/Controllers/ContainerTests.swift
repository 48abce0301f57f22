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

    @Test func `adding and removing a child calls willMove and didMove with its parent`() {
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

    @Test func `adding a child removes it from its former parent first`() {
        one.addChild(three)
        two.addChild(three)
        #expect(one.children.isEmpty)
        #expect(three.parent === two)
        #expect(recorder.lines == ["three will move to one", "three did move to nil", "three will move to two"])
    }

    @Test func `a controller cannot become a child of itself or of a descendant`() {
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

    @Test func `a presented or presenting controller cannot become a child of the other`() {
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

    @Test func `a child that changes its parent in willMove stays with the new parent`() {
        three.onWillMove = { [one, two, three] parent in
            if parent === one { two.addChild(three) }
        }
        one.addChild(three)
        #expect(three.parent === two)
        #expect(one.children.isEmpty)
        #expect(two.children.count == 1)
    }

    @Test func `a parent retains its children, and children do not retain their parent`() {
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

    @Test func `a chain of 100,000 nested children is deallocated without overflowing the stack`() {
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
