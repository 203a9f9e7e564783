import Definitions
import OKitModels
import OKitStorage

/// The model, class or property that a step changes.
enum StepSubject {
  case model(ModelName)
  /// The objects of a class.
  case objects(of: String)
  case property(PropertyPath)
  /// The name of a class or an enumeration. A name with dots can be a nested type or a property, depending on the model.
  case typeOrProperty(String)

  /// Returns true if a model has it, by the definitions that its data conforms to now. Steps cannot change the classes of the framework.
  func isIn(_ model: MigratingModel) -> Bool {
    let definitions = model.snapshot.definitions
    switch self {
    case .model(let name): return model.name == name
    case .objects(let className): return Self.isOwnClass(className, in: definitions)
    case .property(let path):
      return path.resolved(in: definitions).map { !FrameworkClasses.contains($0.className) } ?? false
    case .typeOrProperty(let text):
      if Self.isType(text, in: definitions) { return true }
      return PropertyPath(text).map { StepSubject.property($0).isIn(model) } ?? false
    }
  }

  /// Returns true if definitions have its class; also for a model, which has no class.
  func isKnown(in definitions: Definitions) -> Bool {
    switch self {
    case .model: true
    case .objects(let className): definitions.classes[className] != nil
    case .property(let path): path.resolved(in: definitions) != nil
    case .typeOrProperty(let text):
      definitions.classes[text] != nil || PropertyPath(text)?.resolved(in: definitions) != nil
    }
  }

  /// Returns true if this is the name of a class that a step can change, or of an enumeration.
  static func isType(_ name: String, in definitions: Definitions) -> Bool {
    definitions.enumerations[name] != nil || isOwnClass(name, in: definitions)
  }

  private static func isOwnClass(_ name: String, in definitions: Definitions) -> Bool {
    definitions.classes[name] != nil && !FrameworkClasses.contains(name)
  }
}
