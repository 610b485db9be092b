import FareModel
import Glibc
import Synchronization

/// The time zones of a folder of TZif files, each read once.
public final class ZoneLibrary: Sendable {
  private let folder: String
  private let zones = Mutex<[String: TimeZoneRules?]>([:])

  /// The zones of the folder that the environment's `TZDIR` names, else of `/usr/share/zoneinfo`.
  public static let system = ZoneLibrary(folder: environmentFolder() ?? "/usr/share/zoneinfo")

  /// Creates a library of the zones in a folder, which need not exist.
  public init(folder: String) {
    self.folder = folder
  }

  /// The rules of an IANA zone such as `Europe/London`; nil where the folder has no such file, or it is no TZif file.
  ///
  /// A name cannot lead out of the folder.
  public func zone(_ name: String) -> TimeZoneRules? {
    zones.withLock { zones in
      if let zone = zones[name] { return zone }
      let zone =
        Self.isZoneName(name) ? Self.contents(of: "\(folder)/\(name)").flatMap { TimeZoneRules(tzif: $0.span) } : nil
      zones[name] = .some(zone)
      return zone
    }
  }

  /// Whether a name is made of plain parts, each beginning with a letter, so that it stays inside the folder.
  private static func isZoneName(_ name: String) -> Bool {
    name.utf8.count <= Limits.longestZoneName
      && name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
        part.first.map { $0.isASCII && $0.isLetter } == true
          && part.utf8.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+")
          }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func environmentFolder() -> String? {
    guard let value = unsafe getenv("TZDIR") else { return nil }
    let folder = unsafe String(cString: value)
    return folder.isEmpty ? nil : folder
  }

  private static func contents(of path: String) -> [UInt8]? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var contents: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 12)
    while contents.count <= Limits.largestZoneFile {
      let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return contents }
      contents.append(contentsOf: chunk[..<count])
    }
    return nil
  }
}
