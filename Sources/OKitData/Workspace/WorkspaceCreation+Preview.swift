import JSONDocument
import OKitBackups
package import OKitModels
import OKitStorage

extension WorkspaceCreation {
  /// The workspace that would be created.
  package struct Preview: Equatable, Sendable {
    /// The models of the workspace.
    package let models: [ModelName]
    /// The entries of a backup's configuration that would be left out, one line each.
    package let omittedSettings: [String]
  }

  /// Returns the workspace that would be created from `origin`. Reads a backup completely. Changes nothing.
  ///
  /// Throws the errors of ``create(_:definitions:)`` that occur before it writes.
  package func preview(_ origin: Origin, definitions paths: [String] = []) throws -> Preview {
    let definitions = try appDefinitions(paths)
    let isThere = try FileStatus.of(okitFolder, followingLinks: true) != nil
    if case .empty = origin, isThere { return try preview(of: okitFolder.appending("data")) }
    guard !isThere else { throw OKitError(.exists, "\(okitFolder) already exists") }
    switch origin {
    case .empty: return Preview(models: [], omittedSettings: [])
    case .dataFolder(let path): return try preview(of: DataFolderSearch.find(in: path))
    case .backup(let origin): return try preview(of: origin, definitions)
    }
  }

  private func preview(of data: FilePath) throws -> Preview {
    Preview(models: try FolderListing(data).modelNames, omittedSettings: [])
  }

  private func preview(of origin: BackupOrigin, _ definitions: AppDefinitions?) throws -> Preview {
    let (reader, keyring) = try open(origin)
    let own = try ownRecipients(origin, reader, keyring)
    var omittedSettings: [String] = []
    try observer.step("reading the backup", totalBytes: reader.manifest.totalSize) {
      try reader.readAll { file, source in
        if file.path == BackupManifest.configuration {
          let limit = Configuration.maximumSize
          let bytes = try JSONBytes.collecting(file.path.text, expected: file.size, secret: false, limit: limit, source)
          omittedSettings = try configuration(bytes, of: reader, origin.form, definitions, own: own).omittedSettings
        } else {
          try forEachPiece(of: source) { try observer.advanced(byBytes: Int64($0.count)) }
        }
      }
    }
    return Preview(models: reader.manifest.models.map(\.name), omittedSettings: omittedSettings)
  }
}
