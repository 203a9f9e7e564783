import OKitStorage

/// The references of a workspace, in both directions.
package struct References {
  /// A reference and what it leads to.
  package struct Reference: Sendable {
    /// The reference itself.
    package let source: EntityDescription
    /// The entity that it is a property of.
    package let owner: EntityDescription
    /// The id that it refers to; empty for a cleared one.
    package let key: String
    /// The entity behind it; nil where nothing that can be read has this id.
    package let target: EntityDescription?
  }

  /// References, with what could not be read on the way.
  package struct Listing: Sendable {
    /// In the order of models, files and places.
    package let references: [Reference]
    /// Models that could not be read, and why.
    package let unread: [Unread]
  }

  /// A model that could not be read.
  package struct Unread: Sendable {
    /// The model.
    package let model: ModelName
    /// Why, in one line.
    package let reason: String
  }

  private let workspace: Workspace

  /// The references of `workspace`, whose models `keyring` opens.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Every reference of the named models, or of all.
  ///
  /// Throws errors of kind `notFound` and `busy`, and for a named model what reading it throws.
  package func list(_ names: [ModelName] = []) throws -> Listing {
    try reading { net in
      for name in names { _ = try net.store.all(of: name) }
      let models = names.isEmpty ? net.models.map(\.main.model) : names
      return try listing(net.references(in: Set(models)), net)
    }
  }

  /// Every reference to the entity that `text` names: its id, or its path.
  ///
  /// Throws errors of kind `notFound` where there is no such entity, `locked` where it may be in a model that cannot be read, `usage` where the
  /// path leads to something without an id, and `BindingError`.
  package func referring(to text: String, model: ModelName?) throws -> Listing {
    try reading { net in
      let id = try net.id(named: text, model: model)
      return try listing(net.references(to: id), net)
    }
  }

  private func reading<Result>(_ body: (EntityNet) throws -> Result) throws -> Result {
    try workspace.readingEntities { try body(EntityNet($0)) }
  }

  private func listing(_ links: [EntityNet.Link], _ net: EntityNet) throws -> Listing {
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
      references: references, unread: net.unread.errors.map { Unread(model: $0.name, reason: $0.error.message) })
  }
}
