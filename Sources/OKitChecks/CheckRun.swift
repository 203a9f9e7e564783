import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// One pass over a workspace. Collects findings and, if requested, makes the repairs that have only one safe outcome.
///
/// The documents of a model are released after it was checked. Facts that are needed until the end, such as references, are kept as hashes and
/// positions. Their documents are read again only if there is something to report.
final class CheckRun {
  /// A document that was checked and released.
  struct SeenDocument {
    let model: ModelName
    let path: WorkspacePath
    let stamp: FileStamp
  }

  struct SeenReference {
    let key: EntityID
    let place: EntityIndex.Place
  }

  let workspace: Workspace
  let reader: ModelReader
  let classes: EntityClasses
  let kinds: ModelKinds
  /// Makes repairs; nil if nothing may be changed.
  let repairs: (any CheckRepairs)?
  var checker: DefinitionChecker
  var findings: [Finding] = []
  /// The possible owners of files.
  var owners = FileOwners()
  /// The files of attachments by id, listed when a repair first needs them.
  var attachmentFiles: [ExactText: [DataPath]]?
  /// Files that nothing names. They are set aside only after everything was checked.
  var orphans: [(path: WorkspacePath, kind: Finding.Kind, model: ModelName?)] = []
  var files = 0
  /// The models whose files are missing.
  var missing: Set<ModelName> = []
  /// The reasons why files of servers could not be read.
  var serverFailures: [OKitError.Kind] = []
  /// False if a model is missing or unreadable, because it might use attachments and contain the targets of references.
  var knowsAllModels = true

  var documents: [SeenDocument] = []
  var index = EntityIndex()
  var references: [SeenReference] = []

  init(_ workspace: Workspace, repairs: (any CheckRepairs)? = nil) throws {
    self.workspace = workspace
    self.repairs = repairs
    reader = ModelReader(workspace, isLive: repairs != nil)
    classes = try EntityClasses(workspace, isReading: repairs == nil, warns: false)
    kinds = try ModelKinds(workspace, classes.workspace)
    checker = DefinitionChecker(classes.definitions)
    if let missing = classes.workspace.unavailable {
      findings.append(
        Finding(
          .definition, file: WorkspaceLayout.configuration,
          "\(missing.detail); skipped the comparison with the classes"))
    }
    for problem in classes.definitions.problems {
      let place = problem.error.place
      findings.append(
        Finding(
          .definition, file: Finding.File(FilePath(text: place.path), in: workspace.root), line: place.line,
          column: place.column, problem.summary))
    }
  }

  /// Checks a model. If it is not to be reported, only collects its entities as targets of references.
  func check(_ name: ModelName, isReported: Bool) throws {
    let model: ModelFiles
    do {
      model = try ModelFiles(name, in: workspace, reader: reader, isTolerant: true)
    } catch {
      // The error names the file. The files that the model names are unknown.
      knowsAllModels = false
      if isReported { try add(error, model: name, file: ModelFiles.mainPath(of: name)) }
      return
    }
    // An unreadable partial could contain the targets of references.
    if !model.unread.isEmpty { knowsAllModels = false }
    guard isReported else {
      for document in model.documents { collectEntities(of: document, except: [], withReferences: false) }
      return
    }
    files += model.documents.count + model.attachments.count
    var faults: [(ModelDocument, ValueFault)] = []
    var standIns: [EntityPlace]? = nil
    for document in model.documents {
      checkForm(of: document, model)
      faults += duplicateKeys(of: document).map { (document, $0) }
      let result = classes.rootClass(of: document).map { checker.walk(document.json.root, as: $0.name) }
      collectEntities(of: document, except: result?.values ?? [], withReferences: true)
      guard let result else { continue }
      faults += result.faults.map { (document, $0) }
      standIns = (standIns ?? []) + result.standIns.map { EntityPlace(document: document, value: $0) }
    }
    checkKind(of: model)
    for (error, place) in model.unusable {
      faults.append((place.document, ValueFault(kind: .name, value: place.value, message: error.detail)))
    }
    let partials = try missingPartials(of: model, standIns)
    let reported = Set(partials.map(\.1.value))
    for unread in model.unread where !reported.contains(unread.standIn.value) {
      try add(unread.error, model: name, file: unread.path)
    }
    faults += partials + invalidPartialNames(of: model)
    faults += sharedProperties(of: model)
    for (entity, place) in model.missingAttachments {
      faults.append(
        (
          place.document,
          ValueFault(kind: .missingAttachment, value: place.value, message: "attachment \(entity.id) has no file")
        ))
    }
    for attachment in model.attachments { faults += try check(attachment, of: model) }
    if faults.contains(where: { $0.1.mayHideEntities })
      // The entities that such a document once contained are unknown.
      || model.documents.contains(where: { $0.json.root.kind != .object })
    {
      owners.mayBeIncomplete = true
    }
    for path in model.orphanedPartials {
      findings.append(Finding(.orphanedPartial, model: name, file: path, "no entity of \(name) has this id"))
      let key = path.name.withoutSuffix(".json") ?? ""
      if !owners.mayOwn(partial: key) { orphans.append((path, .orphanedPartial, name)) }
    }
    report(faults)
    guard let repairs else { return }
    faults = try withSharedValues(faults, of: model).map { ($0, try withFile($1, of: model)) }
    try repairs.repair(faults, of: model)
  }

  /// Adds findings for faults, with their positions.
  func report(_ faults: [(document: ModelDocument, fault: ValueFault)]) {
    guard !faults.isEmpty else { return }
    let paths = EntityPaths.paths(of: faults.map { EntityPlace(document: $0.document, value: $0.fault.value) }, classes)
    let numbered = Dictionary(grouping: faults.indices) { ObjectIdentifier(faults[$0].document) }
    for numbers in numbered.values {
      let sorted = numbers.sorted { faults[$0].fault.offset < faults[$1].fault.offset }
      let document = faults[sorted[0]].document
      let places = document.json.positions(of: sorted.map { faults[$0].fault.offset })
      for (number, place) in zip(sorted, places) {
        let fault = faults[number].fault
        findings.append(
          Finding(
            fault.kind, model: document.model, path: paths[number], file: document.path, line: place.line,
            column: place.column, fault.message))
      }
    }
  }

  // MARK: - Documents

  private func duplicateKeys(of document: ModelDocument) -> [ValueFault] {
    document.json.duplicateKeys().map { key in
      ValueFault(
        kind: .duplicateKey, value: key.value,
        message: "the key \(PathComponent.printable(key.string)) is a duplicate; the first one counts",
        offset: key.range.lowerBound)
    }
  }

  private func checkForm(of document: ModelDocument, _ model: ModelFiles) {
    if document.json.root.kind != .object {
      findings.append(Finding(.malformed, model: model.name, file: document.path, line: 1, column: 1, "not an object"))
    }
    let (form, wanted) = (document.opened.form, model.main.opened.form)
    if form != wanted {
      findings.append(
        Finding(
          .form, model: model.name, file: document.path,
          "stored as \(form.rawValue), but its model is stored as \(wanted.rawValue)"))
    }
  }

  private func checkKind(of model: ModelFiles) {
    guard let mismatch = kinds.mismatch(model.name, storedAs: model.main.opened.form) else { return }
    findings.append(Finding(.form, model: model.name, file: model.main.path, mismatch.description))
  }

  // MARK: - Errors

  func add(_ error: any Error, model: ModelName, file: WorkspacePath) throws {
    let message = "\(error)"
    switch error {
    case let error as OKitError where error.kind == .malformed:
      let path = error.place.flatMap { FilePath(text: $0.path).part(after: workspace.root) } ?? file.text
      findings.append(
        Finding(
          .malformed, model: model, file: WorkspacePath(text: path), line: error.place?.line,
          column: error.place?.column, error.detail))
    case let error as OKitError where error.kind == .locked:
      findings.append(Finding(.undecryptable, model: model, file: file, message))
    case let error as OKitError where error.kind.isOfServer:
      serverFailures.append(error.kind)
      findings.append(Finding(.unreadable, model: model, file: file, message))
    case is SystemError:
      findings.append(Finding(.unreadable, model: model, file: file, message))
    default: throw error
    }
  }
}
