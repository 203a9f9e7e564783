/// The parser's messages, worded like those of swift-argument-parser.
extension UsageError {
  static func unknownOption(_ name: String, nearest: SwitchName?) -> UsageError {
    UsageError("unknown option '\(name)'" + (nearest.map { ", did you mean '\($0.text)'?" } ?? ""))
  }

  static func unknownCommand(_ word: String, nearest: String?) -> UsageError {
    UsageError("unknown command '\(word)'" + (nearest.map { ", did you mean '\($0)'?" } ?? ""))
  }

  static func missingValue(for label: String) -> UsageError {
    UsageError("missing value for '\(label)'", showsUsage: true)
  }

  static func unexpectedValue(_ value: String, for name: String) -> UsageError {
    UsageError("the option '\(name)' does not take a value, but '\(value)' was given")
  }

  static func missing(_ argument: DeclaredArgument) -> UsageError {
    UsageError("missing argument '\(argument.label)'", showsUsage: true)
  }

  static func unexpected(_ values: [String]) -> UsageError {
    let list = values.map { "'\($0)'" }.joined(separator: ", ")
    return UsageError(
      values.count == 1 ? "unexpected argument \(list)" : "\(values.count) unexpected arguments: \(list)",
      showsUsage: true)
  }

  static func invalid(_ value: String, for label: String, _ traits: ValueTraits) -> UsageError {
    var message = "the value '\(value)' is invalid for '\(label)'"
    if let all = traits.allValues, let last = all.last {
      let others = all.dropLast().map { "'\($0)'" }.joined(separator: ", ")
      message += "; please provide " + (others.isEmpty ? "'\(last)'" : "one of \(others) or '\(last)'")
    } else if let description = traits.description {
      message += "; please provide \(description)"
    }
    return UsageError(message)
  }
}
