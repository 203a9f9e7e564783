package import JSONDocument
package import OKitModels
package import OKitStorage

/// The first entry of a backup, `okit-backup.json`: its origin and the list of its files.
package struct BackupManifest: Equatable, Sendable {
  /// The form of the files in the backup.
  package enum Content: String, Sendable {
    /// Decrypted. Only the archive protects them.
    case decrypted
    /// As in the workspace: encrypted models stay encrypted with their own keys.
    case asStored = "as-stored"
  }

  /// A model in a backup.
  package struct Model: Equatable, Sendable {
    /// The name.
    package let name: ModelName
    /// The kind; nil if the workspace did not record it.
    package let kind: ModelKind?
    /// The form of its main file in the workspace.
    package let form: StoredForm
  }

  /// A file in a backup.
  package struct File: Equatable, Sendable {
    /// The path in the backup: `okit.json`, a path in `data/` or `model/`, or that of a file with rules or a form.
    package let path: BackupPath
    /// The size in the backup, in bytes.
    package let size: Int64
    /// The form in the workspace.
    package let form: StoredForm
  }

  /// The name of the entry.
  package static let fileName = "okit-backup.json"
  static let entry = BackupPath(text: fileName)
  /// The configuration of the workspace in a backup.
  package static let configuration = BackupPath(text: Configuration.fileName)
  /// The latest version of the format. Version 2 adds rules and forms.
  package static let currentVersion = 2
  /// The maximum size of the entry, enough for a million files.
  package static let maximumSize: Int64 = 256 << 20

  /// The time of the backup, in seconds since 1970.
  package let created: Int64
  /// The id of the workspace, a UUID.
  package let workspace: String
  /// The form of the files.
  package let content: Content
  /// The models.
  package let models: [Model]
  /// The files, except the manifest itself and the checksums.
  package let files: [File]
  /// The value of `definitions` in `okit.json` after a restore, if the backup contains Swift files from outside the workspace; otherwise nil.
  package var definitions: [String]?

  /// True if the backup has all rules and forms that the workspace had. An older okit left them out.
  package var hasAllRulesAndForms = false

  /// The sum of the declared file sizes in bytes, limited to `Int64.max`.
  package var totalSize: Int64 {
    files.reduce(0) { sum, file in
      let (larger, overflow) = sum.addingReportingOverflow(file.size)
      return overflow ? .max : larger
    }
  }
}

extension BackupManifest {
  /// Returns the text of the entry.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { write(to: &$0) }
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Writes the members of the entry's object.
  package func write(to writer: inout JSONWriter) {
    // Without rules and forms, an older okit can read the backup.
    writer.member("version", files.contains { WorkspacePath($0.path).isRuleOrFormFile } ? Self.currentVersion : 1)
    writer.member("created", Timestamp.internet(created))
    writer.member("workspace", workspace)
    writer.member("content", content.rawValue)
    writer.array("models") { writer in
      for model in models {
        writer.object { writer in
          writer.member("name", model.name.description)
          if let kind = model.kind { writer.member("kind", kind.rawValue) }
          writer.member("form", model.form.rawValue)
        }
      }
    }
    if let definitions { writer.array("definitions", of: definitions) }
    if hasAllRulesAndForms { writer.member("rulesAndForms", true) }
    writer.array("files") { writer in
      for file in files {
        writer.object { writer in
          writer.member("path", file.path.text)
          writer.member("size", Int(file.size))
          writer.member("form", file.form.rawValue)
        }
      }
    }
  }

  /// Parses the entry of the backup `name`. Throws an error of kind `malformed`, or `unsupported` for a newer version.
  ///
  /// More than `limit` models or files are refused before memory is allocated for them.
  package init(decoding bytes: JSONBytes, of name: String, limit: Int = .max) throws {
    func wrong(_ detail: String) -> OKitError { OKitError(.malformed, "\(name): \(Self.fileName): \(detail)") }
    let root = try JSONDocument(parsing: bytes, path: "\(name): \(Self.fileName)").root
    guard let version = root["version"]?.int, version >= 1 else { throw wrong("missing version") }
    guard version <= Self.currentVersion else {
      throw OKitError(.unsupported, "\(name) was made by a newer okit (version \(version))")
    }
    guard let created = root["created"]?.string.flatMap(Timestamp.parse(internet:)) else { throw wrong("missing time") }
    guard let workspace = root["workspace"]?.string, UUIDText.isValid(workspace) else {
      throw wrong("missing workspace id")
    }
    guard let content = root["content"]?.string.flatMap(Content.init(rawValue:)) else { throw wrong("missing content") }
    guard let models = root["models"], models.kind == .array, let files = root["files"], files.kind == .array else {
      throw wrong("missing models or files")
    }
    for (list, what) in [(models, "models"), (files, "files")] {
      guard list.count <= limit else { throw wrong("more than \(limit) \(what)") }
    }
    self.created = created
    self.workspace = workspace
    self.content = content
    self.models = try models.elements.map { value in
      guard let name = value["name"]?.string, let form = value["form"]?.string.flatMap(StoredForm.init(rawValue:))
      else {
        throw wrong("a model without name or form")
      }
      let kind = value["kind"]?.string.flatMap(ModelKind.init(rawValue:))
      guard kind != nil || value["kind"] == nil else { throw wrong("an unknown kind of model") }
      return Model(name: try ModelName(name), kind: kind, form: form)
    }
    self.files = try files.elements.map { value in
      guard let path = value["path"]?.string, let size = value["size"]?.int, size >= 0,
        let form = value["form"]?.string.flatMap(StoredForm.init(rawValue:))
      else { throw wrong("a file without path, size or form") }
      try Self.checkPath(BackupPath(text: path), of: name)
      return File(path: BackupPath(text: path), size: Int64(size), form: form)
    }
    hasAllRulesAndForms = root["rulesAndForms"]?.bool == true
    definitions = try root["definitions"].map { list in
      guard list.kind == .array else { throw wrong("definitions is not an array") }
      return try list.elements.map { element in
        guard let path = element.string, OutsideDefinitions.isPortable(path)
        else { throw wrong("definitions outside of the workspace") }
        return path
      }
    }
    if let path = MisplacedFile.first(of: self.files.compactMap { DataPath($0.path) }) {
      throw wrong(MisplacedFile.fault(BackupPath(path)))
    }
    try checkModels(of: name)
  }

  /// Throws an error of kind `malformed` unless each model is listed once and has a file in the same form. Restoring a single model relies on
  /// this list.
  private func checkModels(of name: String) throws {
    let forms = Dictionary(files.map { ($0.path, $0.form) }) { first, _ in first }
    var seen: Set<ModelName> = []
    for model in models {
      let path = BackupPath(DataPath(mainOf: model.name))
      guard seen.insert(model.name).inserted, let form = forms[path], form == model.form else {
        throw OKitError(
          .malformed,
          "\(name): \(Self.fileName): model \(PathComponent.printable(model.name.description)) has no file")
      }
    }
  }

  /// Throws an error of kind `malformed` unless `path` may be in a backup: `okit.json`, a path in `data/` or `model/`, or that of a file with rules or a
  /// form. Files that okit could execute later, such as hooks, are never allowed.
  static func checkPath(_ path: BackupPath, of name: String) throws {
    if path == configuration { return }
    let components = path.components
    guard components.count > 1,
      components[0] == "data" || components[0] == "model" || WorkspacePath(path).isRuleOrFormFile
    else {
      throw OKitError(.malformed, "\(name): \(PathComponent.printable(path.text)) does not belong in a backup")
    }
    for component in components {
      if let fault = PathComponent.fault(of: component) {
        throw OKitError(
          .malformed, "\(name): \(PathComponent.printable(path.text)) is not a valid path in a backup: \(fault)")
      }
    }
  }
}
