extension Storage {
  /// Runs `make` with a name beside `path`, under which it makes what it gives that name at its end. Where it throws, nothing of that is left, and
  /// the error names `path`.
  package func staging(_ path: String, _ make: (_ staged: String) throws -> Void) throws {
    let staged = Path.join(Path.parent(of: path), stagedName())
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
