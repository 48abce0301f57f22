import Testing

@testable import ResponderKit

@Suite struct OverridesTests {
    private final class OnlyTouches: View {
        override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
    }

    private final class WithState: View {
        var state = 0
        func answer() -> Int { state }
    }

    private class OwnHitTest: View {
        override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
    }

    private class OwnPointInside: View {
        override func point(inside point: Point, with event: Event?) -> Bool { true }
    }

    private final class BelowHitTest: OwnHitTest {}

    private final class BelowPointInside: OwnPointInside {
        override func touchesBegan(_ touches: TouchSet, with event: Event?) {}
    }

    private class Plain: View {}

    private final class BelowPlain: Plain {
        override func hitTest(_ point: Point, with event: Event?) -> View? { super.hitTest(point, with: event) }
    }

    private class Generic<Value>: View {
        var value: Value?
        func take(_ value: Value) { self.value = value }
    }

    private final class GenericOwn<Value>: View {
        var value: Value?
        override func point(inside point: Point, with event: Event?) -> Bool { value == nil }
    }

    private final class BelowGeneric: Generic<String> {
        override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
    }

    private final class OwnWindow: Window {
        override func point(inside point: Point, with event: Event?) -> Bool { true }
    }

    private class Declared: View {
        override class var defaultHitTestingClass: View.Type { Declared.self }
    }

    private final class BelowDeclared: Declared {
        override func point(inside point: Point, with event: Event?) -> Bool { true }
    }

    @Test func `ResponderKit's classes and classes that declare it are searched without calling overrides`() {
        let views: [View] = [
            View(), Window(frame: .zero, application: nil), Control(), Button(), Switch(), Slider(),
            NavigationTransitionView(), ViewControllerWrapperView(), Declared(),
        ]
        for view in views { #expect(!view.flags.contains(.overridesHitTesting), "\(type(of: view))") }
    }

    @Test func `all other classes count as overriding, whatever they override or inherit`() {
        let views: [View] = [
            OwnHitTest(), OwnPointInside(), BelowHitTest(), BelowPointInside(), BelowPlain(), GenericOwn<Int>(),
            GenericOwn<String>(), BelowGeneric(), OwnWindow(frame: .zero, application: nil), ScriptedView(),
            Plain(), OnlyTouches(), WithState(), Generic<Int>(), BelowDeclared(),
        ]
        for view in views { #expect(view.flags.contains(.overridesHitTesting), "\(type(of: view))") }
    }
}
