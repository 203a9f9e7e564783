import Bindings
import Forms
import JSONDocument
import LocalText
import OKitStorage

/// The texts and dates of a workspace in the reader's language. Each file is read when first needed, and kept.
final class Localization {
  private let workspace: Workspace
  private let reader: LocalePreferences
  private var texts: [ExactText: String]?
  private var formatters: [LocalDateFormatter.Form: LocalDateFormatter] = [:]
  private var datePatterns: [String: LocalDatePattern] = [:]
  private var numberPatterns: [String: LocalNumberFormatter] = [:]
  private lazy var collation = icu().flatMap { library in
    try? LocalCollation(locale: (reader.languages.first ?? .standard).identifier, library: library)
  }
  private let icu: () -> ICULibrary?

  /// - Parameter icu: Returns the library that formats dates. It is called for the first date.
  init(_ workspace: Workspace, icu: @escaping () -> ICULibrary? = { .installed }) {
    self.workspace = workspace
    reader = workspace.reader
    self.icu = icu
  }

  /// Returns the translation of `key` to the reader's language; nil if there is none or it is empty.
  ///
  /// Throws an error of kind `malformed` if the strings file is not valid.
  func text(_ key: String) throws -> String? {
    let known = try texts ?? LocalizedTexts(workspace).texts(for: reader.languages)
    texts = known
    guard let text = known[ExactText(key)], !text.isEmpty else { return nil }
    return text
  }

  /// Returns a date in the reader's format, or in ISO 8601 if the system cannot format it. `date` and `now` are seconds since 2001-01-01T00:00:00Z.
  ///
  /// Throws the errors of ``text(_:)``.
  func text(of date: Double, as style: BindingDateStyle, now: Double) throws -> String {
    let local = date + Double(reader.clockOffset(date))
    func text(_ form: LocalDateFormatter.Form) -> String { formatter(form)?.text(local) ?? form.iso8601(local) }
    func day() throws -> String? { try self.day(of: local, now: now + Double(reader.clockOffset(now))) }
    switch style {
    case .date: return text(.longDate)
    case .fullDate: return text(.fullDate)
    case .dateTime: return text(.shortDateTime)
    case .time, .relativeTime: return text(.shortTime)
    case .relativeDate: return try day() ?? text(.longDate)
    case .relativeFullDate: return try day() ?? text(.fullDate)
    case .relativeDateTime:
      let whole = text(.shortDateTime)
      guard let day = try day() else { return whole }
      // The word replaces the date in the formatted text, so that date and time are joined as usual in the language.
      return whole.replacingFirst(text(.shortDate), by: day) ?? "\(day), \(text(.shortTime))"
    }
  }

  /// Returns a date by a pattern (Unicode TR 35); nil if the pattern is not valid. `date` is in seconds since 2001-01-01T00:00:00Z.
  func text(of date: Double, pattern: String) -> String? {
    let offset = reader.clockOffset(date)
    // ICU notices an invalid letter only when it writes a date.
    func text(_ formatter: LocalDatePattern) -> String? {
      let text = formatter.text(date, offset: offset)
      return text.isEmpty && !pattern.isEmpty ? nil : text
    }
    if let known = datePatterns[pattern] { return text(known) }
    guard let icu = requireICU() else { return BindingDateStyle.dateTime.iso8601(date + Double(offset)) }
    let formatter = try? LocalDatePattern(
      locale: reader.dates.identifier, pattern: pattern, zone: reader.timeZone(), library: icu)
    datePatterns[pattern] = formatter
    return formatter.flatMap(text)
  }

  /// The order of the parts of a short date in the reader's language.
  var dateOrder: DateEntry.Order {
    // 2033-11-22: each part can be recognized.
    guard let text = formatter(.shortDate)?.text(1_037_923_200),
      let year = text.byteRange(of: "33"), let month = text.byteRange(of: "11"), let day = text.byteRange(of: "22")
    else { return .dayMonthYear }
    if year.lowerBound < month.lowerBound { return .yearMonthDay }
    return month.lowerBound < day.lowerBound ? .monthDayYear : .dayMonthYear
  }

  /// Returns a number by a pattern (Unicode TR 35); nil if the pattern is not valid. `number` is its JSON.
  func text(ofNumber number: String, pattern: String) -> String? {
    if let known = numberPatterns[pattern] { return known.text(number) }
    guard let icu = requireICU() else { return number }
    let formatter = try? LocalNumberFormatter(locale: reader.numbers.identifier, pattern: pattern, library: icu)
    numberPatterns[pattern] = formatter
    return formatter?.text(number)
  }

  /// Returns bytes that sort texts in the order of the reader's language, with numbers in texts by their size.
  func naturalKey(_ text: String) -> [UInt8] {
    if let collation { return collation.sortKey(text) }
    workspace.warnWithoutICU("texts are sorted by their code points")
    return Array(text.utf8)
  }

  /// Returns the word for a day near today in the reader's time zone; nil for other days. English has no word for the day before yesterday and the
  /// day after tomorrow, so these need a text in the strings file.
  private func day(of local: Double, now: Double) throws -> String? {
    func dayNumber(_ seconds: Double) -> Double { (seconds / 86_400).rounded(.down) }
    switch dayNumber(local) - dayNumber(now) {
    case -2: return try text("Day before yesterday")
    case -1: return try text("Yesterday") ?? "Yesterday"
    case 0: return try text("Today") ?? "Today"
    case 1: return try text("Tomorrow") ?? "Tomorrow"
    case 2: return try text("Day after tomorrow")
    default: return nil
    }
  }

  /// Returns nil, after a warning, if the system cannot format dates.
  private func formatter(_ form: LocalDateFormatter.Form) -> LocalDateFormatter? {
    if let known = formatters[form] { return known }
    guard let icu = requireICU() else { return nil }
    do {
      let formatter = try LocalDateFormatter(locale: reader.dates.identifier, form: form, library: icu)
      formatters[form] = formatter
      return formatter
    } catch {
      warn("the ICU library cannot write dates of the locale \(reader.dates.identifier) (\(error))")
      return nil
    }
  }

  private func requireICU() -> ICULibrary? {
    let library = icu()
    if library == nil { warn(Workspace.noICU) }
    return library
  }

  private func warn(_ reason: String) {
    guard !workspace.hasWarnedOfDates else { return }
    workspace.hasWarnedOfDates = true
    workspace.observer.warned("\(reason): dates are in ISO 8601, and numbers are as stored")
  }
}

extension String {
  /// Returns the text with the first `part` replaced by `other`; nil if it does not contain `part`.
  fileprivate func replacingFirst(_ part: String, by other: String) -> String? {
    byteRange(of: part).map { self[..<$0.lowerBound] + other + self[$0.upperBound...] }
  }
}

extension LocalDateFormatter.Form {
  /// Returns the replacement for this form if ICU cannot format it.
  fileprivate func iso8601(_ seconds: Double) -> String {
    switch self {
    case .longDate, .fullDate, .shortDate: BindingDateStyle.date.iso8601(seconds)
    case .shortTime: BindingDateStyle.time.iso8601(seconds)
    case .shortDateTime: BindingDateStyle.dateTime.iso8601(seconds)
    }
  }
}
