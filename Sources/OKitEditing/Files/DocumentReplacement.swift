import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import Rules

/// A document that replaces another one as a whole, and what it must fit.
struct DocumentReplacement {
  private let edit: WorkspaceEdit
  private let document: ModelDocument
  private let old: ModelDocument?
  private let content: OpenFile
  /// True for a partial without a stand-in, whose class is unknown.
  private let isUnnamed: Bool

  /// Reads the new document in `content`, and the one that it replaces. `present` is the present file.
  ///
  /// Throws the errors of reading the new one.
  init(_ edit: WorkspaceEdit, _ file: StoredFile, _ content: OpenFile, _ present: FileSnapshot?) throws {
    self.edit = edit
    self.content = content
    let workspace = edit.workspace
    let read = try Self.read(content, workspace)
    let path = file.workspacePath
    // The new document stands in the place of the old one, which tells if the file changes while hooks run.
    let opened = OpenedDocument(
      file: FileSnapshot(path: workspace.storage.absolute(path), status: present?.status ?? content.status),
      form: read.form, document: read.document)
    switch file {
    case .model(let name):
      old = try? edit.store.main(name)
      isUnnamed = false
      document = ModelDocument(model: name, path: path, opened: opened)
      edit.store.adopt(main: document)
    case .partial(let key, let name):
      let standIn = Self.standIn(key, of: name, edit.store)
      old = try? standIn.flatMap { try edit.store.partial(of: $0) }
      isUnnamed = standIn == nil
      document = ModelDocument(model: name, path: path, opened: opened, standIn: standIn)
      if standIn != nil { edit.store.adopt(document) }
    case .attachment:
      preconditionFailure("an attachment is not a document")
    }
  }

  private static func read(_ content: OpenFile, _ workspace: Workspace) throws -> OpenedDocument {
    do {
      return try ModelReader(workspace).document(content)
    } catch let error as OKitError where error.kind == .malformed {
      throw UnacceptableContent(error)
    }
  }

  /// Returns the entity that stands for a partial; nil if no readable document has one.
  private static func standIn(_ key: String, of name: ModelName, _ store: EntityStore) -> EntityPlace? {
    guard let main = try? store.main(name) else { return nil }
    if let standIn = main.entity(key) { return standIn }
    return (try? store.all(of: name, isTolerant: true))?.all.dropFirst().lazy.compactMap { $0.entity(key) }.first
  }

  /// The versions for hooks.
  var version: WorkspaceEdit.FileVersion { WorkspaceEdit.FileVersion(old: old?.json, new: document.json) }

  /// The ids of the entities in the new document.
  var entityIDs: Set<String> { document.json.entityIDs }

  /// Throws ``UnacceptableContent`` unless the document is an object that fits its class, and ``OKitModels/RuleViolations``.
  func run() throws {
    let root = document.json.root
    guard root.kind == .object else { throw UnacceptableContent("\(content.path) is not a JSON object") }
    if isUnnamed { return }
    let classes = try edit.store.classes()
    try classes.workspace.requireKnownClass(of: document.model)
    if let definition = classes.rootClass(of: document) {
      var checker = DefinitionChecker(classes.definitions)
      // An app can read an entity without an id, and properties that a later version of its class has.
      let tolerated: [Finding.Kind] = [.unknownProperty, .missingID]
      if let fault = checker.fault(of: root, as: definition.name, besides: tolerated) {
        let place = document.json.position(of: fault.offset)
        let key = fault.value.key.map { "\(PathComponent.printable($0.string)): " } ?? ""
        throw UnacceptableContent(
          "\(key)\(fault.message)",
          at: .init(path: content.path, line: place.line, column: place.column))
      }
    }
    // A warning would show values of the document to people who cannot read it.
    let violations = try edit.workspace.violations(causedBy: [document], in: edit.store).filter {
      $0.severity == .error
    }
    if !violations.isEmpty { throw RuleViolations(findings: violations) }
  }
}
