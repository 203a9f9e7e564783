import Foundation
import TestSupport
import WorkspaceTestSupport

@testable import OKitStorage

/// Changes that need steps, since no rule can derive them.
extension MigrationCase {
  private static let address = "class Address: ModelEntity, Codable { var id: String!; var city: String? }"
  private static let secret = SampleShop.secret

  static let steps = [
    book(
      "move", "var city: String?", "var address: Address?",
      [(#""city":"\#(secret)""#, #""address":{"id":"N%","city":"\#(secret)"}"#)],
      steps: [#"{"move":"Book.city","to":"Book.address.city"}"#], more: ("", address),
      "moved Book.city -> Book.address.city: 4"),
    book(
      "copy", #"var name: String = """#, #"var name: String = ""; var sortName: String = """#,
      [(#""name":"\#(secret)""#, #""name":"\#(secret)","sortName":"\#(secret)""#)],
      steps: [#"{"copy":"Book.name","to":"Book.sortName"}"#], "copied Book.name -> Book.sortName: 4"),
    book(
      "set, where a condition holds", "var pages: Int = 0", "var pages: Int = 0; var isLong: Bool = false",
      [(#""pages":900"#, #""pages":900,"isLong":true"#), (#""pages":0"#, #""pages":0,"isLong":false"#)],
      steps: [#"{"set":"Book.isLong","value":true,"where":"pages"}"#], "set Book.isLong -> true: 2",
      "made-required Book.isLong -> false: 2"),
    book(
      "set to what a binding says", #"var title: String = """#, #"var title: String = ""; var label: String?"#,
      [(#""title":"\#(secret)""#, #""title":"\#(secret)","label":"\#(secret)""#)],
      steps: [#"{"set":"Book.label","binding":"title"}"#], "set Book.label -> title: 4"),
    book(
      "remove", "var sub: String?", "", [(#""sub":"\#(secret)""#, "")], steps: [#"{"remove":"Book.sub"}"#],
      #"removed Book.sub: 4, 4 lost: "\#(secret)" "\#(secret)" "\#(secret)""#),
    book(
      "convert", #"var price: String = """#, "var price: Double = 0",
      [
        (#""price":"12.50""#, #""price":12.50"#), (#""price":"free""#, #""price":0"#),
        (#""price":"x""#, #""price":-1"#),
      ],
      steps: [#"{"convert":"Book.price","to":"Double","map":{"free":0},"otherwise":-1}"#],
      #"converted Book.price -> Double: 4, 1 lost: "x""#),
    book(
      "split", #"var author: String = """#, #"var first: String = ""; var last: String = """#,
      [(#""author":"\#(secret) Ada Lee""#, #""first":"\#(secret)","last":"Ada Lee""#)],
      steps: [#"{"split":"Book.author","to":["first","last"],"at":" "}"#], "split Book.author -> first, last: 4"),
    book(
      "merge", #"var first: String = ""; var last: String = """#, #"var author: String = """#,
      [(#""first":"\#(secret)","last":"Ada""#, #""author":"\#(secret) Ada""#)],
      steps: [#"{"merge":["Book.first","last"],"to":"author","with":" "}"#], "merged Book.first, Book.last -> author: 4"
    ),
    book(
      "run", "var price: Double = 0", "var price: Double = 0",
      [(#""price":1.50"#, #""price":2"#), (#""price":3.0"#, #""price":3.0"#)],
      steps: [#"{"run":"reprice","class":"Book"}"#],
      program: { line in
        String(line.split(separator: #""new":"#, maxSplits: 1)[1].dropLast()).replacing("1.50", with: "2")
      }, "run Book -> okit/migrations/reprice: 2"),
    book(
      "several, one after the other", #"var author: String = """#, #"var first: String = ""; var last: String = """#,
      [(#""author":"\#(secret) Ada""#, #""first":"\#(secret)","last":"ada""#)],
      steps: [
        #"{"rename":"Book.author","to":"name"}"#, #"{"split":"Book.name","to":["first","last"],"at":" "}"#,
        #"{"set":"Book.last","binding":"last/lowercaseString"}"#,
      ], "renamed Book.author -> name: 4", "split Book.name -> first, last: 4",
      "set Book.last -> last/lowercaseString: 4, 4 lost: \"Ada\" \"Ada\" \"Ada\""),
  ]
}
