/// Evaluates the conditions of `#if` for a release build on an iOS device.
///
/// `os(iOS)`, `canImport` of any module that is not for another platform, and lower bounds of `swift` and `compiler` are true. `DEBUG`, other
/// flags, `targetEnvironment` and all unknown tests are false.
enum CompilationConditions {
  private enum Sign { case not, and, or, parenthesis }

  /// True if a condition is true. An invalid condition is false.
  static func holds(_ tokens: ArraySlice<SwiftToken>, in bytes: [UInt8]) -> Bool {
    var values: [Bool] = []
    var signs: [Sign] = []
    var index = tokens.startIndex
    while index < tokens.endIndex {
      let token = tokens[index]
      switch token.sign {
      case UInt8(ascii: "!"): signs.append(.not)
      case UInt8(ascii: "&"), UInt8(ascii: "|"):
        // Skip the second of the two signs.
        index += 1
        let sign: Sign = token.sign == UInt8(ascii: "&") ? .and : .or
        while let last = signs.last, last == .and || last == sign { apply(signs.removeLast(), to: &values) }
        signs.append(sign)
      case UInt8(ascii: "("): signs.append(.parenthesis)
      case UInt8(ascii: ")"):
        while let last = signs.popLast(), last != .parenthesis { apply(last, to: &values) }
        negate(&values, signs: &signs)
      default:
        values.append(term(tokens, at: &index, in: bytes))
        negate(&values, signs: &signs)
      }
      index += 1
    }
    while let last = signs.popLast() { apply(last, to: &values) }
    return values.count == 1 && values[0]
  }

  private static func apply(_ sign: Sign, to values: inout [Bool]) {
    guard sign == .and || sign == .or, values.count > 1 else { return }
    let right = values.removeLast()
    let left = values.removeLast()
    values.append(sign == .and ? left && right : left || right)
  }

  private static func negate(_ values: inout [Bool], signs: inout [Sign]) {
    while signs.last == .not {
      signs.removeLast()
      if let value = values.popLast() { values.append(!value) }
    }
  }

  /// Evaluates a flag, or a test such as `os(iOS)`. The index ends at its last token.
  private static func term(_ tokens: ArraySlice<SwiftToken>, at index: inout Int, in bytes: [UInt8]) -> Bool {
    let name = String(decoding: bytes[tokens[index].range], as: UTF8.self)
    guard index + 1 < tokens.endIndex, tokens[index + 1].sign == UInt8(ascii: "(") else { return name == "true" }
    var argument = ""
    index += 2
    while index < tokens.endIndex, tokens[index].sign != UInt8(ascii: ")") {
      argument += String(decoding: bytes[tokens[index].range], as: UTF8.self)
      index += 1
    }
    switch name {
    case "os": return argument == "iOS"
    case "canImport": return !modulesOfOtherPlatforms.contains(argument)
    case "swift", "compiler", "_compiler_version": return !argument.hasPrefix("<")
    case "arch": return argument == "arm64"
    case "_runtime": return argument == "_ObjC"
    case "_endian": return argument == "little"
    default: return false
    }
  }

  private static let modulesOfOtherPlatforms: Set = [
    "AppKit", "Cocoa", "Carbon", "WatchKit", "TVUIKit", "Glibc", "Musl", "Bionic", "Android", "WinSDK", "ucrt", "CRT",
    "WASILibc", "FoundationNetworking", "FoundationEssentials",
  ]
}
