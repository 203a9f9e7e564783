import TestSupport
import WorkspaceTestSupport

@testable import OKitEditing
@testable import OKitMigrations

/// Random properties of two classes, a book and its notes, random changes of them, and data that conform to them.
struct RandomShop {
  struct Property {
    var name: String
    var type: Int
    var isOptional: Bool
    /// The former name, declared in a comment.
    var former: String?

    /// The declaration on a line of its own.
    var text: String {
      let (swift, start, _) = RandomShop.types[type]
      return "  var \(name): \(swift)\(isOptional ? "?" : " = \(start)")\(former.map { " // okit: was \($0)" } ?? "")\n"
    }
  }

  /// The changes of a class.
  struct Change {
    /// The properties before, each with its new version; nil if it is removed.
    var properties: [(old: Property, new: Property?)] = []
    var added: [Property] = []
  }

  private static let types: [(swift: String, start: String, values: [String])] = [
    ("Int", "7", ["0", "-12", "1.0", "1e2", "9007199254740993"]),
    ("Double", "0.5", ["1.50", "1e-07", "-0", "1.1000000000000001", "12"]),
    ("String", "\"new\"", ["\"\"", "\"a\\/b \\u00e9\"", "\"12\"", "\"1.5\"", "\"\(SampleShop.secret)\"", "\"true\""]),
    ("Bool", "false", ["true", "false"]), ("Date", "Date()", ["0", "-0.25", "595756800.5"]),
    ("[Int]", "[]", ["[]", "[ 1 ,\n 2.0]"]), ("[String]", "[]", ["[]", "[\"1\",  \"x\"]"]),
    ("[String: Int]", "[:]", ["{}", "{ \"a\" : 1.0 }"]),
  ]

  private(set) var changes: [Change] = []
  private(set) var answers = MigrationAnswers()
  /// The files of the model.
  private(set) var files: [String: String] = [:]

  init(using generator: inout SeededGenerator) {
    for className in ["Book", "Note"] { changes.append(change(className, using: &generator)) }
    let books = SampleShop.bookIDs.map { id in
      let notes = (0..<Int.random(in: 0...2, using: &generator)).map { object(1, "\(id)-\($0)", [], using: &generator) }
      return object(0, id, ["\"notes\":[\(notes.joined(separator: ","))]"], using: &generator)
    }
    files = SampleShop.bookFiles([""])
    for (path, text) in files where !path.hasPrefix("_") {
      files[path] = books.indices.reduce(text) { $0.replacing(SampleShop.book($1, [""]), with: books[$1]) }
    }
  }

  var old: String { source { $0.properties.map(\.old) } }
  var new: String { source { $0.properties.compactMap(\.new) + $0.added } }

  private func source(_ properties: (Change) -> [Property]) -> String {
    let texts = changes.map { properties($0).map(\.text).joined() }
    return SampleShop.bookClasses(
      "\n  var notes: [Note] = []\n\(texts[0])",
      more: "class Note: ModelEntity, Codable {\n  var id: String!\n\(texts[1])}")
  }

  // MARK: - Definitions

  private mutating func change(_ className: String, using generator: inout SeededGenerator) -> Change {
    var change = Change()
    for index in 0..<Int.random(in: 0...5, using: &generator) {
      let old = property("\(className.lowercased())\(index)", using: &generator)
      var new: Property? = old
      for _ in 0..<Int.random(in: 0...2, using: &generator) {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: new = nil
        case 1 where new?.name == old.name:
          new?.name = "renamed\(index)"
          if Bool.random(using: &generator) {
            new?.former = old.name
          } else {
            answers.renames.append(.init(subject: "\(className).\(old.name)", name: "renamed\(index)"))
          }
        case 2: new?.type = Int.random(in: 0..<Self.types.count, using: &generator)
        case 3: new?.isOptional.toggle()
        default: break
        }
      }
      // A property that keeps its type loses no value, so no loss needs to be allowed.
      if new?.type != old.type { answers.losses.append("\(className).\(old.name)") }
      change.properties.append((old, new))
    }
    for index in 0..<Int.random(in: 0...2, using: &generator) {
      change.added.append(property("added\(index)", using: &generator))
    }
    return change
  }

  private func property(_ name: String, using generator: inout SeededGenerator) -> Property {
    Property(
      name: name, type: Int.random(in: 0..<Self.types.count, using: &generator),
      isOptional: Bool.random(using: &generator))
  }

  // MARK: - Data

  private func object(
    _ place: Int, _ id: String, _ more: [String], using generator: inout SeededGenerator
  ) -> String {
    func gap() -> String { ["", "", " ", "\n", "\t", "\r\n  "].randomElement(using: &generator)! }
    var members = ["\"id\":\"\(id)\""] + more
    for (property, _) in changes[place].properties {
      let value = Self.types[property.type].values.randomElement(using: &generator)!
      switch property.isOptional ? Int.random(in: 0..<3, using: &generator) : 0 {
      case 0: members.append("\"\(property.name)\"\(gap()):\(gap())\(value)")
      case 1: members.append("\"\(property.name)\":null")
      default: break
      }
    }
    for key in ["later", "x/y", "Book"] where Bool.random(using: &generator) {
      members.append(
        "\"\(key)\"\(gap()):\(gap())\(["[ 1.0 , 2e1 ]", "{\t}", "1E+2", "\"\\u0041\""].randomElement(using: &generator)!)"
      )
    }
    members.shuffle(using: &generator)
    return "{\(gap())" + members.joined(separator: "\(gap()),\(gap())") + "\(gap())}"
  }
}
