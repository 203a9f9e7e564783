import Definitions
import JSONDocument
import OKitStorage

/// The cases of an enumeration, by their stored values and by their names.
struct EnumerationCases {
  struct Case {
    let name: ExactText
    let json: String
    fileprivate let stored: JSONValue
  }

  private let cases: [Case]
  private var indices: [ExactText: Int] = [:]
  private var texts: [ExactText: Int] = [:]
  private var numbers: [Int: Int] = [:]
  /// The cases that are stored as neither a string nor an integer.
  private var others: [Int] = []

  /// Ignores cases with invalid JSON.
  init(_ enumeration: Enumeration) {
    cases = enumeration.cases.compactMap { each in
      guard let stored = try? JSONDocument(parsing: each.json).root else { return nil }
      return Case(name: ExactText(each.name), json: each.json, stored: stored)
    }
    for (index, each) in cases.enumerated() {
      indices[each.name] = indices[each.name] ?? index
      if let text = each.stored.string {
        texts[ExactText(text)] = texts[ExactText(text)] ?? index
      } else if let number = each.stored.int {
        numbers[number] = numbers[number] ?? index
      } else {
        others.append(index)
      }
    }
  }

  func first(storedAs value: JSONValue) -> Case? {
    if let text = value.string { return texts[ExactText(text)].map { cases[$0] } }
    if let number = value.int { return numbers[number].map { cases[$0] } }
    return others.lazy.map { cases[$0] }.first { $0.stored.isSame(as: value) }
  }

  func first(called name: ExactText) -> Case? { indices[name].map { cases[$0] } }
}

extension EnumerationCases.Case {
  func isStored(as value: JSONValue) -> Bool { stored.isSame(as: value) }
}
