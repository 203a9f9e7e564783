import OKitModels

extension OpenWorkspace {
  /// A reference from one entity to another.
  public struct Reference: Equatable, Sendable {
    /// Its path.
    public let path: String
    /// The id that it refers to; empty if it refers to nothing.
    public let id: String
    /// The path of the entity with this id; nil if no model that can be read contains it.
    public let target: String?
  }

  /// The references in the models `names`, or in all.
  ///
  /// Throws errors of kind `notFound`, `malformed`, `locked` and `busy`.
  public func references(in names: [String] = []) throws -> [Reference] {
    try throwingOKitError { try Self.references(References(workspace).list(names.map { try ModelName($0) })) }
  }

  /// The references to the entity with the id, or at the path, `entity`.
  ///
  /// Throws errors of kind `notFound` (no such entity), `usage` (the path leads to no entity), `malformed`, `locked` and `busy`.
  public func references(to entity: String) throws -> [Reference] {
    try throwingOKitError { try Self.references(References(workspace).referring(to: entity, model: nil)) }
  }

  private static func references(_ listing: References.Listing) -> [Reference] {
    listing.references.map { Reference(path: $0.source.path, id: $0.key, target: $0.target?.path) }
  }
}
