import CEmbedded
import FareModel

/// A file of the page, which the binary carries.
struct PageFile: Sendable {
  /// The path that it is served under.
  var path: String
  /// The reply with it.
  var reply: Reply

  /// Every file of the page.
  static let all: [PageFile] = {
    var files: [PageFile] = []
    var index = 0
    while let file = unsafe faregrid_file_at(index) {
      index += 1
      let name = unsafe String(cString: file.pointee.name)
      guard name.hasPrefix(folder), let type = ContentType(fileName: name) else { continue }
      let bytes = unsafe Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
      files.append(PageFile(name: String(name.dropFirst(folder.count)), type: type, bytes))
    }
    return files
  }()

  private static let folder = "Sources/FareServer/Page/"

  private init(name: String, type: ContentType, _ bytes: [UInt8]) {
    path = name == "index.html" ? "/" : "/" + name
    var hash = ContentHash()
    hash.combine(bytes.span)
    reply = Reply(status: .ok, type: type, body: bytes, tag: "W/\"\(ContentHash.text(hash.value))\"")
  }
}
