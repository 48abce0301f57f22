import Foundation
import TestSupport
import Testing

/// A certificate authority for tests.
final class Certificates {
    /// Paths of a server's certificate and key.
    struct Server {
        var authority: String
        var certificate: String
        var key: String
    }

    private let workspace: Workspace
    let authority: String
    private let authorityKey: String

    init(_ workspace: Workspace, name: String = "authority") throws {
        self.workspace = workspace
        authority = try workspace.file("\(name).pem")
        authorityKey = try workspace.file("\(name).key")
        try Self.openssl(
            ["req", "-x509", "-new", "-keyout", authorityKey, "-out", authority, "-subj", "/CN=\(name)", "-days", "2"]
                + Self.key
        )
    }

    /// Issues a server certificate for names such as `IP:127.0.0.1,DNS:localhost`.
    func server(_ names: String, file: String = "server") throws -> Server {
        let (key, request) = (try workspace.file("\(file).key"), try workspace.file("\(file).csr"))
        let certificate = try workspace.file("\(file).pem")
        try Self.openssl(["req", "-new", "-keyout", key, "-out", request, "-subj", "/CN=server"] + Self.key)
        let extensions = try workspace.file("\(file).ext", "subjectAltName=\(names)\n")
        try Self.openssl([
            "x509", "-req", "-in", request, "-CA", authority, "-CAkey", authorityKey, "-CAcreateserial", "-out",
            certificate,
            "-days", "2", "-extfile", extensions,
        ])
        return Server(authority: authority, certificate: certificate, key: key)
    }

    private static let key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]

    private static func openssl(_ arguments: [String]) throws { try Program.run("/usr/bin/openssl", arguments) }
}
