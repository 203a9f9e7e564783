/// Splits a name into its words: `openOrders2` into `open` and `Orders2`.
enum NameWords {
  static func split(_ name: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      let isSeparator = scalar == "_" || scalar == "-" || scalar == " " || scalar == "."
      let isCapital = scalar.properties.isUppercase
      if isSeparator || isCapital && word.last?.properties.isUppercase == false {
        if !word.isEmpty { words.append(String(word)) }
        word = String.UnicodeScalarView()
      }
      if !isSeparator { word.append(scalar) }
    }
    if !word.isEmpty { words.append(String(word)) }
    return words
  }
}
