extension BindingFunction {
  /// The functions of dates.
  static let dateFunctions =
    BindingDateStyle.allCases.map { style in
      BindingFunction(style.rawValue) { .text(try $0.surroundings.formatted($0.date, as: style)) }
    } + [
      BindingFunction("formatISO") { call in
        guard let time = CalendarTime(try call.date.rounded(.down)) else { return .absent }
        return .text("\(time.date)T\(time.time)")
      },
      BindingFunction("formatInterval") { call in
        .text(CalendarTime.interval(Int(try call.surroundings.now - call.date)))
      },
    ]
}
