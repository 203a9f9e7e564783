import Definitions

/// The property that a step is about.
enum StepSubject {
  /// As people write it, by names in Swift or as they are stored.
  case path(PropertyPath)
  /// A property of a class, by the key that it is stored under and nothing else.
  case stored(key: String, className: String)

  /// Whether the class that it begins with is one of the model.
  func concerns(_ model: MigratingModel) -> Bool {
    switch self {
    case .path(let path): StepResolver.className(of: path, in: model) != nil
    case .stored(_, let className): model.snapshot.definitions.classes[className] != nil
    }
  }
}
