import JSONDocument

/// The objects in one property of all classes with the same suggested name.
///
/// It is a class, because the collector notes each object in it, and a structure would be copied each time.
final class ObjectSite {
  /// The key of the property.
  let key: String
  /// The suggested name of the class that has the property.
  let owner: String
  /// The class of the objects that the name of the property suggests.
  let candidate: String

  /// The number of objects.
  var count = 0
  /// The properties in the order of the data, with the index of their shape.
  private(set) var members: [(key: String, shape: Int)] = []
  private var indices: [ExactText: Int] = [:]
  /// The index of the property that probably comes next, because most objects have the same properties in the same order.
  var expected = 0
  /// The shape of the values under dynamic keys, UUIDs and numbers; nil if there are none.
  var dynamic: Int?
  /// True if all dynamic keys are numbers.
  var hasNumbersAsKeys = true
  /// True if one object can contain several of them: in an array or under dynamic keys.
  var holdsElements = false
  /// True if the objects are roots of documents, which are entities with any keys.
  var holdsRoots = false
  /// True if one of the objects is the stand-in of a partial.
  var standsIn = false
  /// True if one of the objects has an image format.
  var hasImageFormat = false
  /// The site of the entities that stand-ins refer to.
  var entity: Int?

  init(key: String, owner: String, candidate: String) {
    self.key = key
    self.owner = owner
    self.candidate = candidate
  }

  /// Returns the index of the property of a key if it is the one that is expected next.
  func expectedIndex(of key: JSONKey) -> Int? {
    let next = expected < members.count ? expected : 0
    guard next < members.count, key == members[next].key else { return nil }
    return next
  }

  func index(of key: String) -> Int? { indices[ExactText(key)] }

  func add(_ key: String, shape: Int) -> Int {
    indices[ExactText(key)] = members.count
    members.append((key, shape))
    return members.count - 1
  }

  func shape(of key: String) -> Int? { index(of: key).map { members[$0].shape } }
}
