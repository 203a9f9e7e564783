import Testing

@testable import XcodeFiles

struct InfoPropertyListTests {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">

    """

  private func texts(_ text: String) throws(PropertyListError) -> [String: String] {
    try InfoPropertyList(parsing: Array(text.utf8)).texts
  }

  private func fault(_ text: String) -> PropertyListError? {
    do throws(PropertyListError) {
      _ = try InfoPropertyList(parsing: Array(text.utf8))
      return nil
    } catch { return error }
  }

  @Test func onlyTextsOfTheOutermostDictionaryCount() throws {
    let list = """
      \(Self.head)<plist version="1.0">
      <dict>
        <key>CFBundleName</key> <string>Books &amp; Co</string>
        <key>Scenes</key> <dict><key>URL</key><string>inner</string></dict>
        <key>List</key> <array><string>URL</string></array>
        <key>Flag</key> <true/>
        <key>URL</key> <!-- the endpoint --> <string>https://example.com/api?a=1&#38;b=2</string>
      </dict>
      </plist>
      """
    #expect(try texts(list) == ["CFBundleName": "Books & Co", "URL": "https://example.com/api?a=1&b=2"])
    #expect(try texts("<plist><dict/></plist>") == [:])
  }

  @Test func entitiesAreRefused() {
    let bomb = #"<!DOCTYPE plist [<!ENTITY a "ha">]><plist><dict><key>&a;</key><string>&a;</string></dict></plist>"#
    #expect(fault(bomb) == .notXML("a document type that property lists do not have", line: 1))
    let file = #"<!DOCTYPE plist [<!ENTITY f SYSTEM "file:///etc/passwd">]><plist><dict/></plist>"#
    #expect(fault(file) == .notXML("a document type that property lists do not have", line: 1))
    #expect(fault("<!DOCTYPE html><plist><dict/></plist>")?.line == 1)
  }

  @Test func otherFilesAreRefused() {
    #expect(fault("bplist00\u{1}") == .binary)
    #expect(fault("<document/>") == .notAPropertyList)
    #expect(fault("<plist><dict>")?.description.hasPrefix("not well-formed XML") == true)
    #expect(fault("")?.description.isEmpty == false)
    #expect(fault(String(repeating: " ", count: InfoPropertyList.maximumSize + 1)) == .tooLarge)
  }
}
