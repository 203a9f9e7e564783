package import JSONDocument
import OKitModels
import OKitStorage

/// The values that a person entered in a form.
package struct FormAnswers: Equatable, Sendable {
  /// The value of a field.
  package enum Answer: Equatable, Sendable {
    /// A text as it was typed. The kind of the field determines its value.
    case text(String)
    /// Several texts: the chosen values, or the paths of files.
    case texts([String])
    /// The JSON of a value.
    case json(String)
    /// No value.
    case clear

    /// The answer for a value in JSON. A string is a text as it is typed.
    init(_ json: JSONValue) {
      self =
        switch json.kind {
        case .string: .text(json.string ?? "")
        case .null: .clear
        case .array where json.elements.allSatisfy({ $0.kind == .string }):
          .texts(json.elements.map { $0.string ?? "" })
        default: .json(json.rawText)
        }
    }

    /// The answer as a person types it.
    var typed: String? {
      switch self {
      case .text(let text): text
      case .texts(let texts): Self.typed(texts)
      case .json(let json): json
      case .clear: nil
      }
    }
  }

  private var answers: [ExactText: Answer] = [:]

  package init() {}

  /// The answers in an object with the names of fields. A string is a text as it is typed, and null clears the field.
  ///
  /// Throws an error of kind `malformed` if the value is not an object.
  package init(_ json: JSONValue) throws {
    guard json.kind == .object else { throw OKitError(.malformed, "the answers are not a JSON object") }
    try json.document.requireDistinctKeys()
    for (key, value) in json.members {
      self[key.string] = Answer(value)
    }
  }

  /// The names of the answered fields in the order of their bytes.
  package var names: [String] { answers.keys.sorted().map(\.text) }
  /// True if there are no answers.
  package var isEmpty: Bool { answers.isEmpty }

  /// The answer to a field; nil if its value stays.
  package subscript(name: String) -> Answer? {
    get { answers[ExactText(name)] }
    set { answers[ExactText(name)] = newValue }
  }

  /// The answers as an object, which `init(_:)` reads.
  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for name in names {
        switch self[name] {
        case .text(let text)?: writer.member(name, text)
        case .texts(let texts)?: writer.array(name, of: texts)
        case .json(let json)?: writer.member(name, JSONText(json))
        case .clear?, nil: writer.member(name, JSONText("null"))
        }
      }
    }
    return writer.bytes
  }
}

extension FormAnswers.Answer {
  /// Returns several texts as one: with commas between them or, if that would be ambiguous, as a JSON array.
  fileprivate static func typed(_ texts: [String]) -> String {
    let joined = texts.joined(separator: ", ")
    guard !Self.texts(in: joined).elementsEqual(texts, by: { $0.isExactly($1) }) else { return joined }
    var writer = JSONWriter()
    writer.array { writer in for text in texts { writer.element(text) } }
    return writer.text
  }

  /// Returns the texts with commas between them, or those in a JSON array.
  static func texts(in typed: String) -> [String] {
    if typed.utf8.first == UInt8(ascii: "["), let root = try? JSONDocument(parsing: typed).root,
      case .texts(let texts) = Self(root)
    {
      return texts
    }
    return typed.split(separator: ",").map(\.trimmingSpaces).filter { !$0.isEmpty }
  }

  /// True if an action was chosen, and false if it was not; nil for an answer of another kind.
  var isYes: Bool? {
    switch self {
    case .json("true"): true
    case .json("false"), .clear: false
    case .text(let text):
      ["y", "yes", "true"].contains(text) ? true : ["n", "no", "false"].contains(text) ? false : nil
    default: nil
    }
  }
}
