import TestSupport
import Testing

/// The framework's requests: files as they are stored.
@Suite struct ServeFileTests {
  static let directory = "/directory"

  @Test(arguments: FormedShop.Form.allCases)
  func eachFileIsSentAsItIsStored(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let server = try shop.serve()
    for (path, entry) in try FileTree(shop.data).entries {
      guard case .file(let bytes) = entry else { continue }
      let name = String(decoding: path, as: UTF8.self)
      let response = try server.get("/" + name)
      #expect(response.status == 200 && response.bytes == bytes, "\(name)")
      let isPlain = form == .plain || name == "settings.json"
      if name.hasSuffix(".json") {
        let type = isPlain ? "application/json" : "application/octet-stream"
        #expect(response.headers["content-type"] == type, "\(name)")
      } else if bytes.starts(with: SampleAttachment.pngSignature) {
        #expect(response.headers["content-type"] == "image/png", "\(name)")
      }
      #expect(response.headers["x-content-type-options"] == "nosniff")
      #expect(response.headers["access-control-allow-origin"] == nil)
      let head = try server.request("HEAD", "/" + name)
      #expect(head.status == 200 && head.headers["content-length"] == "\(bytes.count)" && head.etag == response.etag)
    }
  }

  @Test(arguments: FormedShop.Form.allCases)
  func eachFileCanBeStoredUnchanged(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let before = try FileTree(shop.data)
    let server = try shop.serve()
    for (path, entry) in before.entries {
      guard case .file(let bytes) = entry else { continue }
      let name = "/" + String(decoding: path, as: UTF8.self)
      #expect(try server.request("POST", name, body: bytes).status == 204, "\(name)")
    }
    #expect(try FileTree(shop.data).differences(from: before) == [])
    #expect(try shop.shop.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases)
  func newContentReplacesTheFile(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let server = try shop.serve()
    let changed = try FormedShop(form)
    try changed.shop.okit("set", "books[0]/copies", "7")
    let bytes: [UInt8] =
      form == .age
      ? try shop.encryptedForShop(changed.plain("default.json")) : try Files.read(changed.path("default.json"))
    let type = form == .plain ? "application/json" : "application/octet-stream"
    let response = try server.request("PUT", "/default.json", body: bytes, type: type)
    #expect(response.status == 204)
    #expect(try Files.read(shop.path("default.json")) == bytes)
    #expect(try server.request("HEAD", "/default.json").etag == response.etag)
    #expect(try shop.shop.okit("get", "books[0]/copies").line == "7")
    // The change is a step of the log.
    try shop.shop.okit("undo")
    #expect(try shop.shop.okit("get", "books[0]/copies").line != "7")
    #expect(try server.request("HEAD", "/default.json").etag != response.etag)
  }

  @Test func anEncryptedModelTakesOnlyEncryptedBytes() throws {
    let shop = try FormedShop(.age)
    let server = try shop.serve()
    let before = try FileTree(shop.root)
    let plain = try shop.plain("default.json")
    let response = try server.request("POST", "/default.json", body: plain)
    #expect(response.status == 422)
    #expect(response.detail == "request body is stored as json, but model default is stored as age")
    #expect(try server.request("POST", "/default.json", body: shop.shop.openSSL("-e", plain)).status == 422)
    #expect(try FileTree(shop.root).differences(from: before) == [])
  }

  @Test func aPlainModelTakesOnlyItsDocuments() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let before = try FileTree(shop.data)
    let text = try shop.text("default.json")
    let bodies: [(body: String, detail: String)] = [
      ("", "request body is neither JSON nor in a known encrypted format"),
      ("{\"books\":", "request body:1:10: unexpected end of file"),
      ("[]", "request body is not a JSON object"),
      (text + "}", "request body:"),
      (text.replacing("\"books\":", with: "\"book\":"), "missing"),
    ]
    for (body, detail) in bodies {
      let response = try server.request("POST", "/default.json", body: Array(body.utf8))
      #expect(response.status == 422, "\(body.prefix(20))")
      #expect(response.headers["content-type"] == "application/problem+json")
      #expect(response.detail?.contains(detail) == true, "\(response.detail ?? "") for \(body.prefix(20))")
    }
    let encrypted = try shop.encryptedForShop(Array(text.utf8))
    #expect(try server.request("POST", "/default.json", body: encrypted).status == 422)
    #expect(try server.request("POST", "/default.json", body: Array(text.utf8), type: "text/html").status == 415)
    #expect(try FileTree(shop.data).differences(from: before) == [])
  }

  /// Without a key, the server cannot know the model of an attachment, but it knows that none is stored as age.
  @Test func anAttachmentBecomesAgeOnlyWithAModel() throws {
    let shop = try FormedShop(.okitCBC)
    let server = try shop.serve()
    let path = "/_image/" + (try Files.names(in: shop.data + "/_image")[0])
    let encrypted = try shop.encryptedForShop(FormedShop.picture)
    #expect(
      try server.request("POST", path, body: encrypted, type: "application/octet-stream").detail
        == "request body is stored as age, but no model is")
  }

  @Test func anUnknownModelIsNotCreated() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    #expect(try server.request("POST", "/notes.json", body: Array("{}".utf8)).detail == "no such model: 'notes'")
    #expect(!Files.exists(shop.path("notes.json")))
    let open = try shop.serve("--models", "notes")
    #expect(try open.request("POST", "/notes.json", body: Array("{}".utf8)).status == 201)
    #expect(try Files.text(shop.path("notes.json")) == "{}")
    #expect(try open.get("/default.json").status == 404)
  }

  @Test func partialsAndAttachmentsAreStoredAndDeleted() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let picture = SampleAttachment.pngSignature + Array(repeating: 7, count: 300_000)
    #expect(try server.request("POST", "/_image/NEW.png", body: picture).status == 201)
    #expect(try Files.read(shop.path("_image/NEW.png")) == picture)
    #expect(try server.request("PUT", "/_data/NEW.raw", body: [1, 2, 3], type: nil).status == 201)
    let partial = try #require(Files.names(in: shop.path("directory")).sorted().first)
    let bytes = try Files.read(shop.path("directory/\(partial)"))
    #expect(try server.request("DELETE", "/directory/\(partial)").status == 204)
    #expect(!Files.exists(shop.path("directory/\(partial)")))
    #expect(try server.get("/directory/\(partial)").status == 404)
    #expect(try server.request("DELETE", "/directory/\(partial)").status == 404)
    #expect(try server.request("POST", "/directory/\(partial)", body: bytes).status == 201)
    for path in ["/_image/NEW.png", "/_data/NEW.raw"] {
      #expect(try server.request("DELETE", path).status == 204)
    }
    #expect(try shop.shop.okit("check").text == "")
  }

  /// The entity of an encrypted attachment can be moved to a model that is not encrypted.
  @Test func anEncryptedAttachmentBecomesPlainOnlyWithItsEntity() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let picture = SampleAttachment.pngSignature + Array("picture".utf8)
    let used = try #require(Files.names(in: shop.path("_image")).first { $0.hasSuffix(".png") })
    for (name, status) in [(used, 204), ("NEW.png", 422)] {
      let encrypted = try shop.encryptedForShop(picture)
      try Files.write(encrypted, to: shop.path("_image/\(name)"))
      #expect(try server.request("POST", "/_image/\(name)", body: picture, type: nil).status == status)
      #expect(try Files.read(shop.path("_image/\(name)")) == (status == 204 ? picture : encrypted))
    }
  }

  @Test func rangesOfAttachmentsAreSent() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let bytes = SampleAttachment.pngSignature + (0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
    try Files.write(bytes, to: shop.path("_image/BIG.png"))
    let whole = try server.get("/_image/BIG.png")
    #expect(whole.bytes == bytes && whole.headers["accept-ranges"] == "bytes")
    for (range, part) in [
      ("0-7", 0..<8), ("599990-", 599_990..<bytes.count), ("-5", bytes.count - 5..<bytes.count),
      ("300000-300099", 300_000..<300_100),
    ] {
      let response = try server.get("/_image/BIG.png", "-H", "Range: bytes=\(range)")
      #expect(response.status == 206 && response.bytes == Array(bytes[part]))
      let place = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
      #expect(response.headers["content-range"] == place)
    }
    let outside = try server.get("/_image/BIG.png", "-H", "Range: bytes=700000-")
    #expect(outside.status == 416 && outside.headers["content-range"] == "bytes */\(bytes.count)")
    let other = try server.get("/_image/BIG.png", "-H", "Range: bytes=0-7", "-H", "If-Range: \"other\"")
    #expect(other.status == 200 && other.bytes.count == bytes.count)
  }

  @Test(arguments: [
    "/..%2f..%2f..%2fetc%2fpasswd.json", "/.hidden.json", "/directory/..%2f..%2fokit.json", "/_image/.x.png",
    "/_image/a.PNG", "/a%00b.json", "/%2e%2e/okit.json", "/directory/%2e.json", "/_data/..%2fx.raw",
  ])
  func badNamesAreRefused(target: String) throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let before = try FileTree(shop.root).without { $0 == "okit/.lock" }
    #expect([400, 404].contains(try server.get(target).status))
    #expect([400, 404].contains(try server.request("POST", target, body: Array("{}".utf8)).status))
    #expect([400, 404].contains(try server.request("DELETE", target).status))
    #expect(try FileTree(shop.root).without { $0 == "okit/.lock" }.differences(from: before) == [])
  }

  @Test(.needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"))
  func aFullDiskChangesNothingAsRoot() throws {
    let shop = try FormedShop(.age)
    let disk = try SmallDisk(shop.machine, megabytes: 8)
    let root = try disk.copy(shop.root)
    let server = try Served(shop.machine, root)
    let before = try FileTree(root + "/okit/data")
    try disk.fill(leaving: 300_000)
    let body = [UInt8](repeating: 0x2A, count: 2_000_000)
    let refused = try server.request("PUT", "/_data/NEW.raw", body: body, type: "application/octet-stream")
    #expect(refused.status == 507)
    #expect(try FileTree(root + "/okit/data").differences(from: before) == [])
    #expect(try server.get("/healthz").status == 200)
    try disk.clear()
    #expect(try server.request("PUT", "/_data/NEW.raw", body: body, type: "application/octet-stream").status == 201)
    #expect(try Files.read(root + "/okit/data/_data/NEW.raw") == body)
  }
}

extension FormedShop {
  /// The bytes as `age` encrypts them for the shop.
  func encryptedForShop(_ bytes: [UInt8]) throws -> [UInt8] {
    try machine.run("age", "-r", shop.recipient, input: bytes).bytes
  }
}
