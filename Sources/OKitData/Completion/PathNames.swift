import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The names that can follow a path.
struct PathNames {
  /// Properties that every entity has without storing them. They are only offered when the first character was typed.
  private static let inherited = [("parent", true), ("model", true), ("key", false), ("modelName", false)]

  let targets: PathTargets

  /// Returns the properties of the value at `target`; for an array, those of its elements.
  func properties(of target: PathTarget, rest: String) -> [(name: String, target: PathTarget)] {
    let target = target.isArray ? target.elements : target
    let definition = targets.definition(of: target)
    var seen: Set<ExactText> = []
    var names: [(name: String, target: PathTarget)] = []
    func add(_ name: String, key: String, _ type: PropertyType?) {
      // A property's name in Swift replaces its key.
      guard seen.insert(ExactText(key)).inserted else { return }
      names.append((name, target.member(key, type)))
    }
    for property in definition?.properties ?? [] { add(property.name, key: property.key, property.type) }
    for object in target.values where object.kind == .object {
      for (key, _) in object.members {
        let name = key.string
        add(name, key: name, target.type.flatMap { targets.classes?.definitions.type(ofMember: name, in: $0) })
      }
    }
    return names + computed(of: target, definition, rest: rest)
  }

  private func computed(
    of target: PathTarget, _ definition: ClassDefinition?, rest: String
  ) -> [(name: String, target: PathTarget)] {
    var names: [(name: String, target: PathTarget)] = []
    if definition?.role == .reference || target.values.contains(where: { $0.kind == .object && $0["refKey"] != nil }) {
      names.append(("ref", PathTarget(values: [], type: .object("ModelEntity"))))
    }
    if let partial = definition?.partialEntity {
      names.append((partial.property, PathTarget(values: [], type: .object(partial.className))))
    } else if target.values.contains(where: isStandIn) {
      names.append((EntityClasses.partialProperty, PathTarget(values: [], type: .object("ModelEntity"))))
    }
    if definition?.role == .model(.settings) {
      names.append((FrameworkClasses.darkMode, PathTarget(values: [], type: .bool)))
    }
    if target.isContainer, !rest.isEmpty {
      names += Self.inherited.map { ($0, PathTarget(values: [], type: $1 ? .object("ModelEntity") : .string)) }
    }
    return names
  }

  private func isStandIn(_ value: JSONValue) -> Bool {
    guard let place = targets.store.place(of: value), let id = value.kind == .object ? value["id"]?.string : nil,
      PathComponent.fault(of: id, ending: ".json") == nil
    else { return false }
    let path = ModelFiles.partialPath(id, of: place.document.model)
    return (try? FileStatus.of(targets.store.workspace.storage.absolute(path))) != nil
  }

  /// Returns the functions for the value at `target` that are easy to complete.
  ///
  /// - Parameter isSeveral: True if the path can lead to several values.
  func functions(on target: PathTarget, isSeveral: Bool) -> [(text: String, isWhole: Bool)] {
    let described = FunctionDescriptions.describedNames(in: targets.store.workspace)
    let programs = FunctionDescriptions.names(in: targets.store.workspace).map {
      // A name with a description needs no parentheses.
      (described.contains($0) ? PathCompletion.text(.property($0)) : PathCompletion.text(.call($0, nil)), true)
    }
    if target.isArray { return [("join(#", false)] + programs }
    guard !target.isContainer else { return programs }
    let own = target.subjects.flatMap(Binding.functions).map { name, takesParameter in
      (takesParameter ? "\(name)(#" : name, !takesParameter)
    }
    let isEnumeration = if case .enumeration? = target.type?.unwrapped { true } else { false }
    return (isSeveral ? [("join(#", false)] : []) + own + (isEnumeration ? [("case", true)] : []) + [
      ("default(#", false)
    ] + programs
  }
}
