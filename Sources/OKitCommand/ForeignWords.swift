import OKitStorage

/// The command names of other tools, with okit's names for the same actions.
enum ForeignWords {
  /// okit's commands for each word, the likeliest first. A group suggests the first one that it has, okit itself the first one that exists.
  static let suggestions: [String: [String]] = {
    var suggestions: [String: [String]] = [:]
    for (words, commands) in table {
      for word in words.split(separator: " ") { suggestions[String(word)] = commands }
    }
    return suggestions
  }()

  private static let table: [(words: String, commands: [String])] = [
    ("rm del delete unlink erase drop remove", ["delete", "remove"]),
    ("ls dir list tree", ["list", "status", "get"]),
    ("find search grep", ["search", "get", "show", "list"]),
    ("cat show print read view get", ["get", "show", "list"]), ("select sql", ["query", "get"]),
    ("info describe", ["show", "status"]),
    ("mv rename", ["move"]),
    ("dump", ["export"]),
    ("update write put", ["put", "set"]),
    ("insert append push", ["add"]),
    ("new make mk mkdir create", ["create", "generate", "new", "put", "init"]),
    ("add", ["create", "put", "add"]),
    ("validate lint fsck doctor test check diagnose", ["verify", "check", "status"]),
    ("verify", ["backup verify"]), ("restore recover", ["restore", "backup restore"]), ("resolve", ["ref resolve"]),
    ("snapshots", ["backup list", "list"]), ("snapshot save", ["create", "backup create"]),
    ("forget", ["prune", "backup prune"]), ("prune", ["gc", "backup prune"]), ("clean", ["gc"]),
    // No suggestion: these look like 'remove' but mean something else.
    ("remote revoke", []),
    ("fix repair", ["check"]), ("passwd rotate", ["rekey"]), ("migrations", ["migrate status"]),
    ("models", ["model list"]), ("keys recipients identities", ["key list"]), ("backups", ["backup list"]),
    ("keygen", ["key generate"]), ("lock seal", ["encrypt"]), ("unlock", ["decrypt"]),
    // After 'migrate' these words mean its commands. Alone they mean a change of data, and a similar command would do something else.
    ("diff", ["plan"]), ("upgrade up", ["apply", "migrate apply"]), ("undo revert", ["rollback"]),
    ("down downgrade", ["rollback", "migrate rollback"]), ("log", ["history"]),
    ("follow tail", ["watch"]), ("config", ["settings"]),
  ]
}
