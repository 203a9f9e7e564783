/// Who reads what okit shows: in which languages texts are wanted, and how dates are written where.
public struct Reader {
  /// The languages of texts, the preferred first.
  public var languages: [LocaleName]
  /// How dates are written.
  public var dates: LocaleName
  /// By how many seconds clocks of the reader are ahead of UTC at a moment, in seconds since 2001-01-01T00:00:00Z.
  public var clockOffset: (_ moment: Double) -> Int

  /// A reader; without anything said one of English, in UTC.
  public init(
    languages: [LocaleName] = [.standard], dates: LocaleName = .standard,
    clockOffset: @escaping (_ moment: Double) -> Int = { _ in 0 }
  ) {
    self.languages = languages
    self.dates = dates
    self.clockOffset = clockOffset
  }
}
