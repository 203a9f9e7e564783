import CommandKit
import Glibc
import OKitStorage

/// `config.json`: settings of the machine and of the user, for every workspace.
///
/// They list the trusted folders, because a workspace cannot change them.
struct UserSettings {
  /// The settings of the machine. The path is fixed, because a variable would let whoever sets it decide for others.
  static let systemPath: FilePath = "/etc/okit/config.json"
  static let fileName = "config.json"

  /// The settings of the user; nil if neither `XDG_CONFIG_HOME` nor `HOME` is set.
  let path: FilePath?

  /// The users who count as the caller: with sudo, root and the user who called it.
  let callers: Set<UInt32>

  init(_ session: Session) {
    path = session.settingsFolder?.appending(Self.fileName)
    var callers: Set<UInt32> = [CurrentUser.id]
    if CurrentUser.id == 0, let user = session.environment("SUDO_UID").flatMap({ UInt32($0) }) { callers.insert(user) }
    self.callers = callers
  }

  /// The folders and owners that the caller trusts.
  var trust: Trust {
    let (paths, callers) = ([Self.systemPath] + (path.map { [$0] } ?? []), callers)
    return Trust(callers: callers, settingsPath: path) { try SafeFolders(reading: paths, callers: callers) }
  }
}
