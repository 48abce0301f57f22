/// Files of the inspector's web page, embedded in the executable from the directory `Page`.
enum Page {
    /// Returns the contents of a file; nil if the name is unknown.
    static func file(_ name: String) -> [UInt8]? {
        switch name {
        case "index.html": PackageResources.index_html
        case "inspector.css": PackageResources.inspector_css
        case "contacts.js": PackageResources.contacts_js
        case "elements.js": PackageResources.elements_js
        case "explanation.js": PackageResources.explanation_js
        case "export.js": PackageResources.export_js
        case "fingers.js": PackageResources.fingers_js
        case "graph.js": PackageResources.graph_js
        case "keys.js": PackageResources.keys_js
        case "log.js": PackageResources.log_js
        case "main.js": PackageResources.main_js
        case "model.js": PackageResources.model_js
        case "overview.js": PackageResources.overview_js
        case "panels.js": PackageResources.panels_js
        case "probe.js": PackageResources.probe_js
        case "scene.js": PackageResources.scene_js
        case "tree.js": PackageResources.tree_js
        case "view.js": PackageResources.view_js
        case "words.js": PackageResources.words_js
        case "icon.svg": PackageResources.icon_svg
        default: nil
        }
    }
}
