import Glibc

/// The data that tests compare with and that is not part of the package.
///
/// It lies in the folder that the environment variable `FAREGRID_SHARED` names, else in `shared` beside the package.
public enum SharedData {
  /// The path of a file or folder of the shared data; nil when it is not there.
  ///
  /// A test that gets nil prints which data it lacks and is done.
  public static func path(_ relative: String) -> String? {
    let path = "\(root)/\(relative)"
    return unsafe access(path, R_OK) == 0 ? path : nil
  }

  private static let root: String = {
    if let folder = unsafe getenv("FAREGRID_SHARED") { return unsafe String(cString: folder) }
    let package = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(package)/../shared"
  }()
}
