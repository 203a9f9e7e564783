/// The singular forms of English plurals in property names.
enum EnglishSingular {
  private static let irregular = [
    "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "geese": "goose", "indices": "index", "indexes": "index", "vertices": "vertex",
    "matrices": "matrix", "criteria": "criterion", "axes": "axis", "analyses": "analysis", "movies": "movie",
    "cookies": "cookie", "ties": "tie", "pies": "pie", "caches": "cache", "shoes": "shoe", "quizzes": "quiz",
    "shelves": "shelf", "leaves": "leaf", "wolves": "wolf", "halves": "half", "knives": "knife", "lives": "life",
    "wives": "wife", "loaves": "loaf", "thieves": "thief", "calves": "calf", "lenses": "lens", "gases": "gas",
  ]
  private static let unchanged: Set<String> = [
    "series", "species", "news", "media", "data", "lens", "gas", "bus", "status", "address", "always", "details", "yes",
  ]
  /// Plural endings and their singular. The first that matches is used, so longer ones come first.
  private static let endings = [
    ("ouses", "ouse"), ("auses", "ause"), ("uses", "us"), ("sses", "ss"), ("zzes", "zz"), ("ches", "ch"),
    ("shes", "sh"),
    ("xes", "x"), ("oes", "o"), ("ies", "y"), ("ss", "ss"), ("us", "us"), ("is", "is"), ("s", ""),
  ]

  /// Returns `name` with its last word in the singular: `openOrder` for `openOrders`, `copy` for `copies`. A name without a plural is unchanged.
  static func of(_ name: String) -> String {
    guard let last = NameWords.split(name).last, name.hasSuffix(last) else { return name }
    let beginning = name.dropLast(last.count)
    let lower = last.lowercased()
    if unchanged.contains(lower) { return name }
    let isCapital = last.first?.isUppercase == true
    if let word = irregular[lower] { return beginning + (isCapital ? word.firstRaised : word) }
    for (ending, singular) in endings where lower.hasSuffix(ending) && lower.count > max(ending.count, 2) {
      return beginning + last.dropLast(ending.count) + singular
    }
    return name
  }
}
