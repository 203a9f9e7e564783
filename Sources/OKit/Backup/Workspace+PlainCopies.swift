extension Workspace {
  /// The backups that are plain folders and hold one of the models in plain text; what is encrypted now can still be read there.
  public func backupsHoldingPlain(_ names: [ModelName]) throws -> [String] {
    try BackupListing(self).backups.filter { $0.format == .directory }.filter { backup in
      names.contains { name in
        guard let file = try? OpenFile(Path.join(backup.path, "data/\(name).json")) else { return false }
        return (try? ModelReader.form(of: file)) == .plain
      }
    }.map(\.name)
  }
}
