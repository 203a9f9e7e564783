package import Ciphers
import JSONDocument
package import OKitStorage

/// The settings in a backup's `okit.json` that affect more than the new workspace. Anyone who knows a public key can make a backup for it. With these
/// settings, they would become a recipient of the workspace or receive its backups.
package struct UntrustedConfiguration {
  /// The recipients for whom no identity is available.
  package let recipients: [X25519Recipient]
  /// The folder of backups if it is outside of the workspace; otherwise nil.
  package let backupFolder: String?
  /// The paths of definitions outside of the workspace.
  package let definitions: [String]
  /// True if there is a URL that models are sent to.
  package let hasEndpoint: Bool

  /// Checks `configuration` for a workspace at `root`. `own` are the recipients of the user's identities.
  package init(_ configuration: Configuration, root: FilePath, own: [X25519Recipient], definitions: [String]) {
    func isOutside(_ path: String) -> Bool {
      if path.pathComponents.contains("..") { return true }
      let place = FilePath(path, in: root).resolvingExistingPrefix
      return !place.lies(in: root.resolvingExistingPrefix)
    }
    recipients = configuration.recipients.filter { !own.contains($0) }
    backupFolder = configuration.backup.folder.flatMap { isOutside($0) ? $0 : nil }
    self.definitions = definitions.filter(isOutside)
    hasEndpoint = configuration.document.root["endpoint"] != nil
  }

  /// Returns one line for each setting that is not restored.
  package func descriptions(of configuration: Configuration) -> [String] {
    var lines: [String] = []
    if !recipients.isEmpty {
      lines.append("recipients that could open the models: \(recipients.map(\.description).joined(separator: ", "))")
    }
    if let backupFolder {
      lines.append("a backup folder outside of the workspace: \(PathComponent.printable(backupFolder))")
    }
    if !definitions.isEmpty {
      lines.append(
        "definitions outside of the workspace: \(definitions.map(PathComponent.printable).joined(separator: ", "))")
    }
    if hasEndpoint {
      let text = configuration.document.root["endpoint"]?.string ?? ""
      lines.append("an endpoint that models are sent to: \(PathComponent.printable(text))")
    }
    return lines
  }
}
