import Bindings
import JSONDocument
import OKitEditing
import OKitModels

extension OpenWorkspace {
  /// Returns the value at `path`, such as `books[0]/name` or `books.@count`; nil if it is absent or null.
  ///
  /// A date is a number of seconds since 2001-01-01T00:00:00Z, which `Date` decodes. A path that names no model starts in the only model, or in
  /// `default`.
  ///
  /// Throws errors of kind `usage` (an invalid path), `notFound` (no such model or property), `malformed` (a damaged file, or a value of another
  /// type), `locked`, `busy` and `inputOutput`.
  public func value<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value? {
    try throwingOKitError {
      let content = try ModelValues(workspace).value(at: path).content
      return content.isAbsent ? nil : try ValueDecoder.decode(type, from: content.json, at: path)
    }
  }

  /// Returns the values that match `path`, such as `books[*]/name` or `books[marked=true]`, all from the same moment. Absent values are left out.
  ///
  /// Throws the errors of ``value(_:as:)``.
  public func values<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> [Value] {
    try throwingOKitError {
      try ModelValues(workspace).matches(of: [Binding(parsing: path)])[0].compactMap { match in
        match.content.isAbsent ? nil : try ValueDecoder.decode(type, from: match.content.json, at: path)
      }
    }
  }

  /// Returns the stored JSON of the value at `path`; nil if the value is absent.
  ///
  /// Throws the errors of ``value(_:as:)``.
  public func json(_ path: String) throws -> String? {
    try throwingOKitError {
      let content = try ModelValues(workspace).value(at: path).content
      if case .absent = content { return nil }
      return content.json
    }
  }

  /// Makes several edits in one step. Each edit sees the previous ones.
  ///
  /// Values must fit the definitions. All other bytes of the files stay the same. Before more than ten entities are removed, okit makes a safety
  /// backup.
  ///
  /// - Parameters:
  ///   - references: How to treat references to removed entities.
  ///   - body: Makes the edits. If it throws, nothing is changed.
  ///
  /// Throws the errors of `body`, and errors of kind `usage`, `notFound`, `malformed`, `exists`, `locked`, `busy` and `inputOutput`.
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

  /// The treatment of references to removed entities.
  public enum ReferencesToRemoved: Sendable {
    /// Fail if there are any.
    case refuse
    /// Clear them.
    case clear
    /// Keep them as dangling references.
    case leave

    fileprivate var policy: ReferencePolicy {
      switch self {
      case .refuse: .refuse
      case .clear: .clear
      case .leave: .leave
      }
    }
  }

  /// The changes of an edit.
  public struct EditSummary: Equatable, Sendable {
    /// The paths of the values that were set, added, removed or moved.
    public let paths: [String]
    /// The ids of new entities.
    public let newIDs: [String]
    /// The number of removed entities, which no model contains any more.
    public let removedEntities: Int
    /// The name of the safety backup with the previous data; nil if none was required.
    public let backup: String?
  }

  /// Edits that are stored together. Valid only inside the call of ``OpenWorkspace/edit(removing:_:)`` that passes it.
  public struct Edits {
    fileprivate let session: EditSession

    /// Sets the value at `path`.
    ///
    /// A string is converted to the type of the property: a date, a number, an enumeration case, or the reference to the entity with this id.
    public func set(_ path: String, to value: some Encodable) throws {
      try throwingOKitError { try session.set([item(path, value)]) }
    }

    /// Adds an element to the array at `path`, at `index` or at the end; or adds members to the object at `path`.
    ///
    /// A new entity gets an id and the initial values of its class.
    public func add(_ value: some Encodable, to path: String, at index: Int? = nil) throws {
      try throwingOKitError { try session.add([item(path, value)], at: index.map { .index($0) } ?? .end) }
    }

    /// Removes the value at `path`, or all values that match it. The partials and attachments of removed entities are removed, too.
    public func remove(_ path: String) throws {
      try throwingOKitError { try session.remove([Binding(parsing: path)], all: true) }
    }

    /// Moves the value at `path` to the index of the element `target`, or to the end of the array `target`, which may be in another model.
    public func move(_ path: String, to target: String) throws {
      try throwingOKitError { try session.move(Binding(parsing: path), to: Binding(parsing: target)) }
    }

    private func item(_ path: String, _ value: some Encodable) throws -> EditItem {
      if let text = value as? String { return EditItem(try Binding(parsing: path), .text(text)) }
      return EditItem(try Binding(parsing: path), .json(try JSONDocument(parsing: ValueEncoder.json(of: value)).root))
    }
  }
}
