/// Files of the `Page` directory, embedded in the executable.
enum Page {
    /// Returns the contents of a file; nil if the name is unknown.
    static func file(_ name: String) -> [UInt8]? {
        switch name {
        case "index.html": PackageResources.index_html
        case "inspector.css": PackageResources.inspector_css
        case "model.js": PackageResources.model_js
        case "words.js": PackageResources.words_js
        case "fingers.js": PackageResources.fingers_js
        case "scene.js": PackageResources.scene_js
        case "panels.js": PackageResources.panels_js
        case "main.js": PackageResources.main_js
        case "icon.svg": PackageResources.icon_svg
        default: nil
        }
    }
}
