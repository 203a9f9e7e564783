import LocalText
import OKitStorage

extension Workspace {
  /// The warning that ICU is missing.
  static let noICU = "the ICU library is not installed (Debian package libicu72)"

  /// Returns `text` in lower case, without diacritics and differences of width. Warns once if only the case can be changed.
  package func folded(_ text: String) -> String {
    if let folded = ICULibrary.installed.flatMap({ TextFolding($0).folded(text) }) { return folded }
    warnWithoutICU("searches tell letters with accents from those without")
    return text.lowercased()
  }

  /// Warns once of what is different without ICU.
  func warnWithoutICU(_ consequence: String) {
    guard !hasWarnedOfICU else { return }
    hasWarnedOfICU = true
    observer.warned("\(Self.noICU): \(consequence)")
  }
}
