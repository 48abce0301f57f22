internal import Geometry

/// Size of a picture and areas in the picture, in pixels.
struct Sheet {
    /// Maximum size. If the column is below the drawing, the picture ends below the last line of the column.
    let size: Size
    /// Area of the layout or the chart.
    let drawing: Rect
    /// Area of the legend and the notes, beside the drawing or below it.
    let column: Rect

    static let landscape = Sheet(
        size: Size(width: 1920, height: 1080),
        drawing: Rect(x: 30, y: 84, width: 1396, height: 976),
        column: Rect(x: 1452, y: 92, width: 438, height: 960)
    )

    private static func portrait(_ height: Double) -> Sheet {
        Sheet(
            size: Size(width: 1200, height: height + 830),
            drawing: Rect(x: 30, y: 84, width: 1140, height: height),
            column: Rect(x: 70, y: height + 84, width: 1100, height: 726)
        )
    }

    /// Heights of the drawing on a portrait sheet.
    private static let heights = 600.0...1560.0
    /// Height of the area for labels below the screens of a portrait sheet.
    private static let labelHeight = 110.0

    var isColumnBelow: Bool { column.minY >= drawing.maxY }

    /// Returns a sheet with the orientation of `frame`, the bounding box of all screens. On a portrait sheet, the
    /// screens fill the width, except for `width` pixels for labels; the height follows from this scale.
    static func fitting(_ frame: Rect, besideLabels width: Double = 0) -> Sheet {
        guard frame.height > frame.width else { return .landscape }
        let margins = 2 * Projection.margin
        let scale = (1140 - width - margins) / max(frame.width, 1)
        let height = frame.height * scale + margins + (width > 0 ? labelHeight : 0)
        return portrait(min(max(height, heights.lowerBound), heights.upperBound).rounded())
    }
}
