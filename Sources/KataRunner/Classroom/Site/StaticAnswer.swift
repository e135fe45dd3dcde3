import Foundation

/// How a file server answers a request: with a file of one folder, and never with one outside it.
struct StaticAnswer: Hashable {
    var status: Int
    var headers: [String: String]
    var body: Data

    /// - Parameter head: the request as it came, up to the empty line.
    static func answer(to head: String, from folder: String, _ files: Files) -> StaticAnswer {
        let words = head.prefix { !$0.isNewline }.split(separator: " ")
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return refusal(.badRequest) }
        guard words[0] == "GET" || words[0] == "HEAD" else {
            return refusal(.notAllowed, "Allow", "GET, HEAD")
        }
        let asked = words[1].prefix { $0 != "?" && $0 != "#" }
        guard asked.hasPrefix("/"), let path = String(asked).removingPercentEncoding else {
            return refusal(.badRequest)
        }
        let parts = path.split(separator: "/").map(String.init)
        // Neither what lies above nor what is hidden.
        guard parts.allSatisfy({ !$0.hasPrefix(".") && !$0.contains("\\") && !$0.contains("\0") }) else {
            return refusal(.notFound)
        }
        var file = ([folder] + parts).joined(separator: "/")
        if files.isFolder(file) {
            guard path.hasSuffix("/") else {
                let address = parts.compactMap {
                    $0.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
                }
                return refusal(.moved, "Location", "/" + address.joined(separator: "/") + "/")
            }
            file += "/index.html"
        }
        // A link may lead out of the folder.
        guard files.info(file)?.kind == .file, files.resolve(file).hasPrefix(files.resolve(folder) + "/"),
            let data = try? files.read(file)
        else { return refusal(.notFound) }
        return StaticAnswer(
            status: 200,
            headers: ["Content-Type": type(of: file), "Cache-Control": "no-cache"],
            body: data
        )
    }

    private static func refusal(_ refusal: Refusal, _ header: String? = nil, _ value: String = "")
        -> StaticAnswer
    {
        var headers = ["Content-Type": "text/plain; charset=utf-8"]
        if let header { headers[header] = value }
        let text = "\(refusal.rawValue) \(reasons[refusal.rawValue] ?? "")\n"
        return StaticAnswer(status: refusal.rawValue, headers: headers, body: Data(text.utf8))
    }

    private enum Refusal: Int {
        case moved = 301
        case badRequest = 400
        case notFound = 404
        case notAllowed = 405
    }

    private static let reasons = [
        200: "OK", 301: "Moved Permanently", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
    ]

    private static func type(of file: String) -> String {
        let types = [
            "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
            "css": "text/css; charset=utf-8", "json": "application/json", "svg": "image/svg+xml",
            "ico": "image/x-icon", "png": "image/png", "jpg": "image/jpeg",
            "txt": "text/plain; charset=utf-8",
        ]
        return types[file.split(separator: ".").last?.lowercased() ?? ""] ?? "application/octet-stream"
    }

    /// As it goes over the line.
    ///
    /// - Parameter withBody: false if only the head was asked for.
    func bytes(withBody: Bool) -> Data {
        var headers = headers
        headers["Content-Length"] = "\(body.count)"
        headers["Connection"] = "close"
        let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
        let head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "")\r\n" + lines.joined() + "\r\n"
        return Data(head.utf8) + (withBody ? body : Data())
    }
}
