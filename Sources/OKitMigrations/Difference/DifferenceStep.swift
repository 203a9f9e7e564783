import Definitions

/// Brings the data of a model from the definitions that they conform to to those they are on the way to, in one pass over its objects.
struct DifferenceStep: MigrationStep {
  let answers: MigrationAnswers

  func concerns(_ model: MigratingModel) -> Bool { !model.snapshot.agrees(with: model.target) }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    let difference = DefinitionDifference(from: model.snapshot, to: model.target, answers: answers)
    try difference.requireKnownTypes()
    var pass = DifferencePass(model, difference, answers)
    if !difference.isEmpty { try model.edit { try pass.run(&$0) } }
    model.decisions += pass.decisions()
    model.snapshot = model.target
    return pass.tally.changes
  }
}
