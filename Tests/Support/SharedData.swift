import FoundationEssentials
import Glibc

/// The data that may not be part of the package: a folder beside it, or the one that `FAREGRID_SHARED` names.
public enum SharedData {
  /// The path of a file or folder there, or nil when it is absent, which is said on standard output.
  public static func path(_ relative: String) -> String? {
    let folder = unsafe getenv("FAREGRID_SHARED").map { unsafe String(cString: $0) } ?? besidePackage
    let path = "\(folder)/\(relative)"
    if unsafe access(path, R_OK) == 0 { return path }
    print("skipped: no \(path); FAREGRID_SHARED names the folder that has it")
    return nil
  }

  /// The paths of all replies of Skyscanner's live prices, in order; none where they are absent.
  public static let replies: [String] = {
    guard let folder = path("data/skyscanner_live_v3/raw") else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map { "\(folder)/\($0)" }
  }()

  private static let besidePackage: String = {
    let package = #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    return "\(package)/../shared"
  }()
}
