/// The preferences of the person who reads okit's output: languages, date format and time zone.
package struct LocalePreferences {
  /// The languages for texts, the preferred one first.
  package var languages: [LocaleName]
  /// The locale for dates.
  package var dates: LocaleName
  /// Returns the number of seconds by which the reader's clocks are ahead of UTC, at a time in seconds since 2001-01-01T00:00:00Z.
  package var clockOffset: (_ moment: Double) -> Int

  /// A reader with these preferences; by default English in UTC.
  package init(
    languages: [LocaleName] = [.standard], dates: LocaleName = .standard,
    clockOffset: @escaping (_ moment: Double) -> Int = { _ in 0 }
  ) {
    self.languages = languages
    self.dates = dates
    self.clockOffset = clockOffset
  }
}
