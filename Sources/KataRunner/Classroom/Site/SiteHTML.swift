/// DocC's pages expect to know at which path they are published. These find it out when they are opened, so that
/// one site works at any path of any host.
enum SiteHTML {
    /// - Parameter path: where the page lies in the site: `documentation/workbook/index.html`.
    /// - Returns: nil if DocC's template is not the one that is known here: the page would work at one path alone.
    static func movable(_ html: String, at path: String, in language: Language = .english) -> String? {
        let own = path.split(separator: "/").dropLast().joined(separator: "/")
        var loaded: [String] = []
        var html = html.replacing(
            /<script defer="defer" src="\/([^"]*)"><\/script>|<link [^>]*href="\/([^"]*)"[^>]*>/
        ) {
            match in
            loaded.append(String(match.output.0))
            return ""
        }
        guard let base = html.firstRange(of: "<script>var baseUrl = \"/\"</script>") else { return nil }
        // A path that is still there would lead to the root of the host.
        guard !html.contains(/\b(?:src|href)="\//) else { return nil }
        let elements = loaded.map { element in
            "document.write('\(element.replacing("=\"/", with: "=\"' + baseUrl + '").replacing("</script>", with: "<\\/script>"))');"
        }
        html.replaceSubrange(
            base,
            with: "<script>\(baseURL(of: own))\n\(elements.joined(separator: "\n"))</script>"
        )
        return html.replacing("</head>", with: "\(style)</head>", maxReplacements: 1)
            .replacing("<body", with: "<body lang=\"\(language.code)\"", maxReplacements: 1)
    }

    /// Korean breaks its lines between words. Code breaks where its pane ends, and in a table it doesn't break.
    private static let style = """
        <style>
        body:lang(ko) { word-break: keep-all; overflow-wrap: break-word; }
        .code-line { white-space: pre-wrap; overflow-wrap: anywhere; }
        td code { white-space: nowrap; }
        td code wbr { display: none; }
        </style>
        """

    /// What an address has before the page's own path; a host may leave out the last slash, or add the file's name.
    private static func baseURL(of own: String) -> String {
        """
        var baseUrl = (function (own) {
            var path = location.pathname.replace(/index\\.html$/, "");
            if (path != location.pathname) { history.replaceState(null, "", path + location.search + location.hash); }
            path = path.replace(/\\/+$/, "");
            if (path.toLowerCase().endsWith(own)) { path = path.slice(0, path.length - own.length); }
            return path.replace(/\\/+$/, "") + "/";
        })("\(own)");
        """
    }

    /// The page at the site's root, which leads to the article that everything is reached from.
    static func entrance(to path: String, title: String, in language: Language) -> String {
        """
        <!doctype html>
        <html lang="\(language.code)">
        <meta charset="utf-8">
        <title>\(title.replacing("&", with: "&amp;").replacing("<", with: "&lt;"))</title>
        <script>
        \(baseURL(of: ""))
        location.replace(baseUrl + "\(path)/");
        </script>
        <noscript><meta http-equiv="refresh" content="0; url=\(path)/"></noscript>
        <a href="\(path)/">\(Phrase("To the workbook").text(in: language))</a>
        </html>

        """
    }
}
