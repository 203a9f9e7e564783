import OKitStorage

/// The references of a workspace, in both directions.
package struct References {
  /// A reference and its target.
  package struct Reference: Sendable {
    /// The reference itself.
    package let source: EntityDescription
    /// The entity that contains the reference.
    package let owner: EntityDescription
    /// The id that it refers to; empty for a cleared reference.
    package let key: String
    /// The entity with that id; nil if no readable model has one.
    package let target: EntityDescription?
  }

  /// A list of references, and the models that could not be read.
  package struct Listing: Sendable {
    /// The references in the order of models, files and places.
    package let references: [Reference]
    /// The models that could not be read, with the reasons.
    package let unread: UnreadModels
  }

  private let workspace: Workspace

  /// The references of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns all references in the named models, or in all models without names.
  ///
  /// Throws errors of kind `notFound` and `busy`, and the errors of reading a named model.
  package func list(_ names: [ModelName] = []) throws -> Listing {
    try reading { net in
      for name in names { _ = try net.store.all(of: name) }
      let models = names.isEmpty ? net.models.map(\.main.model) : names
      return try listing(net.references(in: Set(models)), net)
    }
  }

  /// Returns all references to the entity with the id or path `text`.
  ///
  /// Throws errors of kind `notFound` if there is no such entity, `locked` if it may be in a model that cannot be read, and `usage` if the path leads
  /// to a value without an id, and `BindingError`.
  package func referring(to text: String, model: ModelName?) throws -> Listing {
    try reading { net in
      let id = try net.id(named: text, model: model)
      return try listing(net.references(to: id), net)
    }
  }

  private func reading<Result>(_ body: (ReferenceIndex) throws -> Result) throws -> Result {
    try workspace.readingEntities { try body(ReferenceIndex($0)) }
  }

  private func listing(_ links: [ReferenceIndex.Link], _ net: ReferenceIndex) throws -> Listing {
    let sources = try net.store.descriptions(of: links.map(\.reference))
    let owners = try net.store.descriptions(of: links.map(\.owner))
    let targets = try net.store.descriptions(of: links.compactMap(\.target))
    var next = targets.makeIterator()
    let references = links.indices.map { number in
      Reference(
        source: sources[number], owner: owners[number], key: links[number].key,
        target: links[number].target == nil ? nil : next.next())
    }
    return Listing(
      references: references, unread: net.unread)
  }
}
