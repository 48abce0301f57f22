import Foundation
import ResponderKit
import TestTraits
import Testing

/// Tests UIKit code ported with the steps in docs/guide/porting-from-uikit.md.
struct PortingTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(filePath: Files.project + "/" + path), encoding: .utf8)
    }

    @Test func `the command in the porting guide converts UIKit code to the code compiled here`() throws {
        let page = try text("docs/guide/porting-from-uikit.md")
        let command = try #require(page.firstMatch(of: #/```sh\nsed -E -i '([^']*)' \*\.swift\n```/#)?.output.1)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sed")
        process.arguments = ["-E", String(command), Files.project + "/Tests/ResponderKitTests/Porting/UIKitCode.txt"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let ported = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(try text("Tests/ResponderKitTests/Porting/PortedCode.swift") == ported)
    }

    private let application = Application()

    private func window() -> Window {
        let window = Window(frame: Rect(x: 0, y: 0, width: 800, height: 600), application: application)
        window.makeKeyAndVisible()
        return window
    }

    private func touch(_ change: TouchSample.Change, _ x: Double, _ y: Double, at time: Double) {
        application.send(TouchFrame(time: .milliseconds(time), [TouchSample(1, change, at: Point(x: x, y: y))]))
    }

    @Test func `a ported control tracks a finger, and views compare and hash by identity`() {
        let window = window()
        let control = StepControl(frame: Rect(x: 100, y: 100, width: 200, height: 40))
        let overlay = OverlayView(frame: window.bounds)
        var values: [Int] = []
        let token = control.addAction(for: .valueChanged) { _, _ in values.append(control.step) }
        window.addSubview(control)
        window.addSubview(overlay)
        touch(.began, 110, 90, at: 0)
        touch(.moved, 155, 90, at: 10)
        control.removeAction(token, for: .valueChanged)
        touch(.moved, 255, 90, at: 20)
        touch(.ended, 255, 90, at: 30)
        #expect(values == [2] && control.step == 7)
        #expect(window.subviews.contains(overlay) && Set<View>([control, overlay, control]).count == 2)
    }

    @Test func `a ported drawing view records a stroke per finger`() {
        let window = window()
        let drawing = DrawingView(frame: window.bounds)
        window.addSubview(drawing)
        touch(.began, 10, 10, at: 0)
        touch(.moved, 20, 10, at: 10)
        touch(.ended, 20, 10, at: 20)
        #expect(drawing.finished == [[Point(x: 10, y: 10), Point(x: 20, y: 10)]])
    }

    @Test(.rule("F7")) func `a ported controller is closed by its action, and its window is above alerts`() {
        final class Field: View {
            override var canBecomeFirstResponder: Bool { true }
            override var canResignFirstResponder: Bool { false }
        }
        let (window, alert) = (window(), window())
        let controller = PhotoController()
        window.rootViewController = controller
        alert.isHidden = true
        touch(.began, 10, 10, at: 0)
        touch(.ended, 10, 10, at: 20)
        #expect(controller.isClosed)
        let field = Field(frame: .zero)
        controller.view.addSubview(field)
        #expect(field.becomeFirstResponder() && !controller.view.endEditing(false) && field.isFirstResponder)
        controller.dismissAlert(in: alert, above: window)
        #expect(!field.isFirstResponder && alert.windowLevel > .alert && !alert.isHidden)
        #expect(controller.view.endEditing(false))
    }

    @Test func `times have explicit units`() {
        #expect(Microseconds.seconds(2) == 2_000_000 && .milliseconds(1.5) == 1500 as Microseconds)
        application.advance(to: .seconds(2))
        #expect(application.now == 2_000_000)
    }
}
