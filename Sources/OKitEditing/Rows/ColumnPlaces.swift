import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// Finds the places of bindings in the elements of an array.
struct ColumnPlaces {
  let className: String?
  let elements: [JSONValue]
  let session: EditSession

  /// Returns the binding that a heading stands for: a property of the elements, whose name a list writes as it is, or else the path to a value.
  func binding(of heading: String) throws -> Binding {
    let segment = Binding.Segment(.property(heading))
    let property = Binding(parts: [.init(content: .path(.init(segments: [segment])))])
    if property.description != heading, hasProperty(heading) { return property }
    // A heading such as `Price (EUR)` is not malformed, but the name of no property.
    do {
      return try Binding(parsing: heading)
    } catch {
      guard error.kind == .syntax else { throw error }
      throw unknown(heading, in: className.flatMap { session.classes.definitions.classes[$0] })
    }
  }

  private func hasProperty(_ key: String) -> Bool {
    if let definition = className.flatMap({ session.classes.definitions.classes[$0] }) {
      return definition.property(storedAs: key) != nil
    }
    return elements.contains { $0[key] != nil }
  }

  /// Returns the keys to the stored value that a binding leads to, and its type; nil for a computed value, which only a key can be.
  func place(of binding: Binding, _ heading: String, isKey: Bool) throws -> (keys: [String], type: PropertyType?)? {
    do {
      return try place(of: binding, heading)
    } catch let error as Computed {
      if !isKey { throw error.error }
      return nil
    }
  }

  private struct Computed: Error {
    let error: OKitError
  }

  private func place(of binding: Binding, _ heading: String) throws -> (keys: [String], type: PropertyType?) {
    guard let names = binding.propertyNames else {
      if elements.isEmpty || isComputed(binding) { throw computed(heading) }
      throw unknown(heading, in: className.flatMap { session.classes.definitions.classes[$0] })
    }
    var keys: [String] = []
    var type = className.map { PropertyType.object($0) }
    if type == nil, let first = elements.first {
      if names.contains("ref") { throw otherEntity(heading, names) }
      // Throws for a name that no element has.
      let bound = try binding.matches(in: session.values(), from: first)
      if bound.count != 1 || !bound[0].isStored { throw computed(heading) }
    }
    for name in names {
      switch type?.unwrapped {
      case nil, .other?:
        keys.append(name)
        type = nil
      case .object(let className)?:
        guard let definition = session.classes.definitions.classes[className] else {
          keys.append(name)
          type = nil
          continue
        }
        let properties = definition.properties
        if let property = definition.property(storedAs: name) ?? properties.first(where: { $0.name.isExactly(name) }) {
          keys.append(property.key)
          type = property.type
        } else if let entity = definition.partialEntity, entity.property.isExactly(name) {
          keys.append(name)
          type = .object(entity.className)
        } else if definition.role == .reference, name == "ref" {
          throw otherEntity(heading, names)
        } else if isComputed(binding) {
          throw computed(heading)
        } else {
          throw unknown(name, in: definition)
        }
      case .dictionary(let key, let value)? where key.isMemberKey:
        keys.append(name)
        type = .optional(value.unwrapped)
      default: throw computed(heading)
      }
    }
    return (keys, type)
  }

  /// True if a binding leads to a computed value, and false if it leads to none.
  private func isComputed(_ binding: Binding) -> Bool {
    elements.first.map { (try? binding.matches(in: session.values(), from: $0)) != nil } ?? false
  }

  private func unknown(_ name: String, in definition: ClassDefinition?) -> OKitError {
    OKitError(
      .notFound, "\(definition?.name ?? "the element") has no property \(PathComponent.printable(name))",
      remedy: .candidates(
        definition?.properties.map(\.key) ?? elements.first?.members.map(\.key.string) ?? [], insteadOf: name))
  }

  private func computed(_ heading: String) -> Computed {
    Computed(
      error: OKitError(
        .usage, "\(PathComponent.printable(heading)) is computed and cannot be imported",
        remedy: .words("use --map \(ShellWord.quoted(heading + "=")) to ignore the column")))
  }

  private func otherEntity(_ heading: String, _ names: [String]) -> Computed {
    let index = names.firstIndex(of: "ref") ?? 0
    let reference = names[..<index].joined(separator: "/")
    let value = names[(index + 1)...].joined(separator: "/")
    let map = ShellWord.quoted("\(heading)=\(reference)")
    let ignored = ShellWord.quoted(heading + "=")
    return Computed(
      error: OKitError(
        .usage, "\(PathComponent.printable(heading)) is a value of another entity",
        remedy: .words(
          reference.isEmpty || value.isEmpty
            ? "use --map \(ignored) to ignore the column"
            : "use --map \(map) --match \(ShellWord.quoted("\(reference)=\(value)")) to refer to the entity with the value, or --map \(ignored)"
        )))
  }
}

extension Binding {
  /// The names of a path that only goes from property to property; nil for any other binding.
  fileprivate var propertyNames: [String]? {
    guard let path, path.model == nil, !path.isAbsolute, !path.segments.isEmpty else { return nil }
    var names: [String] = []
    for segment in path.segments {
      let pieces = if case .keyPath(let pieces) = segment.step { pieces } else { [segment] }
      for piece in pieces {
        guard case .property(let name) = piece.step, Int(name) == nil else { return nil }
        names.append(name)
      }
    }
    return names
  }
}
