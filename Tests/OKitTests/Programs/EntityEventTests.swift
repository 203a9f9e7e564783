import JSONDocument
import Testing

@testable import OKit

@Suite("What hooks are told of entities")
struct EntityEventTests {
  private func events(_ files: (path: String, old: String?, new: String?)...) throws -> [String] {
    var versions = DocumentVersions()
    for file in files {
      let old = try file.old.map { text in
        let opened = OpenedDocument(
          file: FileSnapshot(path: file.path, status: try #require(try FileStatus.of("/"))), form: .plain,
          document: try JSONDocument(parsing: text))
        return ModelDocument(model: .default, path: file.path, opened: opened)
      }
      try versions.add(file.path, old: old, new: file.new.map { JSONBytes(Array($0.utf8)) })
    }
    return EntityEvent.events(in: versions).map { "\($0.kind.rawValue) \($0.id ?? "-") \($0.path)" }
  }

  private let main = "okit/data/default.json"

  @Test("is which of them came, went and changed, each by itself")
  func changes() throws {
    #expect(
      try events(
        (
          main, #"{"id":"S","books":[{"id":"A","n":1},{"id":"B","n":{"x":1}},{"id":"C"}]}"#,
          #"{"id":"S","books":[{"id":"A","n":1.0},{"n":{"x":2},"id":"B"},{"id":"D"}]}"#
        ))
        == [
          "changed S default:.", "changed B default:books[1]", "managed D default:books[2]",
          "unmanaged C default:books[2]",
        ].sorted { order($0) < order($1) })
  }

  /// In the order of ids in the documents, what went behind.
  private func order(_ event: String) -> Int {
    ["changed S", "changed B", "managed D", "unmanaged C"].firstIndex { event.hasPrefix($0) } ?? 0
  }

  @Test("is nothing where only the text changed, or the order of keys")
  func text() throws {
    #expect(try events((main, #"{"id":"S","a":"é","b":1}"#, #"{ "b" : 1.0, "a":"\u00e9", "id":"S" }"#)) == [])
  }

  @Test("is not that one went which moved to another file")
  func move() throws {
    #expect(
      try events(
        (main, #"{"id":"S","g":{"id":"A","n":1}}"#, #"{"id":"S","g":{"id":"P"}}"#),
        ("okit/data/default/P.json", nil, #"{"id":"A","n":1,"x":{"id":"X"}}"#))
        == ["changed S default:.", "managed P default:g", "changed A @A", "managed X @X"])
  }

  @Test("is the root of a model also without an id")
  func root() throws {
    #expect(try events((main, #"{"a":1}"#, #"{"a":2}"#)) == ["changed - default:."])
    #expect(try events((main, "[]", #"{"a":2}"#)) == ["managed - default:."])
    #expect(try events((main, nil, "3"), ("okit/data/_data/X.json", "1", "2")) == [])
  }
}
