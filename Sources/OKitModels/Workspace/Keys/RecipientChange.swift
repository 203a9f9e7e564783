package import Ciphers
import OKitStorage

/// Changes the recipients that a workspace encrypts to.
package struct RecipientChange {
  private let workspace: Workspace

  /// Changes the recipients of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Adds recipients and returns those that are new. Encrypted files do not change.
  ///
  /// Throws errors of kind `busy` (another process locks the workspace for longer than the lock timeout) and `configuration` (okit.json is missing or
  /// not valid), and `SystemError`.
  package func add(_ recipients: [X25519Recipient]) throws -> [X25519Recipient] {
    try workspace.writing {
      try addWhileWriting(recipients, command: "key add")
    }
  }

  /// Adds recipients as part of `command`, which already locks the workspace. Returns those that are new.
  func addWhileWriting(
    _ recipients: [X25519Recipient], command: String
  ) throws -> [X25519Recipient] {
    try change(command) { present in
      var known = Set(present)
      let new = recipients.filter { known.insert($0).inserted }
      return (present + new, new)
    }
  }

  /// Removes recipients and returns those that existed. Encrypted files do not change.
  ///
  /// Throws the errors of ``add(_:)``.
  package func remove(
    _ recipients: [X25519Recipient]
  ) throws -> [X25519Recipient] {
    try workspace.writing {
      try change("key remove") { present in
        (present.filter { !recipients.contains($0) }, present.filter(recipients.contains))
      }
    }
  }

  private func change(
    _ command: String,
    _ body: ([X25519Recipient]) -> (all: [X25519Recipient], changed: [X25519Recipient])
  ) throws -> [X25519Recipient] {
    let configuration = try workspace.currentConfiguration()
    let result = body(configuration.recipients)
    if workspace.isDryRun { return result.changed }
    try workspace.changing(command, as: .keys) { transaction in
      var edit = ConfigurationEdit(configuration)
      edit.setRecipients(result.all)
      try edit.stage(in: transaction)
    }
    return result.changed
  }
}
