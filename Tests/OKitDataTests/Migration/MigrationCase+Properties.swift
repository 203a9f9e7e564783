import TestSupport
import WorkspaceTestSupport

@testable import OKitStorage

/// Changes that follow from the definitions, and from answers if they are ambiguous.
extension MigrationCase {
  private static let title = #"var title: String = """#
  private static let name = #"var name: String = """#
  private static let renamed = [
    (#""title":"\#(SampleShop.secret) \u0041""#, #""name":"\#(SampleShop.secret) \u0041""#),
    ("\"title\" :\t\"two\"", "\"name\" :\t\"two\""),
  ]

  static let properties = [
    book(
      "a property is added", title, title + "; var pages: Int = 7; var note: String?",
      [(#""title":"one""#, #""title":"one","pages":7"#)], "added Book.pages -> Int = 7: 4",
      "added Book.note -> String?: 0"),
    book(
      "dictionaries are added, each as Swift stores its keys", title,
      title + "; var names: [Int: String]; var counts: [Int64: Int]; var marks: [UInt8: [String: Int]]",
      [(#""title":"one""#, #""title":"one","names":{},"counts":[],"marks":[]"#)],
      "added Book.names -> [Int: String] = [:]: 4", "added Book.counts -> [Int64: Int] = [:]: 4",
      "added Book.marks -> [UInt8: [String: Int]] = [:]: 4"),
    book(
      "a property is removed", title + "; var sub: String?", title,
      [
        (#""sub":"\#(SampleShop.secret)","title":"one""#, #""title":"one""#), (#""title":"two""#, #""title":"two""#),
        (#""title":"three", "sub" : "x""#, #""title":"three""#),
      ], losses: ["Book.sub"], #"removed Book.sub: 3, 3 lost: "\#(SampleShop.secret)" "x" "\#(SampleShop.secret)""#),
    book(
      "a property is renamed by an answer", title, name, renamed, renames: ["Book.title=name"],
      "renamed Book.title -> name: 4"),
    book(
      "a property is renamed by a comment", title, name + " // okit: was title\n", renamed,
      "renamed Book.title -> name: 4"),
    book(
      "a property is renamed by a migration", title, name, renamed, steps: [#"{"rename":"Book.title","to":"name"}"#],
      "renamed Book.title -> name: 4"),
    book(
      "a property is stored under another key", title,
      title + #"; enum CodingKeys: String, CodingKey { case id, title = "TITLE" }"#,
      [(#""title":"\#(SampleShop.secret)""#, #""TITLE":"\#(SampleShop.secret)""#)],
      "renamed Book.title -> TITLE: 4"),
    book(
      "a property becomes optional", title, "var title: String?", [(#""title":"one""#, #""title":"one""#)],
      "made-optional Book.title: 0"),
    book(
      "a property becomes required", "var pages: Int?", "var pages: Int = 1",
      [(#""pages":2.0"#, #""pages":2.0"#), (#""pages":null"#, #""pages":1"#), ("", #""pages":1"#)],
      "made-required Book.pages -> 1: 2"),
  ]

  private static let kinds = (
    old: "enum BookType: String, Codable { case paper = \"0\", sound = \"1\", tape = \"2\" }",
    fewer: "enum BookType: String, Codable { case paper = \"0\", sound = \"1\" }",
    other: "enum BookType: String, Codable { case paper, sound = \"1\", tape = \"2\" }"
  )
  private static let type = "var type: BookType = .paper"

  static let types = [
    book(
      "a type changes", "var price: Double = 0", #"var price: String = """#,
      [(#""price":1.50"#, #""price":"1.50""#), (#""price":1e2"#, #""price":"1e2""#)],
      "type-changed Book.price -> Double -> String: 4"),
    book(
      "a type changes with losses", #"var price: String = """#, "var price: Int = 5",
      [(#""price":"12""#, #""price":12"#), (#""price":"\#(SampleShop.secret)""#, #""price":5"#)],
      losses: ["Book.price"],
      #"type-changed Book.price -> String -> Int: 2, 2 lost: "\#(SampleShop.secret)" "\#(SampleShop.secret)""#),
    book(
      "what an array holds changes", "var marks: [Int] = []", "var marks: [String] = []",
      [(#""marks":[ 1 , 2.0]"#, #""marks":[ "1" , "2.0"]"#), (#""marks":[]"#, #""marks":[]"#)],
      "type-changed Book.marks -> [Int] -> [String]: 4"),
    book(
      "cases of an enumeration are gone", type, type,
      [(#""type":"0""#, #""type":"0""#), (#""type":"2""#, #""type":"0""#)], losses: ["Book.type"],
      more: (kinds.old, kinds.fewer), #"cases-gone Book.type -> without tape: 0, 2 lost: "2" "2""#),
    book(
      "cases of an enumeration are stored otherwise", type, type,
      [(#""type":"0""#, #""type":"paper""#), (#""type":"2""#, #""type":"2""#)], more: (kinds.old, kinds.other),
      #"cases-renamed Book.type -> "0" -> "paper": 2"#),
  ]
}
