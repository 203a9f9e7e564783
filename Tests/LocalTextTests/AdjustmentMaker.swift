import Foundation
import TestSupport

@testable import LocalText

/// Makes the table of ``DateAdjustment`` by comparing `DateFormatter` with ICU.
struct AdjustmentMaker {
  let library: ICULibrary
  /// The adjustments of the locales whose language ICU knows.
  private(set) var adjustments: [String: DateAdjustment] = [:]
  /// The locales whose data ICU uses for them.
  private var known: [String: String] = [:]
  /// Languages with words that differ from those of ICU, which no pattern can change.
  private(set) var languagesWithOtherWords: Set<String> = []

  private typealias Form = LocalDateFormatter.Form

  /// Days of all months and weeks, with hours of the whole day, and a few distant ones.
  private static let dates: [Double] = {
    var dates = [-1_000_000_000, -63_000_000_000, 30_000_000_000.0]
    for day in 0..<24 { dates.append(596_000_000 + Double(day) * 1_316_941) }
    return dates
  }()

  /// The locales of Foundation, and languages that are often used with other calendars.
  private static var locales: [String] {
    let languages = ["de", "en", "fr", "es", "it", "ja", "ko", "zh", "nl", "pt", "th", "en_GB", "zh_Hant"]
    return Locale.availableIdentifiers.filter { !$0.contains("@") && $0 != "root" }
      + languages.flatMap { ["\($0)@calendar=buddhist", "\($0)@calendar=japanese"] }
  }

  init(_ library: ICULibrary) throws {
    self.library = library
    for locale in Self.locales { try add(locale) }
  }

  private mutating func add(_ locale: String) throws {
    let language = locale.split { $0 == "_" || $0 == "@" }[0]
    let name = try ICUDateFormat(locale, date: .long, time: .none, library: library).locale
    // For other languages ICU falls back to the language of the process.
    guard name.split(separator: "_").first == language else { return }
    known[locale] = name
    var adjustment = DateAdjustment()
    var formatters: [Form: DateFormatter] = [:]
    for form in Form.allCases { formatters[form] = Self.formatter(locale, form) }
    let wanted = formatters.mapValues { formatter in
      Self.dates.map { formatter.string(from: Date(timeIntervalSinceReferenceDate: $0)) }
    }
    func texts(_ form: Form, _ adjustment: DateAdjustment) throws -> [String] {
      let formatter = try LocalDateFormatter(
        locale: ICULocaleName(locale), form: form, library: library, adjustment: adjustment)
      return Self.dates.map(formatter.text)
    }
    func isRight(_ form: Form) throws -> Bool { try Self.same(texts(form, adjustment), wanted[form] ?? []) }
    /// Keeps a change only if it changes the result.
    func attempt(_ form: Form, _ change: (inout DateAdjustment) -> Void) throws {
      var changed = adjustment
      change(&changed)
      if try !Self.same(texts(form, changed), texts(form, adjustment)) { adjustment = changed }
    }
    if Self.hasLatinDigits(wanted[.shortDate] ?? []), try !Self.hasLatinDigits(texts(.shortDate, adjustment)) {
      adjustment.hasLatinDigits = true
    }
    for form in Form.allCases where try !isRight(form) {
      try attempt(form) { $0.patterns[form] = formatters[form]?.dateFormat }
    }
    for form in [Form.shortTime, .shortDateTime] where try !isRight(form) {
      try attempt(form) { $0.dayHalves = formatters[form].map { DayHalves(am: $0.amSymbol, pm: $0.pmSymbol) } }
    }
    for form in Form.allCases where adjustment.patterns[form] != nil {
      var without = adjustment
      without.patterns[form] = nil
      if try Self.same(texts(form, without), texts(form, adjustment)) { adjustment = without }
    }
    adjustments[locale] = adjustment
    if try !Form.allCases.allSatisfy(isRight) { languagesWithOtherWords.insert(String(language)) }
  }

  private static func formatter(_ locale: String, _ form: Form) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: locale)
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.timeStyle = [.shortTime, .shortDateTime].contains(form) ? .short : .none
    formatter.dateStyle =
      switch form {
      case .longDate: .long
      case .fullDate: .full
      case .shortDate, .shortDateTime: .short
      case .shortTime: .none
      }
    return formatter
  }

  private static func same(_ texts: [String], _ others: [String]) -> Bool {
    texts.elementsEqual(others) { $0.utf8.elementsEqual($1.utf8) }
  }

  private static func hasLatinDigits(_ texts: [String]) -> Bool {
    texts.contains { $0.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
  }

  // MARK: - The table

  /// The locales for which ``DateAdjustment/of(_:knownAs:)`` returns a wrong adjustment.
  var wrong: [String] {
    adjustments.keys.filter { locale in
      let found = DateAdjustment.of(ICULocaleName(locale), knownAs: known[locale] ?? "")
      return found ?? DateAdjustment() != adjustments[locale]
    }.sorted()
  }

  /// The rows of DateAdjustment+Table.swift, unformatted.
  var source: String {
    var locales: [[String]: [String]] = [:]
    for (locale, adjustment) in rows { locales[Self.arguments(adjustment), default: []].append(locale) }
    var source = ""
    for (arguments, names) in locales.map({ ($0, $1.sorted()) }).sorted(by: { $0.1[0] < $1.1[0] }) {
      var lines = [""]
      for name in names {
        let longer = lines[lines.count - 1] + (lines[lines.count - 1].isEmpty ? "" : " ") + name
        if longer.utf8.count > 80 { lines.append(name) } else { lines[lines.count - 1] = longer }
      }
      for line in lines { source += "Row(\(([Self.literal(line)] + arguments).joined(separator: ", "))),\n" }
    }
    return source
  }

  /// The adjustments of locales that differ from those of their parents.
  private var rows: [String: DateAdjustment] {
    var rows: [String: DateAdjustment] = [:]
    func found(_ locale: String) -> DateAdjustment {
      if let row = rows[locale] { return row }
      let calendar = locale.drop { $0 != "@" }
      var ancestor = (known[locale] ?? "")[...]
      while !ancestor.isEmpty {
        if let row = rows["\(ancestor)\(calendar)"] { return row }
        ancestor = ancestor.lastIndex(of: "_").map { ancestor[..<$0] } ?? ""
      }
      return DateAdjustment()
    }
    let order = adjustments.keys.sorted { (first: String, second: String) -> Bool in
      let (depth, otherDepth) = (first.count { $0 == "_" }, second.count { $0 == "_" })
      return depth == otherDepth ? first < second : depth < otherDepth
    }
    // A row may change the result of earlier locales.
    for _ in 0..<5 {
      for locale in order where found(locale) != adjustments[locale] { rows[locale] = adjustments[locale] }
    }
    for locale in order.reversed() {
      guard let row = rows.removeValue(forKey: locale) else { continue }
      if order.contains(where: { found($0) != adjustments[$0] }) { rows[locale] = row }
    }
    return rows
  }

  private static func arguments(_ adjustment: DateAdjustment) -> [String] {
    let labels: [(Form, String)] = [
      (.longDate, "long"), (.fullDate, "full"), (.shortDate, "date"), (.shortTime, "time"), (.shortDateTime, "both"),
    ]
    var arguments = labels.compactMap { form, label in
      adjustment.patterns[form].map { "\(label): \(literal($0))" }
    }
    if let halves = adjustment.dayHalves { arguments += ["am: \(literal(halves.am))", "pm: \(literal(halves.pm))"] }
    if adjustment.hasLatinDigits { arguments.append("latin: true") }
    return arguments
  }

  /// Escapes invisible characters.
  private static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if scalar != " ", properties.isWhitespace || properties.generalCategory == .format {
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
