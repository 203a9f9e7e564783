extension Storage {
  /// Runs `make` with a temporary name next to `path`. At its end, `make` renames the file to its final name.
  ///
  /// If `make` throws, the temporary file is removed and the error names `path`.
  package func staging(_ path: FilePath, _ make: (_ staged: FilePath) throws -> Void) throws {
    let staged = path.parent.appending(stagedName())
    let note = OutsideStaging(staged, for: self)
    defer { note.end() }
    do {
      try naming(path, for: staged) { try make(staged) }
    } catch {
      try? system.removeTree(staged)
      throw error
    }
  }
}
