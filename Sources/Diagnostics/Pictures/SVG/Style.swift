/// Style sheet with a light and a dark theme, based on the Okabe–Ito palette, which is suitable for colour blindness.
///
/// Colours are literal values, because some SVG renderers do not support CSS variables.
enum Style {
    static let text: String = fixed + light + "\n@media (prefers-color-scheme:dark){" + dark + "}\n"

    private static let fixed = """

        text{font-family:system-ui,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif;font-size:13px}
        .title{font-size:26px;font-weight:600}.head{font-size:16px;font-weight:600}
        .name{font-size:15px;font-weight:600}.small{font-size:12px}.num{font-size:12px;font-weight:600}
        .mid{text-anchor:middle}.end{text-anchor:end}.it{font-style:italic}
        .halo{paint-order:stroke;stroke-width:4px;stroke-linejoin:round}
        path,line,circle,rect{fill:none;stroke-linejoin:round;stroke-linecap:round}
        .thin{stroke-width:1}.fat{stroke-width:3}.inert{stroke-dasharray:14 6}
        .hid{stroke-dasharray:1 6}.back{opacity:.55}.pale{opacity:.35}.dash{stroke-dasharray:9 6}

        """

    private static let light = theme(
        paper: "#fff",
        ink: "#1b1f24",
        soft: "#57606a",
        hair: "#d0d5db",
        hues: ["#0072b2", "#d55e00", "#009e73", "#b0528a", "#b87f00"]
    )

    private static let dark = theme(
        paper: "#14171c",
        ink: "#f0f2f5",
        soft: "#a3acb8",
        hair: "#3a424d",
        hues: ["#56b4e9", "#ff8a3d", "#2fc79b", "#e39ac4", "#f0e442"]
    )

    /// Hues: 0 blue, 1 vermillion, 2 green, 3 purple, 4 orange or yellow; adjusted to the brightness of the background.
    private static func theme(paper: String, ink: String, soft: String, hair: String, hues: [String]) -> String {
        var lines = [
            ".paper{fill:\(paper)}text{fill:\(ink)}.halo{stroke:\(paper)}text.soft{fill:\(soft)}",
            ".ink{stroke:\(ink)}.soft{stroke:\(soft)}.hair{stroke:\(hair)}text.soft{stroke:none}",
            "text.halo.soft{stroke:\(paper)}.inkf{fill:\(ink)}.softf{fill:\(soft)}text.paper{fill:\(paper)}",
            ".box{fill:\(paper);fill-opacity:.9;stroke:\(hair);stroke-width:1}",
            ".V{fill:\(soft);fill-opacity:.05;stroke:\(soft);stroke-width:1.5}",
            ".W{fill:\(paper);fill-opacity:.6;stroke:\(ink);stroke-width:1.5}.zone{fill:url(#hatch);stroke:\(hues[1]);stroke-width:1.5}",
            ".edge{fill:\(hues[3]);fill-opacity:.28}.hatch{stroke:\(hues[1]);stroke-width:2}",
        ]
        for (name, hue) in [("B", 0), ("S", 2), ("T", 4), ("C", 3)] {
            lines.append(".\(name){fill:\(hues[hue]);fill-opacity:.12;stroke:\(hues[hue]);stroke-width:2.5}")
        }
        for (index, hue) in hues.enumerated() {
            lines.append(".k\(index){stroke:\(hue)}.f\(index){fill:\(hue)}")
        }
        lines.append(".hid{fill:none}")
        return lines.joined(separator: "\n")
    }
}
