/// A name with a dot: that of a property, or of a class in another one.
struct RenameEitherStep: MigrationStep {
  let property: RenameStep
  let nestedClass: RenameClassStep

  func concerns(_ model: MigratingModel) -> Bool { nestedClass.concerns(model) || property.concerns(model) }

  func run(on model: MigratingModel) throws -> [MigrationChange] {
    nestedClass.concerns(model) ? try nestedClass.run(on: model) : try property.run(on: model)
  }
}
