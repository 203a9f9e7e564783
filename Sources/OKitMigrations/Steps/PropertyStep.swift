/// A step about the property that a path leads to.
protocol PropertyStep: MigrationStep {
  var path: PropertyPath { get }
}

extension PropertyStep {
  func concerns(_ model: MigratingModel) -> Bool { StepResolver.className(of: path, in: model) != nil }
}
