import Definitions
import OKitModels
import OKitStorage

extension MigrationStepText {
  /// What carries the step out. Throws an error of kind `configuration` for what no parser would take.
  package func step(_ programs: MigrationPrograms) throws -> any MigrationStep {
    let name = StepName(text: description)
    func path(_ text: String) throws -> PropertyPath {
      if let path = PropertyPath(text) { return path }
      throw name.error(
        .configuration, "\(PathComponent.printable(text)) is not a property; write Class.property")
    }
    switch self {
    case .rename(let subject, let newName): return try Self.renaming(subject, newName, name)
    case .move(let property, let target, let condition):
      return MoveStep(
        path: try path(property), targetPath: try path(target), condition: condition, isCopy: false, name: name)
    case .copy(let property, let target, let condition):
      return MoveStep(
        path: try path(property), targetPath: try path(target), condition: condition, isCopy: true, name: name)
    case .set(let property, let source, let condition):
      return SetStep(path: try path(property), source: source, condition: condition, name: name)
    case .remove(let property, let condition):
      return RemoveStep(path: try path(property), condition: condition, name: name)
    case .convert(let property, let text, let map, let otherwise, let condition):
      let type = text.flatMap { PropertyType(parsing: $0) }
      guard text == nil || type != nil else {
        throw name.error(.configuration, "\(PathComponent.printable(text ?? "")) is not a type")
      }
      return ConvertStep(
        path: try path(property), type: type, map: map, otherwise: otherwise, condition: condition, name: name)
    case .split(let property, let names, let separator):
      return SplitStep(path: try path(property), names: names, separator: separator, name: name)
    case .merge(let properties, let newName, let separator):
      return MergeStep(
        path: try path(properties.first ?? ""), properties: properties, newName: newName, separator: separator,
        name: name)
    case .extract(let property, let kept): return ExtractStep(path: try path(property), kept: kept, name: name)
    case .inline(let property): return InlineStep(path: try path(property), name: name)
    case .run(let program, let className):
      return RunStep(program: program, className: className, programs: programs, name: name)
    }
  }

  /// A class of a nested class has dots as a property has, so that both are told apart by what the model knows.
  private static func renaming(_ subject: String, _ newName: String, _ name: StepName) throws -> any MigrationStep {
    if let model = subject.withoutSuffix(":") {
      return RenameModelStep(
        oldName: try ModelName(model), newName: try ModelName(newName.withoutSuffix(":") ?? newName))
    }
    let renamesClass = RenameClassStep(oldName: subject, newName: newName, name: name)
    guard let path = PropertyPath(subject) else { return renamesClass }
    return RenameEitherStep(
      property: RenameStep(path: path, newName: newName, name: name), nestedClass: renamesClass)
  }
}
