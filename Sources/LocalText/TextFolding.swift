/// Removes the differences between letters that do not matter in a search: case, diacritics and width.
///
/// The result is that of `folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive])` in Foundation, and compatible characters
/// are the same, too: `ﬁ` is `fi`.
package struct TextFolding: Sendable {
  private let library: ICULibrary

  /// Folding by `library`.
  package init(_ library: ICULibrary) {
    self.library = library
  }

  /// Returns `text` in lower case, without diacritics and in normal width; nil if ICU has no data.
  package func folded(_ text: String) -> String? {
    guard let folded = normalized(Array(text.utf16), library.caseFolding),
      let decomposed = normalized(folded, library.decomposition)
    else { return nil }
    var result = String.UnicodeScalarView()
    for scalar in String(decoding: decomposed, as: UTF16.self).unicodeScalars
    where scalar.properties.generalCategory != .nonspacingMark {
      result.append(scalar)
    }
    return String(result)
  }

  private func normalized(_ units: [UInt16], _ normalizer: ICULibrary.Normalizer) -> [UInt16]? {
    var status: Int32 = 0
    guard let normalizer = normalizer(&status), status <= 0 else { return nil }
    return library.text(capacity: units.count * 2 + 16) { buffer, capacity, status in
      library.normalize(normalizer, units, Int32(units.count), buffer, capacity, &status)
    }
  }
}
