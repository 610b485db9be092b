import Glibc

extension PrivateServer {
  /// Makes the home, and makes sure that the server's account can get through it.
  func openHome() throws(PostgresError) {
    let account = try ServerAccount(servingFrom: folder)
    guard account.userID != geteuid() else { return try Files.makeFolder(home, mode: 0o700) }
    let ancestors = home.split(separator: "/").indices.map { count in
      "/" + home.split(separator: "/")[..<count].joined(separator: "/")
    }
    if let closed = try account.firstClosed(of: ancestors.filter { Files.information($0) != nil }) {
      throw Self.unreachable(closed, for: account)
    }
    try Files.makeFolder(home, mode: 0o711)
    guard try account.firstClosed(of: [home]) != nil else { return }
    // Only a folder that holds nothing of anybody else's is ours to open.
    let names = Files.names(in: home)
    guard names.isEmpty || names.contains("server"), let mode = Files.information(home)?.st_mode,
      unsafe chmod(home, mode & 0o7777 | 0o011) == 0
    else { throw Self.unreachable(home, for: account) }
  }

  /// Makes the folder of the server's account. Returns the account.
  func openFolder() throws(PostgresError) -> ServerAccount {
    let account = try ServerAccount(servingFrom: folder)
    try give(folder, to: account)
    return account
  }

  /// Makes the folder of the socket, where it is not the server's.
  func openShortFolder(for account: ServerAccount) throws(PostgresError) {
    guard socketFolder != folder else { return }
    try give(shortFolder, to: account)
    // /tmp is everybody's: somebody may have been there before.
    guard let information = Files.information(shortFolder), information.st_mode & S_IFMT == S_IFDIR,
      information.st_uid == account.userID, information.st_mode & 0o077 == 0
    else {
      let message = "\(shortFolder) belongs to somebody else: set FAREGRID_HOME to a shorter path"
      throw PostgresError(.serverUnavailable, message: message)
    }
  }

  /// Makes a folder that only `account` can enter.
  private func give(_ path: String, to account: ServerAccount) throws(PostgresError) {
    try Files.makeFolder(path, mode: 0o700)
    let isRoots = Files.information(path)?.st_uid == 0
    guard unsafe !isRoots || lchown(path, account.userID, account.groupID) == 0 else {
      throw PostgresError(system: "cannot give \(path) to \(account.name)", errno)
    }
  }

  private static func unreachable(_ path: String, for account: ServerAccount) -> PostgresError {
    let message =
      "the server runs as \(account.name), who cannot enter \(path): set FAREGRID_HOME to a folder outside, "
      + "or allow it with chmod o+x"
    return PostgresError(.serverUnavailable, message: message)
  }
}
