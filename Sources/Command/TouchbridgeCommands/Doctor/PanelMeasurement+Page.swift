internal import Geometry
internal import JSON

extension PanelMeasurement {
    /// State that the web page of `doctor --page` shows: the touched parts of the panel, and the positions of the
    /// fingers.
    var pageState: JSONValue {
        let count = isTouched.count { $0 }
        let text =
            isPainted
            ? "All parts are painted. Lift all fingers. If this text remains, tap once more after 5 s."
            : "Paint the whole screen, including the edges: \(count) of \(isTouched.count) parts"
        return [
            "text": .text(text),
            "cells": [
                "columns": .number(Double(Self.columns)),
                "touched": .text(String(isTouched.map { $0 ? "1" : "0" })),
            ],
            "fingers": .list(fingers.map { [.number($0.x), .number($0.y)] }),
        ]
    }
}
