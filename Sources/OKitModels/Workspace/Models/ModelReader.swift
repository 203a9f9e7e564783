import Ciphers
package import JSONDocument
package import OKitStorage

/// The opened, decrypted and parsed file of a model or partial.
package struct OpenedDocument {
  /// The file at the time of reading.
  package let file: FileSnapshot
  /// The form of the file.
  package let form: StoredForm
  /// The parsed content.
  package let document: JSONDocument

  package init(file: FileSnapshot, form: StoredForm, document: JSONDocument) {
    self.file = file
    self.form = form
    self.document = document
  }
}

/// Reads the files of a workspace in any form.
package final class ModelReader {
  private let workspace: Workspace
  private let keyring: Keyring
  /// True if the documents can be changed.
  private let isLive: Bool
  /// True if the framework's key has decrypted a model. Its cipher has no authentication, so nothing else proves the key. Nil if it is unknown.
  private var isFrameworkKeyProven: Bool?

  /// Documents from earlier reads, for a process that reads again and again.
  private let kept: DocumentCache?

  /// The limit for reading beginnings of documents; nil to read whole documents.
  private let budget: ReadingBudget?

  /// A reader of `workspace`, by default with its own keyring.
  package init(
    _ workspace: Workspace, keyring: Keyring? = nil, isLive: Bool = false, kept: DocumentCache? = nil,
    budget: ReadingBudget? = nil
  ) {
    self.workspace = workspace
    self.keyring = keyring ?? workspace.keyring
    self.isLive = isLive
    self.kept = kept
    self.budget = budget
  }

  /// Reads the document at `path` in the workspace. Only the model's own file can be a link.
  package func document(_ path: WorkspacePath, followingLinks: Bool = false) throws -> OpenedDocument {
    func read() throws -> OpenedDocument {
      let place = workspace.storage.absolute(path)
      if budget == nil, let known = workspace.smallDocument(at: place) { return known }
      let opened = try document(followingLinks ? workspace.storage.open(place) : workspace.storage.openUnlinked(place))
      try workspace.observer.advanced(byBytes: opened.file.size)
      return opened
    }
    let opened = try kept?.document(path, in: workspace, followingLinks: followingLinks, read) ?? read()
    try workspace.observer.advanced(byBytes: 0)
    guard isLive else { return opened }
    return OpenedDocument(file: opened.file, form: opened.form, document: opened.document.live())
  }

  /// Reads the document in `file`.
  package func document(_ file: OpenFile) throws -> OpenedDocument {
    let form = try Self.form(of: file)
    if let budget { return try beginning(of: file, form, budget) }
    // Reject a file that is too large before it fills the memory. The size of an age file's content is known only after decryption.
    guard form == .age || file.size - Int64(OKitCBCKey.blockSize) < Int64(JSONDocument.sizeLimit) else {
      let reason = JSONError.Reason.tooLarge(size: Int(file.size))
      throw OKitError(.malformed, "\(file.path): \(reason)")
    }
    if form == .okitCBC { return try frameworkDocument(file) }
    let source = try PlainSource(file, form: form, keyring: keyring)
    let bytes = try JSONBytes.collecting(file.path.text, expected: file.size, secret: form.isEncrypted) {
      try source.read(into: $0)
    }
    try file.requireUnchanged()
    return OpenedDocument(file: file.snapshot, form: form, document: try JSONDocument(parsing: bytes, path: file.path))
  }

  private func beginning(of file: OpenFile, _ form: StoredForm, _ budget: ReadingBudget) throws -> OpenedDocument {
    let source = try PlainSource(file, form: form, keyring: keyring)
    let (bytes, isWhole) = try budget.beginning(of: source, secret: form.isEncrypted)
    let document = try isWhole ? JSONDocument(parsing: bytes) : JSONDocument(parsingBeginning: bytes)
    return OpenedDocument(file: file.snapshot, form: form, document: document)
  }

  /// Verifies that a model's file can be decrypted and is JSON, in constant memory for any size. Throws the errors of reading it as a document.
  package func verify(_ file: OpenFile) throws {
    let form = try Self.form(of: file)
    if form == .okitCBC {
      guard try frameworkKeyOpens(file) else { throw try failure(toOpen: file) }
      isFrameworkKeyProven = true
    } else {
      _ = try rootKind(of: file, form)
    }
  }

  private func rootKind(of file: OpenFile, _ form: StoredForm) throws -> JSONKind? {
    let source = try PlainSource(file, form: form, keyring: keyring)
    var validator = JSONValidator()
    do {
      try forEachPiece(of: source.read(into:)) { try validator.feed($0) }
      try validator.finish()
    } catch let error as JSONError {
      throw OKitError.malformed(error, path: file.path)
    }
    try file.requireUnchanged()
    return validator.rootKind
  }

  /// Returns the form of a model's or partial's file.
  package static func form(of file: OpenFile) throws -> StoredForm {
    guard let form = try formIfKnown(of: file) else {
      throw OKitError(.malformed, "\(file.path) is neither JSON nor in a known encrypted format")
    }
    return form
  }

  /// Returns the form of a model's or partial's file; nil if it is in no known form.
  package static func formIfKnown(of file: OpenFile) throws -> StoredForm? {
    StoredForm.ofDocument(prefix: try file.prefix(StoredForm.sniffedBytes), size: file.size)
  }

  // MARK: - The framework's cipher

  private func frameworkDocument(_ file: OpenFile) throws -> OpenedDocument {
    guard let document = try decryptFrameworkDocument(file) else { throw try failure(toOpen: file) }
    isFrameworkKeyProven = true
    return OpenedDocument(file: file.snapshot, form: .okitCBC, document: document)
  }

  /// Returns the error for a file that the key does not decrypt: of kind `malformed` if the key decrypts other files, and otherwise of kind `locked`.
  private func failure(toOpen file: OpenFile) throws -> OKitError {
    if try frameworkKeyOpensAnyModel() {
      return OKitError(.malformed, "\(file.path) is damaged: the app's key opens other models, but not this one")
    }
    return OKitError(.locked, "the app's key does not open \(file.path)", remedy: .importFrameworkKey)
  }

  /// Returns the whole document; nil if the padding, the JSON or the root shows that the key is wrong or the file is damaged.
  private func decryptFrameworkDocument(_ file: OpenFile) throws -> JSONDocument? {
    try file.rewind()
    let source = try PlainSource(file, form: .okitCBC, keyring: keyring)
    do {
      let bytes = try JSONBytes.collecting(file.path.text, expected: file.size, secret: true) {
        try source.read(into: $0)
      }
      try file.requireUnchanged()
      let document = try JSONDocument(parsing: bytes, path: file.path)
      return document.root.kind == .object ? document : nil
    } catch let error as OKitError where error.kind == .malformed {
      return nil
    }
  }

  /// True if the framework's key decrypts `file` to a JSON object.
  func frameworkKeyOpens(_ file: OpenFile) throws -> Bool {
    do {
      return try rootKind(of: file, .okitCBC) == .object
    } catch let error as OKitError where error.kind == .malformed {
      return false
    }
  }

  /// True if the framework's key decrypts a model of the workspace.
  package func frameworkKeyOpensAnyModel() throws -> Bool {
    if let isFrameworkKeyProven { return isFrameworkKeyProven }
    let isProven = try workspace.storedModels().contains { name in
      // A file that cannot be opened proves nothing, and is reported where it is needed.
      guard let file = try? workspace.storage.open(workspace.storage.absolute(ModelFiles.mainPath(of: name))) else {
        return false
      }
      return try Self.formIfKnown(of: file) == .okitCBC && frameworkKeyOpens(file)
    }
    isFrameworkKeyProven = isProven
    return isProven
  }
}

extension Workspace {
  /// A small document that was read before and whose file is still the same.
  func smallDocument(at path: FilePath) -> OpenedDocument? {
    guard let known = smallDocuments[path], (try? FileStatus.of(path))?.stamp == known.file.stamp else {
      return nil
    }
    return known
  }
}
