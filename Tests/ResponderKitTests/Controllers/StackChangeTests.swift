import ResponderKit
import Testing
import TimeLimits

/// Tests reentrant and large changes of a navigation controller's stack.
@Suite struct StackChangeTests {
    let one, two, three: ProbeController
    let navigation: NavigationController

    init() {
        one = ProbeController("one")
        two = ProbeController("two")
        three = ProbeController("three")
        navigation = NavigationController(rootViewController: one)
        navigation.pushViewController(two, animated: false)
    }

    func isStack(_ controllers: [ViewController]) -> Bool {
        navigation.viewControllers.elementsEqual(controllers, by: ===)
    }

    enum Pop: CaseIterable, Sendable {
        case one, toRoot, toController

        func make(_ test: StackChangeTests) -> [ViewController]? {
            switch self {
            case .one: test.navigation.popViewController(animated: false).map { [$0] }
            case .toRoot: test.navigation.popToRootViewController(animated: false)
            case .toController: test.navigation.popToViewController(test.one, animated: false)
            }
        }
    }

    @Test(arguments: Pop.allCases) func `popping returns no controller that is still on the stack`(pop: Pop) {
        two.onWillMove = { [navigation, two, three] parent in
            two.onWillMove = { _ in }
            if parent == nil { navigation.pushViewController(three, animated: false) }
        }
        #expect(pop.make(self) == nil)
        #expect(isStack([one, two, three]))
    }

    @Test func `a controller is on the stack at most once`() {
        for stack in [[one, two, one], [one, two, two], [two, one, two], [one, three, three], [two, two]] {
            navigation.setViewControllers(stack, animated: false)
            #expect(isStack([one, two]))
        }
        navigation.setViewControllers([two, one], animated: false)
        #expect(isStack([two, one]))
    }

    @Test(.timeLimit(.minutes(TimeLimits.testMinutes)))
    func `a stack of 50,000 controllers is replaced quickly`() {
        let stacks = (0..<2).map { _ in (0..<50_000).map { _ in ViewController() } }
        for stack in stacks {
            navigation.viewControllers = stack
            #expect(isStack(stack))
        }
    }
}
