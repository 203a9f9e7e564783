import JSONDocument
package import OKitModels
package import OKitStorage

/// The migrations of a workspace, in the order of their numbers.
package struct MigrationFiles {
  package static let maximumSize: Int64 = 64 << 20

  package let files: [MigrationFile]

  /// Reads the files `okit/migrations/0007-NAME.json`, and ignores other extensions.
  ///
  /// Throws errors of kind `configuration` for invalid names, links, files that cannot be read, and two files with the same number.
  package init(_ workspace: Workspace) throws {
    var files: [MigrationFile] = []
    for (name, path) in try Self.names(in: workspace) {
      files.append(try MigrationFile(name, parsing: Self.contents(of: workspace.storage.absolute(path), path)))
    }
    self.files = files
  }

  /// Returns the migration with a name. The part after the number suffices if only one migration has it.
  package func file(named name: String) -> MigrationFile? {
    if let file = files.first(where: { $0.name.isExactly(name) }) { return file }
    let found = files.filter { file in
      let digits = file.name.utf8.prefix { $0 != UInt8(ascii: "-") }
      return file.name.utf8.dropFirst(digits.count + 1).elementsEqual(name.utf8)
    }
    return found.count == 1 ? found[0] : nil
  }

  package static func names(in workspace: Workspace) throws -> [(name: MigrationName, path: WorkspacePath)] {
    let folder = workspace.storage.absolute(WorkspaceLayout.migrations)
    let listing: FolderListing
    do {
      listing = try FolderListing(folder)
      try listing.requireReadableNames(in: folder)
    } catch let error as SystemError {
      throw OKitError(.configuration, "\(error)")
    } catch let error as OKitError {
      throw OKitError(.configuration, error.message)
    }
    var names: [(name: MigrationName, path: WorkspacePath)] = []
    for entry in listing.entries where !entry.isHidden {
      guard let text = entry.name.withoutSuffix(".json") else { continue }
      let name = try MigrationName(text)
      let path = WorkspaceLayout.migrations.appending(entry.name)
      guard entry.kind == .file else {
        throw OKitError(.configuration, "\(path) is not a regular file")
      }
      names.append((name, path))
    }
    names.sort { $0.name.number < $1.name.number }
    for (one, next) in zip(names, names.dropFirst()) where one.name.number == next.name.number {
      throw OKitError(
        .configuration, "\(one.path) and \(next.path) have the same number",
        remedy: .words("rename the one that was not applied yet"))
    }
    return names
  }

  private static func contents(of file: FilePath, _ path: WorkspacePath) throws -> JSONBytes {
    do {
      let file = try OpenFile(file)
      guard file.size <= maximumSize else { throw OKitError(.configuration, "\(path) is too large for a migration") }
      return try file.contents()
    } catch let error as SystemError {
      throw OKitError(.configuration, "\(error)")
    }
  }
}

extension [MigrationFile] {
  /// Returns the applied migrations that were edited since.
  package func edited(since applied: AppliedDefinitions) -> [MigrationFile] {
    let known = Dictionary(applied.migrations.map { (ExactText($0.name), $0.checksum) }) { first, _ in first }
    return filter { file in known[ExactText(file.name)].map { $0 != file.checksum } ?? false }
  }

  /// Returns the migrations that were not applied, although one with a higher number was.
  package func late(behind applied: AppliedDefinitions) -> [MigrationFile] {
    let known = Set(applied.migrations.map { ExactText($0.name) })
    let highest = applied.highestMigration?.number ?? 0
    return filter { $0.number < highest && !known.contains(ExactText($0.name)) }
  }
}
