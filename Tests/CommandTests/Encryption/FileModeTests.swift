import Glibc
import TestSupport
import Testing

/// The permissions of decrypted files.
@Suite struct FileModeTests {
  private func modes(_ folder: String, _ files: [String]) throws -> [mode_t] {
    try files.map { try Files.mode("\(folder)/\($0)") }
  }

  private static let files = ["default.json", "directory.json", "settings.json"]

  /// A private file stays private. Other modes follow the umask, and nobody gets more access than before.
  @Test(arguments: FormedShop.Form.allCases) func decryptedFilesStayPrivate(_ form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    for (file, mode) in zip(Self.files, [0o600, 0o644, 0o640] as [mode_t]) { chmod(formed.path(file), mode) }
    for (mask, expected) in [
      ("022", [0o600, 0o644, 0o640]), ("077", [0o600, 0o600, 0o600]), ("027", [0o600, 0o640, 0o640]),
    ] as [(String, [mode_t])] {
      let out = shop.machine.path("out-\(mask)")
      try shop.machine.shell("umask \(mask); \"$okit\" export -o '\(out)'", in: shop.root)
      #expect(try modes(out, Self.files) == expected, "export with \(mask)")
      #expect(try Files.mode(out) == 0o700)
    }
    if form == .plain { return }
    let image = try #require(try Files.names(in: shop.data + "/_image").first)
    chmod("\(shop.data)/_image/\(image)", 0o644)
    try shop.machine.shell("umask 022; \"$okit\" decrypt default directory", in: shop.root)
    #expect(try modes(shop.data, Self.files) == [0o600, 0o644, 0o640])
    #expect(try Files.mode("\(shop.data)/_image/\(image)") == 0o644)
    try shop.okit("encrypt", "default", "directory", "--cipher", form.rawValue)
    #expect(try modes(shop.data, Self.files) == [0o600, 0o644, 0o640])
    try shop.machine.shell("umask 077; \"$okit\" decrypt default directory", in: shop.root)
    #expect(try modes(shop.data, Self.files) == [0o600, 0o600, 0o640])
    #expect(try Files.mode("\(shop.data)/_image/\(image)") == 0o600)
  }

  @Test(arguments: FormedShop.Form.allCases) func anAttachmentStaysPrivate(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form).shop
    let out = shop.machine.path("icon")
    for (mode, expected) in [(0o600, 0o600), (0o644, 0o644)] as [(mode_t, mode_t)] {
      for image in try Files.names(in: shop.data + "/_image") { chmod("\(shop.data)/_image/\(image)", mode) }
      try shop.machine.shell(
        "umask 022; rm -f '\(out)'; \"$okit\" attachment get 'books[0]/icon' -o '\(out)'", in: shop.root)
      #expect(try Files.mode(out) == expected)
    }
  }

  @Test func newFilesAreAsPrivateAsTheirModel() throws {
    let shop = try FormedShop(.plain).shop
    for name in ["default.json", "directory.json"] { try Files.setMode(0o600, "\(shop.data)/\(name)") }
    let known = Set(try FileTree(shop.data).paths)
    try shop.okit("partial", "extract", "books[0]")
    try shop.okit("attachment", "put", "books[1]/icon", Fixture.plainImage)
    try shop.okit("add", "directory:groups", #"{"name":"New"}"#)
    let new = try FileTree(shop.data).paths.filter { !known.contains($0) && $0.contains(".") }
    #expect(new.count >= 2, "\(new)")
    for path in new { #expect(try Files.mode("\(shop.data)/\(path)") == 0o600, "\(path)") }
  }

  @Test func aFileThatIsSetAsideStaysPrivate() throws {
    let shop = try FormedShop(.plain).shop
    let machine = shop.machine
    let orphan = "\(shop.data)/_data/0C5F0646-BA34-4869-A18D-57AEC8743B81.raw"
    try machine.shell(
      "mkdir -p \"$folder\" && rm -rf \"$backups\"", with: ["folder": shop.data + "/_data", "backups": shop.backups])
    try Files.write("secret", to: orphan, mode: 0o600)
    try shop.okit("check", "--fix")
    let kept = Files.files(below: shop.backups).filter { $0.hasSuffix(".raw") }
    #expect(kept.count == 1)
    for path in kept { #expect(try Files.mode("\(shop.backups)/\(path)") == 0o600) }
    #expect(try Files.mode(shop.backups) == 0o700)
  }

  @Test func anAttachmentKeepsTheModeOfTheFileThatItReplaces() throws {
    let shop = try FormedShop(.age).shop
    let out = try shop.machine.write("old", "out.png")
    try Files.setMode(0o640, out)
    try shop.okit("attachment", "get", "books[0]/icon", "-o", out)
    #expect(try Files.mode(out) == 0o640)
    #expect(try Files.read(out) == Files.read(Fixture.plainImage) || Files.read(out).count > 3)
  }

  @Test func anAttachmentIsNotWrittenIntoTheDataFolder() throws {
    let shop = try FormedShop(.age).shop
    let before = try shop.tree()
    for target in ["default.json", "new.json", "_image/x.png"] {
      let output = try shop.okit("attachment", "get", "books[0]/icon", "-o", "okit/data/\(target)", status: 64)
      #expect(output.errors.contains("lies in the data folder"), "\(output.errors)")
    }
    #expect(try shop.tree().differences(from: before) == [])
  }

  @Test func theLockFileIsWritableToThoseWhoCanWrite() throws {
    let shop = try Bookshop()
    #expect(try Files.mode(shop.root + "/okit/.lock") == 0o600)
  }
}
