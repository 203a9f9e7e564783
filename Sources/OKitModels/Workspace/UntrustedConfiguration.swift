package import Ciphers
import JSONDocument
import OKitStorage

/// The settings in a backup's `okit.json` that reach beyond the new workspace: anybody who knows a public key can have made a backup for it, and
/// from then on would be one of its recipients, or get its backups.
package struct UntrustedConfiguration {
  /// Recipients of whom no identity is at hand.
  package let recipients: [X25519Recipient]
  /// The folder of backups, if it lies elsewhere.
  package let backupFolder: String?
  /// Definitions that lie elsewhere.
  package let definitions: [String]
  /// True if there is an address that models are sent to.
  package let hasEndpoint: Bool

  /// Looks at `configuration`, for a workspace in `root` whose user has the identities of the recipients `own`.
  package init(_ configuration: Configuration, root: String, own: [X25519Recipient], definitions: [String]) {
    func isOutside(_ path: String) -> Bool {
      if path.pathComponents.contains("..") { return true }
      let place = Path.resolvedAsFarAsThere(Path.absolute(path, in: root))
      return !Path.lies(place, in: Path.resolvedAsFarAsThere(root))
    }
    recipients = configuration.recipients.filter { !own.contains($0) }
    backupFolder = configuration.backup.folder.flatMap { isOutside($0) ? $0 : nil }
    self.definitions = definitions.filter(isOutside)
    hasEndpoint = configuration.document.root["endpoint"] != nil
  }

  /// One line for each thing that is not taken over.
  package func descriptions(of configuration: Configuration) -> [String] {
    var lines: [String] = []
    if !recipients.isEmpty {
      lines.append("recipients, who can open the models: \(recipients.map(\.description).joined(separator: ", "))")
    }
    if let backupFolder { lines.append("an outside folder for backups: \(PathComponent.printable(backupFolder))") }
    if !definitions.isEmpty {
      lines.append("outside definitions: \(definitions.map(PathComponent.printable).joined(separator: ", "))")
    }
    if hasEndpoint {
      let text = configuration.document.root["endpoint"]?.string ?? ""
      lines.append("an endpoint that models are sent to: \(PathComponent.printable(text))")
    }
    return lines
  }
}
