import OKitModels

extension OpenWorkspace {
  /// A reference from one entity to another.
  public struct Reference: Equatable, Sendable {
    /// The path of the reference.
    public let path: String
    /// The id of the target; empty if the reference is empty.
    public let id: String
    /// The path of the target; nil if no readable model contains it.
    public let target: String?
  }

  /// Returns the references in the models `names`; in all models if empty.
  ///
  /// Throws errors of kind `notFound`, `malformed`, `locked` and `busy`.
  public func references(in names: [String] = []) throws -> [Reference] {
    try throwingOKitError { try Self.references(References(workspace).list(modelNames(names))) }
  }

  /// Returns the references to an entity, which is given by id or path.
  ///
  /// Throws errors of kind `notFound` (no such entity), `usage` (the path leads to no entity), `malformed`, `locked` and `busy`.
  public func references(to entity: String) throws -> [Reference] {
    try throwingOKitError { try Self.references(References(workspace).referring(to: entity, model: nil)) }
  }

  private static func references(_ listing: References.Listing) -> [Reference] {
    listing.references.map { Reference(path: $0.source.path, id: $0.key, target: $0.target?.path) }
  }
}
