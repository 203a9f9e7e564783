package import OKitModels
import OKitStorage

extension Workspace {
  /// The backups that are plain folders and hold one of the models in plain text; what is encrypted now can still be read there.
  ///
  /// Throws `SystemError` where the folder of backups cannot be read; a backup that cannot be read is not told of.
  package func backupsHoldingPlain(_ names: [ModelName]) throws -> [String] {
    let names = Set(names)
    return try BackupListing(self).backups.filter { $0.format == .directory }.filter { backup in
      let data = Path.join(backup.path, "data")
      // What cannot be looked at cannot be told of.
      guard let listing = try? FolderListing(data) else { return false }
      return listing.entries.contains { entry in
        guard let name = ModelName(file: entry.name), names.contains(name) else { return false }
        guard let file = try? OpenFile(Path.join(data, entry.name)) else { return false }
        return (try? ModelReader.form(of: file)) == .plain
      }
    }.map(\.name)
  }
}
