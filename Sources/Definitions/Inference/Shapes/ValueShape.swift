/// What was seen at one place of a model: the values of a property, or the elements of its arrays.
struct ValueShape {
  /// The key of the property, which suggests names.
  let key: String
  /// The class whose property it is, as its own name suggests.
  let owner: String
  /// Whether it is of the elements of arrays, or of what lies under keys of all kinds.
  let isElement: Bool

  var nulls = 0
  var strings = 0
  var bools = 0
  var integers = 0
  /// Numbers that are no integers, or are written as if they were none.
  var fractions = 0
  var objects = 0
  var arrays = 0
  /// Numbers that cannot be dates, and whether one is far enough from 2001 to look like one.
  var implausibleDates = 0
  var hasLikelyDate = false
  /// How many objects had the property; more than that were seen without it.
  var presence = 0
  /// The object that was looked at last, by which a key that is there twice is noticed.
  var lastObject = -1

  /// What the elements of arrays are, among the shapes.
  var elements: Int?
  /// What the objects are, among the sites.
  var site: Int?

  init(key: String, owner: String, isElement: Bool) {
    self.key = key
    self.owner = owner
    self.isElement = isElement
  }

  /// Numbers of both kinds.
  var numbers: Int { integers + fractions }

  /// The number of kinds of values, null aside.
  var kinds: Int { [strings, bools, numbers, objects, arrays].count { $0 > 0 } }

  /// Seconds from 2001 to dates that people write down: from 1800 to 2200.
  private static let plausible = -6_342_969_600.0...6_279_811_200.0
  /// So far from 2001, about four months, no count of anything is expected.
  private static let likely = 10_000_000.0

  mutating func see(number: Double?, isInteger: Bool) {
    if isInteger { integers += 1 } else { fractions += 1 }
    guard let number, Self.plausible.contains(number) else {
      implausibleDates += 1
      return
    }
    if number.magnitude >= Self.likely { hasLikelyDate = true }
  }

  /// Adds what was seen elsewhere of the same property, apart from what is in it.
  mutating func add(_ other: ValueShape) {
    nulls += other.nulls
    strings += other.strings
    bools += other.bools
    integers += other.integers
    fractions += other.fractions
    objects += other.objects
    arrays += other.arrays
    implausibleDates += other.implausibleDates
    hasLikelyDate = hasLikelyDate || other.hasLikelyDate
    presence += other.presence
  }
}
