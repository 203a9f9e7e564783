import Testing

@testable import XcodeFiles

/// Files that are no storyboards, or made to do harm.
struct HostileXMLTests {
  @Test func entitiesAreRefusedWithTheirDeclaration() {
    let laughs = """
      <?xml version="1.0"?>
      <!DOCTYPE d [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
      <document type="x.Storyboard.XIB">&b;</document>
      """
    #expect(fault(Array(laughs.utf8)) == .documentType(line: 2))
    let external = """
      <!DOCTYPE d SYSTEM "http://localhost:1/evil.dtd" [<!ENTITY f SYSTEM "file:///etc/passwd">]>
      <document type="x.Storyboard.XIB">&f;</document>
      """
    #expect(fault(Array(external.utf8)) == .documentType(line: 1))
    #expect(fault(storyboard(scene("a", "&other;")))?.line == 4)
  }

  @Test func deepNestingIsRefused() {
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(fault(storyboard(deep)) == .notXML("elements are nested more than 256 levels deep", line: 4))
  }

  @Test func aTagWithManyAttributesIsRefusedEarly() {
    let attributes = (0..<300_000).map { #"a\#($0)=">""# }.joined(separator: " ")
    #expect(fault(storyboard("<a \(attributes)/>")) == .notXML("a tag or comment is longer than 64 KB", line: 4))
  }

  @Test func aLargeFileIsRefused() throws {
    let reader = try StoryboardReader()
    func read(_ bytes: [UInt8]) -> StoryboardError? {
      bytes.withUnsafeBufferPointer { bytes in
        do throws(StoryboardError) {
          try reader.read(bytes)
          return nil
        } catch { return error }
      }
    }
    #expect(read(Array("<document type='x.Storyboard.XIB'>".utf8)) == nil)
    let text = Array(String(repeating: "<a b='c'/>\n", count: 100_000).utf8)
    var last: StoryboardError?
    for _ in 0..<100 where last == nil { last = read(text) }
    #expect(last == .tooLarge)
  }

  @Test(arguments: ["", "a", "{}", "<", "<document", "plain text", "\0\0\0\0", "<a/>", "<document type='x'/>"])
  func otherTextsAreRefused(_ text: String) {
    #expect(fault(Array(text.utf8)) != nil)
  }

  @Test func aTruncatedStoryboardIsRefusedAtEachByte() {
    let whole = storyboard(scene("a", "<userDefinedRuntimeAttributes/>"))
    for length in 0..<whole.count - 1 { #expect(fault(Array(whole.prefix(length))) != nil, "\(length)") }
    #expect(fault(Array(whole.dropLast(20))) == .notXML("the file is incomplete", line: 5))
    #expect(fault(whole) == nil)
  }

  @Test func storyboardsInUTF16AreRead() throws {
    let text = String(decoding: storyboard(scene("é")), as: UTF8.self).replacing("UTF-8", with: "UTF-16")
    for isBigEndian in [false, true] {
      let units = [0xfeff] + Array(text.utf16)
      let bytes = units.flatMap { unit -> [UInt8] in
        let pair = [UInt8(unit & 0xff), UInt8(unit >> 8)]
        return isBigEndian ? pair.reversed() : pair
      }
      #expect(try Storyboard(parsing: bytes).screens.map(\.id) == ["é"])
    }
  }

  @Test func invalidUTF8IsRefused() {
    var bytes = storyboard(scene())
    bytes[bytes.count - 40] = 0xff
    guard case .notXML? = fault(bytes) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func piecesOfAnySizeMakeTheSameStoryboard() throws {
    let bytes = storyboard(scene("a") + scene("b", "<userDefinedRuntimeAttributes/>"))
    let whole = try Storyboard(parsing: bytes)
    for size in 1...7 {
      let reader = try StoryboardReader()
      for start in stride(from: 0, to: bytes.count, by: size) {
        try bytes[start..<min(start + size, bytes.count)].withUnsafeBufferPointer { try reader.read($0) }
      }
      #expect(try reader.finish() == whole)
    }
  }

  @Test func withoutALibraryThereIsAnError() {
    #expect(XMLLibrary(names: ["libxml2.so.0"]) == nil)
    #expect(throws: StoryboardError.noLibrary) { try Storyboard(parsing: storyboard(scene()), nil) }
  }

  @Test func equalIdsCountOnce() throws {
    #expect(try Storyboard(parsing: storyboard(scene("a") + scene("a"))).screens.count == 1)
  }
}
