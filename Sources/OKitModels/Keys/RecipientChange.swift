package import Ciphers
import OKitStorage

/// Changes of whom a workspace encrypts to.
package struct RecipientChange {
  private let workspace: Workspace

  /// Changes of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Adds recipients; returns those that were not there. What is encrypted already stays as it is.
  ///
  /// Throws errors of kind `busy` (when another process keeps the workspace for longer than the lock timeout) and `configuration` (what okit.json
  /// says cannot be understood, or there is none), and `SystemError`.
  package func add(_ recipients: [X25519Recipient]) throws -> [X25519Recipient] {
    try workspace.storage.writing {
      try addWhileWriting(recipients, command: "key add")
    }
  }

  /// Adds recipients within a change of `command` that keeps others from the workspace; returns those that were not there.
  func addWhileWriting(
    _ recipients: [X25519Recipient], command: String
  ) throws -> [X25519Recipient] {
    try change(command) { present in
      var known = Set(present)
      let new = recipients.filter { known.insert($0).inserted }
      return (present + new, new)
    }
  }

  /// Removes recipients; returns those that were there. What is encrypted already stays as it is.
  ///
  /// Throws what ``add(_:)`` throws.
  package func remove(
    _ recipients: [X25519Recipient]
  ) throws -> [X25519Recipient] {
    try workspace.storage.writing {
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
    try workspace.changing(command) { transaction in
      var edit = ConfigurationEdit(configuration)
      edit.setRecipients(result.all)
      try edit.stage(in: transaction, of: workspace)
    }
    return result.changed
  }
}
