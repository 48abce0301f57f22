import Foundation
import JSON
import Platform
import TestSupport
import TestTraits
import Testing
import TimeLimits

@testable import TouchbridgeCommands

/// Tests the page of `calibrate --page` and `doctor --page` in Chromium.
@Suite(.timeLimit(.minutes(TimeLimits.testMinutes)), .serialized, .tags(.browser))
struct PanelPageTests {
    private func wait<Value>(_ what: String, _ value: () throws -> Value?) throws -> Value {
        let end = ContinuousClock.now + TimeLimits.browserWait
        while true {
            if let value = try value() { return value }
            try #require(ContinuousClock.now < end, "timeout; expected: \(what)")
            usleep(20_000)
        }
    }

    private func open(_ page: PanelPage, isDark: Bool = false) throws -> Browser {
        try Browser(wait("the server listens") { page.address }, width: 1280, height: 720, isDark: isDark)
    }

    private func shows(_ text: String, _ browser: Browser) throws {
        _ = try wait("the page shows '\(text)'") { try browser.text("#words").contains(text) ? true : nil }
    }

    /// Returns an element's center in window coordinates.
    private func center(_ selector: String, _ browser: Browser) throws -> [Double] {
        let center = try browser.evaluate(
            "(() => { const r = document.querySelector('\(selector)').getBoundingClientRect();"
                + " return [r.x + r.width / 2, r.y + r.height / 2] })()"
        )
        return center.list?.compactMap(\.number) ?? []
    }

    @Test func `a target is drawn at its fraction of the window, and moves with the state`() throws {
        let page = try PanelPage(port: 0)
        page.show(["text": "1 of 4", "target": [0.1, 0.9]])
        let browser = try open(page)
        try shows("1 of 4", browser)
        #expect(try center("#target", browser) == [128, 648])
        page.show(["text": "2 of 4", "problem": "<b>The finger moved</b>", "target": [0.5, 0.25]])
        try shows("<b>The finger moved</b>", browser)
        #expect(try center("#target", browser) == [640, 180])
        page.finish("The results are on the terminal.")
        try shows("The results are on the terminal.", browser)
        #expect(try browser.evaluate("document.querySelector('#target').hidden") == true)
        #expect(browser.complaints == [])
    }

    @Test func `a port that is in use is an error before the command grabs the panel`() throws {
        let page = try PanelPage(port: 0)
        let port = try #require(page.address.flatMap { URL(string: $0)?.port })
        let error = #expect(throws: ServiceError.self) { try PanelPage(port: port) }
        #expect(error?.message.hasPrefix("the page's port is not available; choose another with --port") == true)
        page.finish("")
    }

    @Test func `the painted parts and the fingers are shown`() throws {
        let page = try PanelPage(port: 0)
        let state: JSONValue = [
            "text": "2 of 6 parts", "cells": ["columns": 3, "touched": "100010"],
            "fingers": [[0.5, 0.75], [0.25, 0.5]],
        ]
        page.show(state)
        let browser = try open(page, isDark: true)
        try shows("2 of 6 parts", browser)
        let cells = "[...document.querySelectorAll('#cells i')]"
        let touched = try browser.evaluate("\(cells).map(cell => +cell.classList.contains('touched')).join('')")
        #expect(touched == "100010")
        // Three columns and two rows cover the window.
        #expect(try center("#cells i:nth-child(5)", browser).map { $0.rounded() } == [640, 540])
        #expect(try center("#fingers i:nth-child(1)", browser) == [640, 540])
        #expect(try center("#fingers i:nth-child(2)", browser) == [320, 360])
        if let folder = ProcessInfo.processInfo.environment["TOUCHBRIDGE_SCREENSHOTS"] {
            try browser.screenshot().write(to: URL(filePath: "\(folder)/panel-page.png"))
        }
    }

    @Test func `other addresses are rejected`() throws {
        let page = try PanelPage(port: 0)
        let address = try wait("the server listens") { page.address }
        func status(_ address: String) throws -> String {
            let options = ["-s", "-o", "/dev/null", "-w", "%{http_code}", "--path-as-is"]
            return try TestSupport.Program.run("/usr/bin/curl", options + [address])
        }
        for (path, code) in [("", "200"), ("panel.css", "200"), ("../", "403"), ("none.js", "404")] {
            #expect(try status(address + path) == code, "\(path)")
        }
        let other = address.replacing(/[0-9a-f]{32}/, with: String(repeating: "0", count: 32))
        #expect(try status(other) == "403")
    }
}
