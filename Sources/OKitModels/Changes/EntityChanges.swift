package import JSONDocument

/// Compares two versions of a document and reports the differences as changes of entities.
///
/// - An object with a string `id` is an entity, and so is a root. Two roots are the same entity, even with different ids.
/// - A member with a different scalar is one change, with the path of the member.
/// - Elements of an array are matched by their ids at any position. An element without a partner was added or removed, which is not a change of
///   the array's owner. An element with another position relative to the others moved; as few elements as possible are reported as moved.
/// - Elements without ids are matched by their order, from both ends inwards.
/// - Members are matched by their keys in any order. The first of repeated keys counts.
/// - Strings are compared by their text and numbers by their value. A null is the same as no value.
/// - A member that was added or removed and directly contains entities is reported as its members or elements. Any other container without a partner
///   is one value.
///
/// The time is proportional to both documents, and most of it skips equal bytes. There is no recursion.
package enum EntityChanges {
  /// Returns the differences in the order of the new document. Removed values come first in their container.
  ///
  /// - Parameters:
  ///   - old: The old document; nil if there was none.
  ///   - new: The new document; nil if there is none.
  ///   - model: The model of both documents.
  ///   - path: The path of the root, as okit prints paths; nil for the root of the model. The path of a partial's entity leads through its stand-in.
  package static func between(
    old: JSONDocument?, new: JSONDocument?, of model: ModelName, at path: String? = nil
  ) -> [EntityChange] {
    if let old, let new, old === new { return [] }
    var comparison = DocumentComparison(model: model, path: path)
    comparison.run(old?.root, new?.root)
    return comparison.changes
  }

  /// Returns the differences between two versions of an entity, which has the path `path` in the new one.
  package static func between(old: JSONValue, new: JSONValue, of model: ModelName, at path: String) -> [EntityChange] {
    var comparison = DocumentComparison(model: model, path: path)
    comparison.run(old, new)
    return comparison.changes
  }
}
