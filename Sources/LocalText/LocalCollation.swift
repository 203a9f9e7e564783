/// Sorts texts as people who speak a language expect it, and numbers in texts by their size.
///
/// Do not use a collation on several threads at the same time.
package final class LocalCollation {
  /// `UCOL_NUMERIC_COLLATION`.
  private static let numericCollation: Int32 = 7
  /// `UCOL_ON`.
  private static let on: Int32 = 17

  private let library: ICULibrary
  private let collator: OpaquePointer

  /// Creates a collation for a locale with a name in ICU's format. Throws if ICU refuses the name or has no data.
  package init(locale: String, library: ICULibrary) throws(ICUError) {
    self.library = library
    var status: Int32 = 0
    guard let collator = library.openCollator(ICULocaleName(locale).identifier(), &status), status <= 0 else {
      throw library.error(status)
    }
    self.collator = collator
    library.setAttribute(collator, Self.numericCollation, Self.on, &status)
  }

  deinit { library.closeCollator(collator) }

  /// Returns bytes that have the same order as their texts.
  package func sortKey(_ text: String) -> [UInt8] {
    let units = Array(text.utf16)
    var capacity = units.count * 4 + 16
    while true {
      var needed = 0
      let key = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        needed = Int(library.sortKey(collator, units, Int32(units.count), buffer.baseAddress, Int32(buffer.count)))
        count = min(needed, buffer.count)
      }
      if needed <= capacity { return key }
      capacity = needed
    }
  }
}
