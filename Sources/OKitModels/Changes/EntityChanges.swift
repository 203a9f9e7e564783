package import JSONDocument

/// What differs between two versions of a document, told as changes of entities.
///
/// - An object with a string `id` is an entity, and so is a root. Two roots are one entity, whatever their ids.
/// - A member that is another scalar is one change of a value, with the path of that member.
/// - Elements of an array belong together by their ids, wherever they are. One that has no partner has come or gone; what holds the array is
///   not told of for that. One that has another place among the others moved; as few as possible are said to have.
/// - Elements without ids belong together by their order, from both ends inwards.
/// - Members are told apart by their keys, whose order means nothing; of a key that is there twice the first counts.
/// - Strings are compared by their text, numbers by their value; null is like nothing.
/// - A member that came or went and has entities right in it is told of by its own members or elements; any other container without partner is
///   one value.
///
/// It takes time in proportion to both documents, most of it only to pass over equal bytes, and no recursion.
package enum EntityChanges {
  /// What differs, in the order of the new document; what has gone comes before the rest of its container.
  ///
  /// - Parameters:
  ///   - old: The document before; nil where there was none.
  ///   - new: The document now; nil where there is none.
  ///   - model: The model that they belong to.
  ///   - path: Where the root is, as okit prints paths; nil for the root of the model. That of a partial's entity leads through what
  ///     stands for it.
  package static func between(
    old: JSONDocument?, new: JSONDocument?, of model: ModelName, at path: String? = nil
  ) -> [EntityChange] {
    if let old, let new, old === new { return [] }
    var comparison = DocumentComparison(model: model, path: path)
    comparison.run(old?.root, new?.root)
    return comparison.changes
  }
}
