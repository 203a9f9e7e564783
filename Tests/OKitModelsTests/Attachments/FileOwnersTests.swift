import JSONDocument
import TestSupport
import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite struct FileOwnersTests {
  private func owns(_ json: String, _ path: String, with file: (path: String, id: String)? = nil) throws -> Bool {
    let document = try JSONDocument(parsing: json)
    var owners = FileOwners()
    var index = EntityIndex()
    document.forEachEntity { entity, text in
      guard let id = EntityID(text) else { return }
      index.add(id, at: EntityIndex.Place(document: 0, node: UInt32(entity.index)))
      owners.note(entity, text)
    }
    if let file { owners.note(file: DataPath(text: file.path), of: file.id) }
    return owners.mayOwn(DataPath(text: path), index)
  }

  @Test func aFileBelongsToTheEntityWithItsNameAsID() throws {
    #expect(try owns(#"{"icon":{"id":"A","size":"3"}}"#, "_image/A.png"))
    #expect(try !owns(#"{"icon":{"id":"A","size":"3"}}"#, "_image/B.png"))
    #expect(try owns(#"{"icon":{"id":"A.b"}}"#, "_image/A.b.png"))
  }

  @Test func aFileBelongsToAnEntityWhoseURLMakesItsID() throws {
    #expect(try owns(#"{"icon":{"id":"A%46"}}"#, "_image/AF.png"))
    #expect(try owns(#"{"icon":{"id":"A#foo"}}"#, "_image/A.png"))
    #expect(try owns(##"{"icon":{"id":"a%20b?c"}}"##, "_data/a b.raw"))
    #expect(try owns(#"{"icon":{"id":"100%"}}"#, "_data/100%.raw"))
  }

  @Test func anEntityWithAnotherFileOrInlineBytesOwnsNone() throws {
    let json = #"{"icon":{"id":"A","format":"image/png"}}"#
    #expect(try owns(json, "_image/A.png", with: ("_image/A.png", "A")))
    #expect(try !owns(json, "_image/A.gif", with: ("_image/A.png", "A")))
    #expect(try !owns(#"{"icon":{"id":"A","format":"image/png","data":"AA=="}}"#, "_image/A.png"))
  }

  @Test func aFileOfAnAttachmentWithoutIDBelongsToNobody() throws {
    var owners = FileOwners()
    try owners.note(JSONDocument(parsing: #"{"format":"x"}"#))
    #expect(!owners.mayBeIncomplete)
    try owners.note(JSONDocument(parsing: #"{"icon":{"format":"image/png","quality":1,"scale":1}}"#))
    #expect(owners.mayBeIncomplete)
  }
}
