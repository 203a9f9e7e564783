import OKitModels
import OKitStorage

/// A model gets another name.
struct RenameModelStep: MigrationStep {
  let oldName: ModelName
  let newName: ModelName

  func concerns(_ model: MigratingModel) -> Bool { model.name == oldName }

  func run(on model: MigratingModel) -> [MigrationChange] {
    guard concerns(model) else { return [] }
    model.name = newName
    return [
      MigrationChange(kind: .modelRenamed, subject: oldName.description, detail: newName.description, count: 1)
    ]
  }
}
