internal import LayoutFile

extension Arguments {
    /// Returns the port for the inspector's web page.
    package func inspectorPort() throws(UsageError) -> Int {
        guard let text = value("port") else { return InspectLayout.defaultPort }
        guard let port = Int(text), (0...65535).contains(port) else {
            throw wrong("invalid --port '\(text)'; write a number from 0 to 65535")
        }
        return port
    }
}
