import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The names that can follow a path.
struct PathNames {
  /// Properties that every entity has without storing them. They are only offered when the first character was typed.
  private static let inherited = [("parent", true), ("model", true), ("key", false), ("modelName", false)]

  let sites: PathTargets

  /// Returns the properties of the value at `site`; for an array, those of its elements.
  func properties(of site: PathTarget, rest: String) -> [(name: String, site: PathTarget)] {
    let site = site.isArray ? site.elements : site
    let definition = sites.definition(of: site)
    var seen: Set<ExactText> = []
    var names: [(name: String, site: PathTarget)] = []
    func add(_ name: String, key: String, _ type: PropertyType?) {
      // A property's name in Swift replaces its key.
      guard seen.insert(ExactText(key)).inserted else { return }
      names.append((name, site.member(key, type)))
    }
    for property in definition?.properties ?? [] { add(property.name, key: property.key, property.type) }
    for object in site.values where object.kind == .object {
      for (key, _) in object.members {
        let name = key.string
        add(name, key: name, site.type.flatMap { sites.classes?.definitions.type(ofMember: name, in: $0) })
      }
    }
    return names + computed(of: site, definition, rest: rest)
  }

  private func computed(
    of site: PathTarget, _ definition: ClassDefinition?, rest: String
  ) -> [(name: String, site: PathTarget)] {
    var names: [(name: String, site: PathTarget)] = []
    if definition?.role == .reference || site.values.contains(where: { $0.kind == .object && $0["refKey"] != nil }) {
      names.append(("ref", PathTarget(values: [], type: .object("ModelEntity"))))
    }
    if let partial = definition?.partialEntity {
      names.append((partial.property, PathTarget(values: [], type: .object(partial.className))))
    } else if site.values.contains(where: isStandIn) {
      names.append((EntityClasses.partialProperty, PathTarget(values: [], type: .object("ModelEntity"))))
    }
    if definition?.role == .model(.settings) {
      names.append((FrameworkClasses.darkMode, PathTarget(values: [], type: .bool)))
    }
    if site.isContainer, !rest.isEmpty {
      names += Self.inherited.map { ($0, PathTarget(values: [], type: $1 ? .object("ModelEntity") : .string)) }
    }
    return names
  }

  private func isStandIn(_ value: JSONValue) -> Bool {
    guard let place = sites.store.place(of: value), let id = value.kind == .object ? value["id"]?.string : nil,
      PathComponent.fault(of: id, ending: ".json") == nil
    else { return false }
    let path = ModelFiles.partialFolder(of: place.document.model).appending("\(id).json")
    return (try? FileStatus.of(sites.store.workspace.storage.absolute(path))) != nil
  }

  /// Returns the functions for the value at `site` that are easy to complete.
  func functions(on site: PathTarget) -> [(text: String, isWhole: Bool)] {
    let programs = WorkspaceProgram.names(.function, in: sites.store.workspace).map {
      (PathCompletion.text(.call($0, nil)), true)
    }
    guard !site.isContainer else { return programs }
    let own = site.subjects.flatMap(Binding.functions).map { name, takesParameter in
      (takesParameter ? "\(name)(#" : name, !takesParameter)
    }
    return own + programs
  }
}
