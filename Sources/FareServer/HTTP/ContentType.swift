/// The media types that are served.
enum ContentType: String, Sendable {
  case css = "text/css; charset=utf-8"
  case html = "text/html; charset=utf-8"
  case javascript = "text/javascript; charset=utf-8"
  case json = "application/json"
  case metrics = "text/plain; version=0.0.4; charset=utf-8"
  case problem = "application/problem+json"
  case svg = "image/svg+xml"
  case text = "text/plain; charset=utf-8"

  /// The type of a file by the ending of its name.
  init?(fileName: String) {
    switch fileName.split(separator: ".").last {
    case "css": self = .css
    case "html": self = .html
    case "js": self = .javascript
    case "json": self = .json
    case "svg": self = .svg
    case "txt": self = .text
    default: return nil
    }
  }
}
