import CommandKit
import Glibc
import OKitStorage

/// `config.json`: settings of the machine and of the user, which hold for every workspace.
///
/// They are the only place that a workspace cannot reach, so they say which ones are trusted.
struct UserSettings {
  /// The settings of the machine. Its place is fixed: a variable would let whoever sets it decide for others.
  static let systemPath = "/etc/okit/config.json"
  static let fileName = "config.json"

  /// The settings of the user; nil if nothing says where they are.
  let path: String?

  /// The users who count as the caller: root stands in for whoever called sudo.
  let callers: Set<UInt32>

  init(_ session: Session) {
    path = session.settingsFolder.map { "\($0)/\(Self.fileName)" }
    var callers: Set<UInt32> = [geteuid()]
    if geteuid() == 0, let user = session.environment("SUDO_UID").flatMap({ UInt32($0) }) { callers.insert(user) }
    self.callers = callers
  }

  /// The folders and owners that the caller trusts.
  var trust: Trust {
    let (paths, callers) = ([Self.systemPath] + (path.map { [$0] } ?? []), callers)
    return Trust(callers: callers, settingsPath: path) { try SafeFolders(reading: paths, callers: callers) }
  }
}
