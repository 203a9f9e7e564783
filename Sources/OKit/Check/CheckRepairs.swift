import JSONDocument

/// Mends what a check finds, where there is one safe answer.
final class CheckRepairs {
  private let edit: WorkspaceEdit
  private let orphans: String
  private(set) var done: [WorkspaceCheck.Repair] = []

  init(_ edit: WorkspaceEdit) throws {
    self.edit = edit
    orphans = try "okit/backup/" + BackupName.orphans(in: edit.workspace.absolute("okit/backup"))
  }

  /// Mends faults of a model's documents, and lets the documents go.
  func mend(_ faults: [(document: ModelDocument, fault: ValueFault)], of model: ModelFiles) throws {
    for (document, fault) in faults {
      guard let repair = fault.repair else { continue }
      do {
        try mend(fault, repair, in: document, of: model)
      } catch let error as OKitError where error.kind == .malformed {
        // What has a key twice is left to someone who knows which of them is meant.
      }
    }
    try edit.stage()
  }

  private func mend(
    _ fault: ValueFault, _ repair: ValueFault.Repair, in document: ModelDocument, of model: ModelFiles
  ) throws {
    switch repair {
    case .add(let key, let json):
      try edit.edit(document) { try $0.add(key, json, to: fault.value) }
      note(fault, "added \(key)", document)
    case .replace(let key, let json):
      guard let value = fault.value[key] else { return }
      try edit.edit(document) { try $0.replace(value, with: json) }
      note(fault, "set \(key) to \(json)", document)
    case .createPartial(let json):
      guard let key = fault.value["id"]?.string else { return }
      let path = "\(ModelFiles.partialFolder(of: model.name))/\(key).json"
      let bytes = Array(json.utf8)
      try edit.write(path, as: model.main.opened.form) { sink in try bytes.withUnsafeBytes { try sink($0) } }
      note(fault, "made the partial with its defaults", document)
    }
  }

  private func note(_ fault: ValueFault, _ message: String, _ document: ModelDocument) {
    let place = document.json.position(of: fault.value.range.lowerBound)
    done.append(
      WorkspaceCheck.Repair(
        kind: fault.kind, model: document.model, file: document.path, line: place.line, column: place.column,
        message: message))
  }

  /// Moves a file that nothing names out of the data.
  func setAside(_ path: String, _ kind: Finding.Kind, of model: ModelName? = nil) throws {
    let target =
      path.withoutPrefix("okit/data/").map { Path.join(orphans, $0) } ?? Path.join(orphans, Path.name(of: path))
    try edit.move(path, to: target)
    done.append(
      WorkspaceCheck.Repair(
        kind: kind, model: model, file: path, line: nil, column: nil, message: "moved to \(target)"))
  }

  func finish() throws { try edit.stage() }
}
