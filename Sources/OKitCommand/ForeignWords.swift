import OKitStorage

/// What people who know other tools type, and what okit calls it.
enum ForeignWords {
  /// Our commands for each word, the likeliest first: a group takes the first that it has, okit itself the first that there is.
  static let ours: [String: [String]] = {
    var ours: [String: [String]] = [:]
    for (words, commands) in table {
      for word in words.split(separator: " ") { ours[String(word)] = commands }
    }
    return ours
  }()

  private static let table: [(words: String, commands: [String])] = [
    ("rm del delete unlink erase drop remove", ["delete", "remove"]),
    ("ls dir list tree", ["list", "status", "get"]),
    ("cat show print read view query find select search grep get", ["get", "show", "list"]),
    ("info describe", ["show", "status"]),
    ("mv rename", ["move"]),
    ("dump", ["export"]),
    ("edit update write put", ["put", "set"]),
    ("insert append push", ["add"]),
    ("new make mk mkdir create", ["create", "generate", "new", "put", "init"]),
    ("add", ["create", "put", "add"]),
    ("validate lint fsck doctor test check diagnose", ["verify", "check", "status"]),
    ("verify", ["backup verify"]), ("restore recover", ["restore", "backup restore"]), ("resolve", ["ref resolve"]),
    ("snapshots", ["list", "backup list"]), ("snapshot save", ["create", "backup create"]),
    ("forget", ["backup delete"]), ("prune", ["gc", "backup delete"]), ("clean", ["gc"]),
    // They look like 'remove'.
    ("remote revoke", []),
    ("fix repair", ["check"]), ("passwd rotate", ["rekey"]), ("migrations", ["migrate status"]),
    ("models", ["model list"]), ("keys recipients identities", ["key list"]), ("backups", ["backup list"]),
    ("keygen", ["key generate"]), ("lock seal", ["encrypt"]), ("unlock", ["decrypt"]),
    // In the group of migrations these words mean its commands; alone they mean a change of data, and what comes near to that would do something else.
    ("diff", ["plan"]), ("upgrade up", ["apply", "migrate apply"]), ("undo revert", ["rollback"]),
    ("down downgrade", ["rollback", "migrate rollback"]), ("log", ["history"]),
    ("follow tail", ["watch"]), ("config", ["settings"]),
  ]
}
