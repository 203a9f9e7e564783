/// The objects that were seen in one property of the classes of one name.
struct ObjectSite {
  /// The key of the property.
  let key: String
  /// The class whose property it is, as its own name suggests.
  let owner: String
  /// The class of the objects, as the name of the property suggests.
  let candidate: String

  /// How many there are.
  var count = 0
  /// The properties, in the order in which they were met, among the shapes.
  private(set) var members: [(key: String, shape: Int)] = []
  private var places: [ExactKey: Int] = [:]
  /// What lies under keys that can be no names of properties: UUIDs and numbers.
  var dynamic: Int?
  /// Whether all such keys are numbers.
  var hasNumbersAsKeys = true
  /// Whether there can be several of them in one object: in an array, or under keys of all kinds.
  var holdsElements = false
  /// Whether the objects are roots of documents, which are entities whatever their keys are.
  var holdsRoots = false
  /// Whether a file of a partial belongs to one of the objects.
  var standsIn = false
  /// Whether one of the objects has a format of an image.
  var hasImageFormat = false
  /// Of the objects that stand in, the site of those that they stand for.
  var entity: Int?

  init(key: String, owner: String, candidate: String) {
    self.key = key
    self.owner = owner
    self.candidate = candidate
  }

  func place(of key: String) -> Int? { places[ExactKey(key)] }

  mutating func add(_ key: String, shape: Int) -> Int {
    places[ExactKey(key)] = members.count
    members.append((key, shape))
    return members.count - 1
  }

  func shape(of key: String) -> Int? { place(of: key).map { members[$0].shape } }
}
