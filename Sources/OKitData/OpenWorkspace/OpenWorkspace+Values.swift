import Bindings
import JSONDocument
import OKitEditing
import OKitModels

extension OpenWorkspace {
  /// The value that `path` leads to, such as `books[0]/name` or `books.@count`; nil if it is absent or null.
  ///
  /// A date is a number of seconds since 2001-01-01T00:00:00Z, which `Date` decodes. A path that names no model starts in the only one, or in `default`.
  ///
  /// Throws errors of kind `usage` (no binding), `notFound` (no such model or property), `malformed` (a damaged file, a value of another type),
  /// `locked`, `busy` and `inputOutput`.
  public func value<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value? {
    try throwingOKitError {
      let content = try ModelValues(workspace).value(at: path).content
      return content.isAbsent ? nil : try ValueDecoder.decode(type, from: content.json, at: path)
    }
  }

  /// The values that `path` matches, such as `books[*]/name` or `books[marked=true]`, as they were at one moment. Absent ones are left out.
  ///
  /// Throws what ``value(_:as:)`` throws.
  public func values<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> [Value] {
    try throwingOKitError {
      try ModelValues(workspace).matches(of: [Binding(parsing: path)])[0].compactMap { match in
        match.content.isAbsent ? nil : try ValueDecoder.decode(type, from: match.content.json, at: path)
      }
    }
  }

  /// The JSON of the value that `path` leads to, as it is stored; nil if it is absent.
  ///
  /// Throws what ``value(_:as:)`` throws.
  public func json(_ path: String) throws -> String? {
    try throwingOKitError {
      let content = try ModelValues(workspace).value(at: path).content
      if case .absent = content { return nil }
      return content.json
    }
  }

  /// Makes several edits, all or none; each sees those before it.
  ///
  /// Values have to fit the definitions. What is not edited stays as it is, byte for byte. Before more than ten entities are removed, the data is kept in a
  /// backup.
  ///
  /// - Parameters:
  ///   - references: What becomes of references to entities that are removed.
  ///   - body: Makes the edits. If it throws, nothing is changed.
  ///
  /// Throws what `body` throws, and errors of kind `usage`, `notFound`, `malformed`, `exists`, `locked`, `busy` and `inputOutput`.
  @discardableResult
  public func edit(
    removing references: ReferencesToRemoved = .refuse, _ body: (Edits) throws -> Void
  ) throws -> EditSummary {
    try throwingOKitError {
      let outcome = try workspace.edit("edit", references: references.policy) { try body(Edits(session: $0)) }
      return EditSummary(
        paths: outcome.changes.map(\.path), newIDs: outcome.changes.compactMap(\.newID),
        removedEntities: outcome.removedEntities, backup: outcome.backup)
    }
  }

  /// What becomes of references to entities that are removed.
  public enum ReferencesToRemoved: Sendable {
    /// There must be none; otherwise the edit fails.
    case refuse
    /// They become empty.
    case clear
    /// They stay and lead nowhere.
    case leave

    fileprivate var policy: ReferencePolicy {
      switch self {
      case .refuse: .refuse
      case .clear: .clear
      case .leave: .leave
      }
    }
  }

  /// What edits changed.
  public struct EditSummary: Equatable, Sendable {
    /// The paths of the values that were set, added, removed or moved.
    public let paths: [String]
    /// The ids of new entities.
    public let newIDs: [String]
    /// How many entities no model contains any more.
    public let removedEntities: Int
    /// The name of the backup that contains the data before; nil if none was needed.
    public let backup: String?
  }

  /// Edits that are stored together. It is valid only in the call of ``OpenWorkspace/edit(removing:_:)`` that passes it.
  public struct Edits {
    fileprivate let session: EditSession

    /// Sets the value at `path`.
    ///
    /// A string becomes what the type of the property asks for: a date, a number, a case of an enumeration, or the reference to the entity with this id.
    public func set(_ path: String, to value: some Encodable) throws {
      try throwingOKitError { try session.set([item(path, value)]) }
    }

    /// Adds an element to the array at `path`, at `index` or at the end, or members to the object at `path`.
    ///
    /// A new entity gets an id and the initial values of its class.
    public func add(_ value: some Encodable, to path: String, at index: Int? = nil) throws {
      try throwingOKitError { try session.add([item(path, value)], at: index.map { .index($0) } ?? .end) }
    }

    /// Removes the value at `path`, an entity with its partials and attachments; if `path` matches several values, all of them.
    public func remove(_ path: String) throws {
      try throwingOKitError { try session.remove([Binding(parsing: path)], all: true) }
    }

    /// Moves the value at `path` to the element or the end of the array at `target`, also in another model.
    public func move(_ path: String, to target: String) throws {
      try throwingOKitError { try session.move(Binding(parsing: path), to: Binding(parsing: target)) }
    }

    private func item(_ path: String, _ value: some Encodable) throws -> EditItem {
      if let text = value as? String { return EditItem(try Binding(parsing: path), .text(text)) }
      return EditItem(try Binding(parsing: path), .json(try ValueEncoder.json(of: value)))
    }
  }
}
