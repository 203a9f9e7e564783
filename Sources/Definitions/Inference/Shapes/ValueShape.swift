import JSONDocument

/// The counts of values in one place of a model: the values of a property or the elements of its arrays.
struct ValueShape {
  /// The key of the property, which suggests names for classes.
  let key: String
  /// The suggested name of the class that has the property.
  let owner: String
  /// True for the elements of arrays and the values under dynamic keys.
  let isElement: Bool

  var nulls = 0
  var strings = 0
  var bools = 0
  var integers = 0
  /// The number of values with a fraction or an exponent.
  var fractions = 0
  /// True if a number has more digits than a `Double`.
  var hasLongNumber = false
  /// True if a number is too large for a `Decimal` or too close to 0.
  var hasExtremeNumber = false
  var objects = 0
  var arrays = 0
  /// The number of values that cannot be dates.
  var implausibleDates = 0
  /// True if a number is far enough from 0 to look like a date.
  var hasLikelyDate = false
  /// The number of objects that have the property.
  var presence = 0
  /// The number of the last object with the property, to notice repeated keys.
  var lastObject = -1

  /// The index of the shape of array elements.
  var elements: Int?
  /// The index of the site of objects.
  var site: Int?

  init(key: String, owner: String, isElement: Bool) {
    self.key = key
    self.owner = owner
    self.isElement = isElement
  }

  /// The number of all numbers.
  var numbers: Int { integers + fractions }

  /// The number of different kinds of values, without null.
  var kinds: Int { [strings, bools, numbers, objects, arrays].count { $0 > 0 } }

  /// The dates from 1800 to 2200, in seconds since 2001.
  private static let plausible = -6_342_969_600.0...6_279_811_200.0
  /// Magnitudes that every `Decimal` has, however many digits it has.
  private static let decimal = 1e-80...1e120
  /// Seconds from 2001, about four months. Larger numbers are unlikely to be counts.
  private static let likely = 10_000_000.0

  /// Counts a number; `isInteger` says if it fits an `Int` and is written like one.
  mutating func see(number value: JSONValue, isInteger: Bool) {
    let number = value.double
    if isInteger {
      integers += 1
    } else {
      fractions += 1
      if let number, number.isZero ? value.isWritten(from: 0) : Self.decimal.contains(number.magnitude) {
        if !hasLongNumber { hasLongNumber = !value.isWritten(from: number) }
      } else {
        hasExtremeNumber = true
      }
    }
    guard let number, Self.plausible.contains(number) else {
      implausibleDates += 1
      return
    }
    if number.magnitude >= Self.likely { hasLikelyDate = true }
  }

  /// Adds the counts of another shape of the same property. Elements and sites stay unchanged.
  mutating func add(_ other: ValueShape) {
    nulls += other.nulls
    strings += other.strings
    bools += other.bools
    integers += other.integers
    fractions += other.fractions
    hasLongNumber = hasLongNumber || other.hasLongNumber
    hasExtremeNumber = hasExtremeNumber || other.hasExtremeNumber
    objects += other.objects
    arrays += other.arrays
    implausibleDates += other.implausibleDates
    hasLikelyDate = hasLikelyDate || other.hasLikelyDate
    presence += other.presence
  }
}
