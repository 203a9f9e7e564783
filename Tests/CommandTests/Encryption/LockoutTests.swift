import TestSupport
import Testing

/// No command encrypts data in a way that the user cannot decrypt.
@Suite struct LockoutTests {
  static let stranger = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
  static let refusal = "no available identity would open the result"

  /// A shop whose encrypted models still open here, but whose recipients are all strangers; returns its own recipient.
  private func handedOver(_ shop: Bookshop) throws -> String {
    let own = try shop.recipient
    try shop.okit("key", "add", Self.stranger)
    try shop.okit("key", "remove", own)
    return own
  }

  @Test(arguments: [false, true]) func editsAreRefusedIfTheUserIsNoRecipient(byHand: Bool) throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    let own = try shop.recipient
    if byHand {
      try Files.write(shop.jq(".recipients = [\"\(Self.stranger)\"]", shop.configuration), to: shop.configuration)
    } else {
      #expect(try handedOver(shop) == own)
    }
    let picture = shop.machine.path("picture.png")
    try Files.write(Picture.png.bytes(width: 2, height: 2), to: picture)
    let edits = [
      ["set", "books[0]/name", "x"], ["set", "books[0]/name", "x", "-n"], ["add", "genres", "{}"],
      ["remove", "books[0]"], ["move", "books[1]", "books[0]"], ["attachment", "put", "books[0]/icon", picture],
      ["attachment", "remove", "books[0]/icon"], ["partial", "extract", "genres[0]"],
      ["partial", "inline", "directory:groups[0]"], ["rekey"],
    ]
    for edit in edits { try formed.refuses(edit, status: 77, Self.refusal) }
    try formed.refuses(["set", "books[0]/name", "x"], status: 77, "okit key add \(own)")
    // Reading works, and so do changes of plain models.
    try shop.okit("get", "books[0]/name")
    try shop.okit("check")
    try shop.okit("settings", "set", "protection", "on")

    // Each suggestion of the hint works.
    let identity = shop.machine.path("other.txt")
    try shop.machine.run("age-keygen", "-o", identity)
    try shop.okit("key", "add", shop.machine.run("age-keygen", "-y", identity).line)
    let both = shop.machine.path("both.txt")
    try shop.machine.shell("cat '\(shop.identity)' '\(identity)' > '\(both)'; chmod 600 '\(both)'")
    try shop.okit("set", "books[0]/name", "Other", "-i", both)
    try shop.okit("key", "add", own)
    try shop.okit("set", "books[0]/name", "Own", "-i", both)
    #expect(try shop.okit("get", "books[0]/name").text == "Own\n")
  }

  @Test func importsAreRefusedUnlessNothingEncryptedIsReplaced() throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    let export = shop.machine.path("export")
    try shop.okit("export", "-o", export)
    try shop.machine.shell("7z a -tzip ../app.zip .", in: export)
    _ = try handedOver(shop)
    for source in [export, shop.machine.path("app.zip"), export + "/default.json"] {
      try formed.refuses(["import", source, "--replace", "-y"], status: 77, Self.refusal)
      try formed.refuses(["import", source, "--replace", "-y", "-n"], status: 77, Self.refusal)
      try shop.okit("import", source, "--merge")
    }
    try shop.okit("import", export + "/settings.json", "--replace", "-y")
    // A class of an encrypted kind counts before its model has a file.
    try shop.okit("model", "delete", "directory", "--yes")
    try formed.refuses(["import", export + "/directory.json"], status: 77, Self.refusal)
  }

  @Test func switchingEncryptionOnIsRefused() throws {
    let formed = try FormedShop(.plain)
    _ = try handedOver(formed.shop)
    let on = ["settings", "set", "encryption", "on", "--cipher", "age"]
    try formed.refuses(on, status: 77, Self.refusal)
    try formed.refuses(on + ["-n"], status: 77, Self.refusal)
  }

  @Test func migrationsAreRefused() throws {
    let formed = try FormedShop.recorded(.age)
    _ = try handedOver(formed.shop)
    try formed.redefine(FormedShop.name, FormedShop.title)
    let (before, answer) = (try formed.tree(), ["migrate", "apply", "--rename", "Book.name=title"])
    #expect(try formed.shop.okit(answer, status: 77).errors.contains(Self.refusal))
    #expect(try formed.tree().differences(from: before) == [])
    #expect(try formed.kept("migrate") == [])
  }

  @Test func migrationToAnEncryptedKindIsRefused() throws {
    let formed = try FormedShop(.age)
    try formed.redefine("class Directory: ModelEncrypted,", "class Directory: Model,")
    try formed.shop.okit("decrypt", "directory")
    try formed.shop.okit("migrate", "apply")
    #expect(try Files.text(formed.path("directory.json")).hasPrefix("{"))
    try formed.redefine("class Directory: Model,", "class Directory: ModelEncrypted,")
    _ = try handedOver(formed.shop)
    let before = try formed.tree()
    #expect(try formed.shop.okit("migrate", "apply", status: 77).errors.contains(Self.refusal))
    #expect(try formed.tree().differences(from: before) == [])
  }

  /// These commands exist for handing models to others, so they succeed with a warning.
  @Test func encryptAndModelCreateForOthersWarn() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    try shop.okit("settings", "set", "encryption", "on")
    try shop.okit("decrypt", "directory")
    _ = try handedOver(shop)
    let warning = "no available identity opens the encrypted files"
    #expect(try shop.okit("encrypt", "directory").errors.contains(warning))
    #expect(try shop.okit("model", "create", "notes", "text:String", "--encrypted").errors.contains(warning))
    #expect(try !shop.okit("model", "create", "prices", "list:[Double]").errors.contains(warning))
  }

  /// The passphrase is asked for before any lock is taken, even if no encrypted file was read before.
  @Test func aProtectedIdentityIsUnlockedIfItIsTheRecipient() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    let phrase = try shop.password("the phrase", "phrase")
    let protected = shop.machine.path("protected.txt")
    let recipient = try shop.okit(
      "key", "generate", "-o", protected, "--passphrase", "--new-passphrase-file", phrase
    ).line
    let own = try shop.jq(".recipients[] | select(. != \"\(recipient)\")", shop.configuration)
    try shop.okit("key", "remove", own)
    let keys = ["-i", protected, "--passphrase-file", phrase]
    let on = ["settings", "set", "encryption", "on", "--cipher", "age"]
    try shop.okit(on + ["-i", protected], status: 77)
    try shop.okit(on + keys)
    #expect(try Files.read(shop.data + "/default.json").starts(with: "age-encryption.org/v1\n".utf8))
    let export = shop.machine.path("export")
    try shop.okit(["export", "-o", export] + keys)
    try shop.okit(["model", "delete", "default", "--yes"] + keys)
    try shop.okit(["model", "delete", "directory", "--yes"] + keys)
    try shop.okit(["import", export + "/default.json"] + keys)
    #expect(try Files.read(shop.data + "/default.json").starts(with: "age-encryption.org/v1\n".utf8))
  }
}
