import Bindings
import JSONDocument
import TestSupport

@testable import OKitModels

extension PlainTree {
  // MARK: - Random trees

  /// Keys with the syntax of paths, and scalars that are nearly always different.
  private static let parts = Parts(
    keys: ["a", "b", "näme", "x/y", "a.b", "c[0]", "it, too", "#d", "$e", "@f", "..", "g()", "0", "-1", ""], choices: 3
  ) { number in
    [
      "\(number)", "-\(number).50", "\(number)e-07", "\"\(number)\"", #""\#(number)\/ä\u00e4😀 ,]}""#, "true", "null",
    ]
  }

  static func random(depth: Int, using generator: inout SeededGenerator) -> PlainTree {
    random(depth: depth, of: parts, using: &generator)
  }

  static func object(depth: Int, using generator: inout SeededGenerator) -> PlainTree {
    object(depth: depth, of: parts, using: &generator)
  }

  // MARK: - Places

  typealias Step = BoundValue.Step

  /// The paths of all values, the root's first.
  var paths: [[Step]] {
    switch self {
    case .scalar: [[]]
    case .array(let elements):
      [[]] + elements.enumerated().flatMap { place, element in element.paths.map { [.index(place)] + $0 } }
    case .object(let members): [[]] + members.flatMap { key, value in value.paths.map { [.property(key)] + $0 } }
    }
  }

  /// The value at a path, or nil.
  subscript(path: some Collection<Step>) -> PlainTree? {
    guard let first = path.first else { return self }
    switch (self, first) {
    case (.array(let elements), .index(let place)):
      return elements.indices.contains(place) ? elements[place][path.dropFirst()] : nil
    case (.object(let members), .property(let key)): return members.first { $0.key == key }?.value[path.dropFirst()]
    default: return nil
    }
  }

  /// Changes the existing value at a path.
  mutating func change(_ path: some Collection<Step>, _ body: (inout PlainTree) -> Void) {
    guard let first = path.first else { return body(&self) }
    switch (self, first) {
    case (.array(var elements), .index(let place)):
      elements[place].change(path.dropFirst(), body)
      self = .array(elements)
    case (.object(var members), .property(let key)):
      guard let place = members.firstIndex(where: { $0.key == key }) else { return }
      members[place].value.change(path.dropFirst(), body)
      self = .object(members)
    default: break
    }
  }

  mutating func remove(_ path: [Step]) {
    change(path.dropLast()) { container in
      switch (container, path.last) {
      case (.array(var elements), .index(let place)):
        elements.remove(at: place)
        container = .array(elements)
      case (.object(let members), .property(let key)): container = .object(members.filter { $0.key != key })
      default: break
      }
    }
  }

  /// Adds an element at an index, or a member after the others.
  mutating func insert(_ new: PlainTree, at path: [Step]) {
    change(path.dropLast()) { container in
      switch (container, path.last) {
      case (.array(var elements), .index(let place)):
        elements.insert(new, at: place)
        container = .array(elements)
      case (.object(let members), .property(let key)): container = .object(members + [(key, new)])
      default: break
      }
    }
  }
}
