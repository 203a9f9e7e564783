/// Who reads what okit shows: in which languages texts are wanted, and how dates are written where.
package struct Reader {
  /// The languages of texts, the preferred first.
  package var languages: [LocaleName]
  /// How dates are written.
  package var dates: LocaleName
  /// By how many seconds clocks of the reader are ahead of UTC at a moment, in seconds since 2001-01-01T00:00:00Z.
  package var clockOffset: (_ moment: Double) -> Int

  /// A reader; without anything said one of English, in UTC.
  package init(
    languages: [LocaleName] = [.standard], dates: LocaleName = .standard,
    clockOffset: @escaping (_ moment: Double) -> Int = { _ in 0 }
  ) {
    self.languages = languages
    self.dates = dates
    self.clockOffset = clockOffset
  }
}
