import Bindings
import Foundation
import JSONDocument
import OKitData
import OKitModels
import OKitStorage
import TestSupport
import Testing

/// The library's example, which the documentation shows.
@Suite struct LibraryExampleTests {
  /// The test mainly checks that the example compiles. Its workspace does not exist.
  private func example() throws {
    // example {
    let keys = OpenWorkspace.Keys(identity: "/home/me/identity.txt")
    let shop = try OpenWorkspace("/srv/shop", keys: keys)
    let name: String? = try shop.value("books[0]/name")
    print(name ?? "no name")
    try shop.edit { try $0.set("books[0]/price", to: 12.5) }
    let backup = try shop.backups.create("monday", for: .recipients(shop.recipients))
    try shop.backups.verify(backup)
    // }
  }

  @Test(arguments: ["docs/library.md", "Sources/OKitData/OKitData.docc/OKitData.md"])
  func documentedExamplesAreThisFilesCode(_ page: String) throws {
    let source = try String(
      contentsOfFile: Repository.folder + "/Tests/OKitDataTests/Workspace/LibraryExampleTests.swift", encoding: .utf8
    ).split(separator: "\n")
    let begin = try #require(source.firstIndex { $0.hasSuffix("// example {") })
    let end = try #require(source.firstIndex { $0.hasSuffix("// }") })
    let lines = source[source.index(after: begin)..<end].map { $0.dropFirst(4) }
    try #require(lines.count > 5)

    let text = try String(contentsOfFile: "\(Repository.folder)/\(page)", encoding: .utf8)
    #expect(text.contains("\n" + lines.joined(separator: "\n") + "\n```\n"))
  }
}
