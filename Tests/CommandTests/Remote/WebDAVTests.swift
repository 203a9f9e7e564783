import TestSupport
import Testing

/// okit as a client of nginx, with TLS, HTTP/2 and the methods of WebDAV.
@Suite struct WebDAVTests {
  @Test func aModelIsExchangedWithNginx() throws {
    let shop = try RemoteShop()
    let site = try SecureSite(shop.machine, "localhost")
    for (path, bytes) in RemoteShop.files {
      let file = site.folder + path
      try Files.makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
      try Files.write(bytes, to: file)
    }
    try Files.makeFolder(site.folder + "/api/_image")
    try Files.write(RemoteShop.picture, to: site.folder + "/api/_image/P1.png")
    try shop.use(#"{"url":"https://localhost:\#(site.port)/api","method":"PUT"}"#)
    let trust = ["--cacert", site.authority]
    try shop.okit(["remote", "pull"] + trust)
    #expect(try Files.text(shop.data + "/shop.json") == RemoteShop.shop)
    #expect(try Files.read(shop.data + "/_image/P1.png") == RemoteShop.picture)
    try shop.okit("set", "books[0]/name", "A much longer name", "books[0]/price", "12.5")
    try shop.okit("add", "groups", #"{"id":"G 2","name":"Second"}"#)
    try shop.okit("remove", "groups[0]", "--force")
    let large = [UInt8](SampleAttachment.pngSignature) + [UInt8](repeating: 7, count: 3_000_000)
    try Files.write(large, to: shop.machine.path("large.png"))
    try shop.okit("attachment", "put", "books[0]/photo", shop.machine.path("large.png"))
    try shop.okit(["remote", "sync"] + trust)
    #expect(try Files.read(site.folder + "/api/shop.json") == Files.read(shop.data + "/shop.json"))
    #expect(try Files.names(in: site.folder + "/api/shop") == ["G 2.json"])
    let name = try #require(try Files.names(in: site.folder + "/api/_image").first { $0 != "P1.png" })
    #expect(try Files.read(site.folder + "/api/_image/" + name) == large)
    #expect(try shop.okit(["remote", "status"] + trust).text.contains("same"))
  }

  @Test func aLargeAttachmentNeedsLittleMemory() throws {
    let shop = try RemoteShop()
    let size = 60_000_000
    shop.server["/api/_image/P1.png"] = SampleAttachment.pngSignature + [UInt8](repeating: 9, count: size)
    let (_, memory) = try shop.machine.measure("remote", ["remote", "pull"], in: shop.root)
    #expect(try Files.read(shop.data + "/_image/P1.png").count == size + SampleAttachment.pngSignature.count)
    #expect(memory < 50_000_000 || ChildProcess.Limits.isSanitized)
  }

  /// A fault of each element would need hundreds of times the size of the document.
  @Test func aDocumentOfWrongElementsNeedsLittleMemory() throws {
    let shop = try RemoteShop()
    let elements = String(repeating: "0,", count: 2_000_000) + "0"
    for list in ["books", "groups"] {
      shop.server["/api/shop.json"] = Array(#"{"id":"SHOP","\#(list)":[\#(elements)]}"#.utf8)
      let (_, memory) = try shop.machine.measure("remote", ["remote", "pull", "--theirs"], in: shop.root)
      #expect(memory < 300_000_000 || ChildProcess.Limits.isSanitized, "\(list): \(memory)")
    }
  }
}
