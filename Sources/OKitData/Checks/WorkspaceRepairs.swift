import JSONDocument
import OKitChecks
import OKitEditing
import OKitMigrations
import OKitModels
import OKitStorage

/// Repairs the faults found by a check that have only one safe repair.
final class WorkspaceRepairs: CheckRepairs {
  private let edit: WorkspaceEdit
  private let orphans: WorkspacePath
  private(set) var done: [WorkspaceCheck.Repair] = []

  init(_ edit: WorkspaceEdit) throws {
    self.edit = edit
    let name = try BackupName.orphans(in: edit.workspace.storage.absolute(WorkspaceLayout.backup))
    orphans = WorkspaceLayout.backup.appending(name)
  }

  /// Repairs faults in the documents of a model, then releases the documents.
  func repair(_ faults: [(document: ModelDocument, fault: ValueFault)], of model: ModelFiles) throws {
    var repaired: [(document: ModelDocument, fault: ValueFault, message: String)] = []
    for (document, fault) in faults {
      guard let repair = fault.repair else { continue }
      do {
        if let message = try apply(repair, to: fault, in: document, of: model) {
          repaired.append((document, fault, message))
        }
      } catch let error as OKitError where error.kind == .malformed {
        // A duplicate key is left to someone who knows which one is right.
      }
    }
    for numbers in Dictionary(grouping: repaired.indices, by: { ObjectIdentifier(repaired[$0].document) }).values {
      let sorted = numbers.sorted { repaired[$0].fault.offset < repaired[$1].fault.offset }
      let positions = repaired[sorted[0]].document.json.positions(of: sorted.map { repaired[$0].fault.offset })
      for (number, position) in zip(sorted, positions) {
        let (document, fault, message) = repaired[number]
        done.append(
          WorkspaceCheck.Repair(
            kind: fault.kind, model: document.model, file: document.path, line: position.line, column: position.column,
            message: message))
      }
    }
    try edit.stage()
  }

  /// Makes a repair and returns its description; nil if nothing was changed.
  private func apply(
    _ repair: ValueFault.Repair, to fault: ValueFault, in document: ModelDocument, of model: ModelFiles
  ) throws -> String? {
    switch repair {
    case .add(let key, let json):
      try edit.change(document) { try fault.value.add(key, json) }
      return "added \(key)"
    case .replace(let key, let json):
      guard let value = fault.value[key] else { return nil }
      try edit.change(document) { try value.replace(with: json) }
      return "set \(key) to \(json)"
    case .createPartial(let json, let old):
      guard let key = fault.value["id"]?.string else { return nil }
      let path = ModelFiles.partialPath(key, of: model.name)
      let bytes = Array(json.utf8)
      edit.write(path, like: model.main.opened, old: old) { sink in try bytes.withUnsafeBytes { try sink($0) } }
      return "created the partial with its defaults"
    }
  }

  /// Moves a file that nothing names out of the data folder. Does nothing unless it is a regular file.
  func setAside(_ path: WorkspacePath, _ kind: Finding.Kind, of model: ModelName?) throws {
    guard let status = try FileStatus.of(edit.workspace.storage.absolute(path)), status.kind == .file,
      let dataPath = DataPath(path)
    else { return }
    let target = orphans.appending(dataPath.text)
    edit.move(path, FileSnapshot(path: edit.workspace.storage.absolute(path), status: status), to: target)
    done.append(
      WorkspaceCheck.Repair(
        kind: kind, model: model, file: path, line: nil, column: nil, message: "moved to \(target)"))
  }

  func finish() throws { try edit.stage() }
}
