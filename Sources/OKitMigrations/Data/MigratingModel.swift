import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A model on its way to other definitions: its documents, in memory, and what becomes of files beside them.
package final class MigratingModel {
  /// One of its documents.
  struct Document {
    /// Of a partial the id of its stand-in, which is its file's name; nil of the model's own file.
    let key: String?
    /// What it holds by now.
    var json: JSONDocument
    /// The file that it was read from; nil of a new one.
    let file: FileSnapshot?
    /// How its file is stored.
    let form: StoredForm
    /// Whether it is not what its file holds.
    var isChanged = false
  }

  /// A file of an attachment that is to be made.
  struct NewFile {
    let bytes: [UInt8]
    /// The file that it replaces.
    let old: FileSnapshot?
  }

  let workspace: Workspace
  /// What it is called, where that changes by its new name.
  var name: ModelName
  /// What its files are called now.
  let storedName: ModelName
  /// What its documents conform to by now.
  var snapshot: ModelSnapshot
  /// The definitions that its data are on the way to, which tell the types of what a step makes.
  var target: ModelSnapshot
  /// Its own document, then its partials.
  private(set) var documents: [Document]
  /// Files of partials that are no longer needed.
  private(set) var removedDocuments: [Document] = []
  /// Attachments that are to be stored, by their paths relative to the data folder.
  var newFiles: [ExactText: NewFile] = [:]
  /// Files of attachments that are there already and which it has from now on, by their paths relative to the data folder.
  var reusedFiles: Set<ExactText> = []
  /// Files of attachments that are no longer needed, by their paths relative to the data folder.
  var removedFiles: [ExactText: FileSnapshot] = [:]
  /// What somebody has to decide before its data can be stored.
  var decisions: [MigrationDecision] = []
  /// What the steps of the migration at hand may replace of the objects that they made.
  var replaceableDefaults = ReplaceableDefaults()
  /// The classes whose entities a program would have changed that was not run, so that nobody knows what they will be.
  var unknownClasses: Set<String> = []
  /// The entities as they were before the first of the steps, where that is kept.
  private(set) var originals: OriginalEntities?
  private var referencedByOthers: ReferencedIDs?
  /// Makes ids for what is new.
  let newID: () -> String
  /// What is the present for all that is new, in seconds since 1970.
  let now: Int64

  /// The indices of its partials among ``documents``, by the ids of their stand-ins.
  var partials: [ExactText: Int] {
    let partials = documents.indices.compactMap { index in documents[index].key.map { (ExactText($0), index) } }
    return Dictionary(partials) { first, _ in first }
  }

  /// The form that new files of the model get.
  var form: StoredForm { documents[0].form }

  /// A model of these documents, which conform to `snapshot`.
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

  /// The path of the file of a document, relative to the workspace; with a name where the model was or will be called that.
  func path(of document: Document, in name: ModelName? = nil) -> String {
    let name = name ?? self.name
    return document.key.map { "\(ModelFiles.partialFolder(of: name))/\($0).json" } ?? ModelFiles.mainPath(of: name)
  }

  /// Makes what is new in its data.
  func firstData(by snapshot: ModelSnapshot) -> FirstData {
    FirstData(definitions: snapshot.definitions, newID: newID, now: now, guesses: true)
  }

  // MARK: - Walking

  /// Visits every object whose class is known, the outer ones before those in them, with the index of its document. Nothing is changed meanwhile.
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

  /// The classes of the roots of the documents that are known to be of one.
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

  /// Keeps the entities as they are now, for programs that get old and new together. Their documents stay in memory for as long as the model.
  func keepOriginals() {
    if originals == nil { originals = OriginalEntities(self) }
  }

  /// The ids that other models refer to, which are read once: they stay as they are meanwhile.
  func idsReferencedByOthers() throws -> ReferencedIDs {
    if let referencedByOthers { return referencedByOthers }
    let found = try ReferencedIDs(besides: storedName, in: workspace)
    referencedByOthers = found
    return found
  }

  // MARK: - Changing

  private static let nothing = {
    guard let document = try? JSONDocument(parsing: "null") else { preconditionFailure("null is JSON") }
    return document
  }()

  /// Collects edits of documents with `body`, then makes them.
  ///
  /// Throws what `body` throws, and an error of kind `malformed` if the JSON does not allow an edit, for example because of a duplicate key.
  func edit(recordingChanges: Bool = false, _ body: (inout DocumentEdits) throws -> Void) throws {
    var edits = DocumentEdits(self, recordingChanges: recordingChanges)
    try body(&edits)
    while let (index, bytes) = edits.popText() {
      try workspace.observer.advanced(byBytes: Int64(bytes.count))
      try replaceDocument(index, with: bytes)
    }
  }

  /// Gives the document at `index` another text. Throws an error of kind `malformed` where that is no JSON.
  func replaceDocument(_ index: Int, with bytes: JSONBytes) throws {
    // The old text goes before there is a tape of the new one.
    documents[index].json = Self.nothing
    documents[index].isChanged = true
    documents[index].json = try JSONDocument(parsing: bytes, path: path(of: documents[index]))
  }

  /// Adds a partial with this content, whose stand-in has the id `key`.
  func addPartial(_ key: String, _ bytes: JSONBytes) throws {
    let json = try JSONDocument(parsing: bytes, path: "\(ModelFiles.partialFolder(of: name))/\(key).json")
    documents.append(Document(key: key, json: json, file: nil, form: form, isChanged: true))
  }

  /// Takes away the partials at these indices of ``documents``.
  func removePartials(_ indices: Set<Int>) {
    removedDocuments += indices.sorted().map { documents[$0] }
    documents = documents.indices.filter { !indices.contains($0) }.map { documents[$0] }
  }

  /// The error for `value`, which is in the document at `index` as it is now, with its place. Where the document was changed since it was read, lines and columns
  /// would be those of nothing that anybody can look at, so that its path is told.
  func error(_ kind: OKitError.Kind, _ message: String, at value: JSONValue, in index: Int) -> OKitError {
    let document = documents[index]
    let file = path(of: document)
    guard !document.isChanged else {
      var finder = PathFinder(document.json)
      let path = BoundValue.Step.text(of: finder.steps(to: value), model: name.description)
      return OKitError(kind, "\(file) (\(path)): \(message)")
    }
    let place = document.json.position(of: value.range.lowerBound)
    return OKitError(kind, message, at: .init(path: file, line: place.line, column: place.column))
  }
}
