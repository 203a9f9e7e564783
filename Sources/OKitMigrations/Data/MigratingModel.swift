import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A model during a migration: its documents, in memory, and the changes of its attachments' files.
package final class MigratingModel {
  struct Document {
    /// The id of a partial's stand-in, which is the name of its file; nil for the model's own document.
    let key: String?
    var json: JSONDocument
    /// The file from which it was read; nil for a new document.
    let file: FileSnapshot?
    let form: StoredForm
    /// True if it differs from its file.
    var isChanged = false
  }

  /// A new file of an attachment.
  struct NewFile {
    let bytes: [UInt8]
    let old: FileSnapshot?
  }

  let workspace: Workspace
  /// Its name, which a migration can change.
  var name: ModelName
  /// Its name before the migration.
  let storedName: ModelName
  /// The definitions that its documents conform to at this point.
  var snapshot: ModelSnapshot
  /// The next definitions that the data will conform to. New properties get their types from them.
  var target: ModelSnapshot
  /// The model's own document, then its partials.
  private(set) var documents: [Document]
  /// Partials that are no longer needed.
  private(set) var removedDocuments: [Document] = []
  /// New files of attachments.
  var newFiles: [DataPath: NewFile] = [:]
  /// Existing files that new attachments use.
  var reusedFiles: Set<DataPath> = []
  /// Files of attachments that are no longer needed.
  var removedFiles: [DataPath: FileSnapshot] = [:]
  /// The decisions to make before its data can be stored.
  var decisions: [MigrationDecision] = []
  /// The defaults that steps of the current migration may replace.
  var replaceableDefaults = ReplaceableDefaults()
  /// The classes whose entities a program would have changed in a plan, so that their data is unknown.
  var unknownClasses: Set<String> = []
  /// The entities before the first step; nil unless a program reads them.
  private(set) var originals: OriginalEntities?
  private var referencedByOthers: ReferencedIDs?
  let newID: () -> String
  /// The creation time of everything new, in seconds since 1970.
  let now: Int64

  /// The indices of partials in ``documents``, by the ids of their stand-ins.
  var partials: [ExactText: Int] {
    let partials = documents.indices.compactMap { index in documents[index].key.map { (ExactText($0), index) } }
    return Dictionary(partials) { first, _ in first }
  }

  /// The form of new files.
  var form: StoredForm { documents[0].form }

  init(
    _ name: ModelName, in workspace: Workspace, documents: [Document], snapshot: ModelSnapshot,
    target: ModelSnapshot, newID: @escaping () -> String = UUIDText.new, now: Int64 = Timestamp.now()
  ) {
    self.workspace = workspace
    self.name = name
    storedName = name
    self.documents = documents
    self.snapshot = snapshot
    self.target = target
    self.newID = newID
    self.now = now
  }

  /// The path of a document's file if the model has the name `name`.
  func path(of document: Document, in name: ModelName? = nil) -> WorkspacePath {
    let name = name ?? self.name
    return document.key.map { ModelFiles.partialPath($0, of: name) }
      ?? ModelFiles.mainPath(of: name)
  }

  func initialData(by snapshot: ModelSnapshot) -> InitialData {
    InitialData(definitions: snapshot.definitions, newID: newID, now: now, guesses: true)
  }

  // MARK: - Walking

  /// Calls `body` with every object of a known class, each before those in it, and with the index of its document.
  func forEachObject(_ body: (_ object: JSONValue, _ definition: ClassDefinition, _ document: Int) throws -> Void)
    rethrows
  {
    let definitions = snapshot.definitions
    var partials = partials
    var waiting: [(document: Int, className: String)] = [(0, snapshot.className)]
    while let (document, className) = waiting.popLast() {
      var walk = ObjectWalk(documents[document].json.root, as: className, in: definitions)
      while let (object, definition) = walk.next() {
        try body(object, definition, document)
        if definition.role == .partial, let entity = definition.partialEntity, let key = object["id"]?.string,
          let partial = partials.removeValue(forKey: ExactText(key))
        {
          waiting.append((partial, entity.className))
        }
      }
    }
  }

  /// Returns the class of each document's root, if it is known.
  func documentClasses() -> [(document: Int, className: String)] {
    guard documents.count > 1 else { return [(0, snapshot.className)] }
    var classes: [(Int, String)] = []
    var last: Int?
    forEachObject { _, definition, document in
      // The root is the first object of its document.
      if last != document { classes.append((document, definition.name)) }
      last = document
    }
    return classes
  }

  /// Keeps the current entities and their documents in memory, because programs read their old and new form.
  func keepOriginals() {
    if originals == nil { originals = OriginalEntities(self) }
  }

  /// Returns the ids that other models refer to. They are read once, because a migration does not change them.
  func idsReferencedByOthers() throws -> ReferencedIDs {
    if let referencedByOthers { return referencedByOthers }
    let found = try ReferencedIDs(besides: storedName, in: workspace)
    referencedByOthers = found
    return found
  }

  // MARK: - Changing

  private static let placeholder = {
    guard let document = try? JSONDocument(parsing: "null") else { preconditionFailure("null is JSON") }
    return document
  }()

  /// Collects edits of documents with `body`, and then makes them.
  ///
  /// Throws the errors of `body`, and an error of kind `malformed` if the JSON does not allow an edit, for example because of a duplicate key.
  func edit(recordingChanges: Bool = false, _ body: (inout DocumentEdits) throws -> Void) throws {
    var edits = DocumentEdits(self, recordingChanges: recordingChanges)
    try body(&edits)
    while let (index, bytes) = edits.popText() {
      try workspace.observer.advanced(byBytes: Int64(bytes.count))
      try replaceDocument(index, with: bytes)
    }
  }

  /// Replaces the text of the document at `index`. Throws an error of kind `malformed` if `bytes` is not JSON.
  func replaceDocument(_ index: Int, with bytes: JSONBytes) throws {
    // Frees the old text before the new one is parsed.
    documents[index].json = Self.placeholder
    documents[index].isChanged = true
    documents[index].json = try JSONDocument(parsing: bytes, path: path(of: documents[index]))
  }

  /// Adds a partial whose stand-in has the id `key`.
  func addPartial(_ key: String, _ bytes: JSONBytes) throws {
    let json = try JSONDocument(parsing: bytes, path: ModelFiles.partialPath(key, of: name))
    documents.append(Document(key: key, json: json, file: nil, form: form, isChanged: true))
  }

  /// Removes the partials at these indices of ``documents``.
  func removePartials(_ indices: Set<Int>) {
    removedDocuments += indices.sorted().map { documents[$0] }
    documents = documents.indices.filter { !indices.contains($0) }.map { documents[$0] }
  }

  /// Returns an error with the position of `value`, which is in the document at `index`. If the document has changed, its lines and columns differ
  /// from those of the file, so the error has a path instead.
  func error(
    _ kind: OKitError.Kind, _ message: String, at value: JSONValue, in index: Int, excerpt: OKitError.Excerpt? = nil
  ) -> OKitError {
    let document = documents[index]
    let file = path(of: document)
    guard !document.isChanged else {
      var finder = PathFinder(document.json)
      let path = BoundValue.Step.text(of: finder.steps(to: value), model: name.description)
      return OKitError(kind, "\(file) (\(path)): \(message)", excerpt: excerpt)
    }
    let place = document.json.position(of: value.range.lowerBound)
    return OKitError(kind, message, at: .init(path: file, line: place.line, column: place.column), excerpt: excerpt)
  }
}
