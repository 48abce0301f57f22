internal import JSON
internal import LayoutFile
internal import Schema

extension ViewLayout {
    static func read(_ value: JSONValue, file: String) -> (layout: ViewLayout?, reading: Reading) { (nil, Reading()) }
    static func readProperties(_ value: JSONValue, of kind: Class, file: String) -> (layout: ViewLayout?, reading: Reading) { (nil, Reading()) }
}
