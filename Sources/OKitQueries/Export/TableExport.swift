package import OKitModels
package import OKitStorage

/// Writes the tables of models to files of other programs. The files are not encrypted.
package struct TableExport {
  /// A format of files.
  package enum Format: String, CaseIterable, Sendable {
    /// A SQLite database.
    case sqlite
    /// A folder with a file of comma-separated values for each table.
    case csv
  }

  /// The result of an export.
  package struct Outcome: Equatable, Sendable {
    /// The path of the file or folder.
    package let path: FilePath
    /// The names of the tables, with their numbers of rows.
    package let tables: [Table]
    /// The number of rows of all tables.
    package var rows: Int { tables.reduce(0) { $0 + $1.rows } }
  }

  /// An exported table.
  package struct Table: Equatable, Sendable {
    /// The name.
    package let name: String
    /// The number of rows.
    package let rows: Int
  }

  private let workspace: Workspace
  private let source: Workspace
  private var storage: Storage { workspace.storage }

  /// Prepares exports of the models in `source`, which is `workspace` or a former state of it.
  package init(_ workspace: Workspace, of source: Workspace? = nil) {
    self.workspace = workspace
    self.source = source ?? workspace
  }

  /// Writes the tables of the named models, or of all models without names, to a new file or folder at `path` that only its owner can read.
  ///
  /// Throws errors of kind `exists` (there is a file, or a folder with files), `usage` (the path is inside the data folder), `inputOutput` (the
  /// database would be larger than SQLite can keep in memory), `locked`, `malformed`, `notFound`, and `SystemError`. In each case nothing is written.
  package func export(_ names: [ModelName], as format: Format, to path: FilePath) throws -> Outcome {
    try source.prepareKeys()
    guard !path.resolvingExistingPrefix.lies(in: storage.dataFolder.resolvingExistingPrefix) else {
      throw OKitError(.usage, "\(path) lies in the data folder, which contains only the files of models")
    }
    switch format {
    case .sqlite:
      guard try FileStatus.of(path) == nil else { throw OKitError(.exists, "\(path) already exists") }
    case .csv: try Storage.requireEmpty(path, notEmpty: Self.notEmpty)
    }
    // An interrupted export leaves decrypted data behind, which this removes.
    return try storage.reading(recovering: !workspace.isDryRun) {
      try source.storage.reading {
        if names.isEmpty { _ = try source.warnOfMissingModels(ModelKinds(source), notIn: "the export") }
        // A query skips a model that cannot be read, but an export without it would not be whole.
        let names = try names.isEmpty ? source.storedModels() : names
        let data = try RelationalData(EntityStore(source), models: names) {
          try source.observer.advanced(byBytes: 0)
        }
        let tables = try data.rows(of: data.schema.tables)
        try write(tables, data, as: format, to: path)
        return Outcome(path: path, tables: tables.map { Table(name: $0.table.name, rows: $0.count) })
      }
    }
  }

  private func write(_ tables: [RelationalRows], _ data: RelationalData, as format: Format, to path: FilePath) throws {
    switch format {
    case .sqlite:
      try DatabaseContent(tables, data).withBytes { bytes in
        if workspace.isDryRun { return }
        try storage.staging(path) { staged in
          let file = try storage.system.createFile(staged, mode: FileSystem.privateFile)
          try file.write(bytes)
          try file.flush()
          try storage.system.renameIntoPlace(staged, path)
        }
      }
    case .csv:
      if workspace.isDryRun { return try DelimitedFiles(tables, check: data.check).forEachPiece { _, _ in } }
      try storage.stagingFolder(path, notEmpty: Self.notEmpty) { folder in
        try DelimitedFiles(tables, check: data.check).write(to: folder, storage.system)
      }
    }
  }

  private static func notEmpty(_ folder: FilePath) -> OKitError { OKitError(.exists, "\(folder) is not empty") }
}
