internal import Geometry

/// Size of a picture and areas in the picture, in pixels.
struct Sheet {
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
    static let portrait = Sheet(
        size: Size(width: 1200, height: 1960),
        drawing: Rect(x: 30, y: 84, width: 1140, height: 1130),
        column: Rect(x: 70, y: 1214, width: 1100, height: 726)
    )

    /// Returns the sheet with the orientation of `frame`, the area of the screens.
    static func fitting(_ frame: Rect) -> Sheet { frame.height > frame.width ? .portrait : .landscape }
}
