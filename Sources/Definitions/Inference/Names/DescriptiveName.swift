/// The hints that the name of a property gives about its values.
struct DescriptiveName {
  private let words: [String]
  private let singular: String

  init(_ key: String) {
    words = NameWords.split(key).map { $0.lowercased() }
    singular = EnglishSingular.of(words.last ?? "")
  }

  /// True if numbers under the name can be dates.
  var isOfDate: Bool {
    if words.count > 1, Self.dateEndings.contains(words.last ?? "") { return true }
    return Self.dateWords.contains(singular)
  }

  /// True if numbers under the name can have fractions, even if the data has none.
  var isOfFraction: Bool { Self.fractionWords.contains(singular) }

  /// True if the name suggests an image.
  var isOfImage: Bool { Self.imageWords.contains(singular) }

  private static let dateEndings: Set<String> = ["at", "on", "since", "until"]
  private static let dateWords: Set<String> = [
    "date", "day", "time", "birthday", "birthdate", "created", "modified", "updated", "changed", "deleted", "published",
    "timestamp", "deadline", "due", "expires", "expiry", "expiration", "anniversary",
  ]
  private static let fractionWords: Set<String> = [
    "price", "amount", "cost", "fee", "total", "tax", "discount", "quality", "scale", "weight", "ratio", "rate",
    "factor",
    "percentage", "latitude", "longitude", "distance", "duration", "temperature", "opacity", "progress",
  ]
  private static let imageWords: Set<String> = [
    "image", "icon", "picture", "photo", "logo", "cover", "avatar", "thumbnail", "portrait", "background",
  ]
}
