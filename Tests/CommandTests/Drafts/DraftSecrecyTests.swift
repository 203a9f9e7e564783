import Glibc
import TestSupport
import Testing

/// The text of an edit is private, and that of an encrypted model is only in memory.
@Suite struct DraftSecrecyTests {
  @Test func onlyTheOwnerCanReadTheText() throws {
    let shop = try FormedShop(.age)
    let folder = try shop.machine.runtimeFolder()
    try shop.editText(
      "books[0]", "umask 0; find \(folder)/okit -printf '%m %y %f\\n' >\(shop.machine.path("modes"))")
    let modes = try Files.text(shop.machine.path("modes")).split(separator: "\n").map { String($0) }.sorted()
    #expect(modes.count == 4)
    #expect(modes.allSatisfy { $0.hasPrefix("700 d") || $0.hasPrefix("600 f") }, "\(modes)")
    #expect(Files.files(below: folder) == [])
  }

  @Test func plainTextIsOnlyInTheFolderInMemory() throws {
    let shop = try FormedShop(.age)
    let found = shop.machine.path("found")
    try shop.editText(
      "books[0]",
      "grep -rlF 'The Dispossessed' \(shop.root) \(shop.machine.path("home")) \(shop.machine.path("config")) >\(found); sed -i 's/9.99/\"x\"/' \"$1\"",
      status: 65)
    #expect(try Files.text(found) == "")
    let text = try #require(shop.texts().first)
    #expect(try text.hasPrefix(shop.machine.runtimeFolder()))
    #expect(
      try shop.machine.files(below: [shop.root], with: ["The Dispossessed"]) == [],
      "a kept text is not in the workspace")
  }

  @Test func theTextOfAnEncryptedModelIsNotWrittenToADisk() throws {
    let disk = "/var/tmp/okit-test-\(getpid())"
    try Files.makeFolder(disk)
    defer { try? Files.remove(disk) }
    let kind = try Machine().run("stat", "-f", "-c", "%T", disk).line
    guard kind != "tmpfs" else { return }
    for form in [FormedShop.Form.plain, .age] {
      let shop = try FormedShop(form)
      try shop.machine.useEditor("echo \"$1\" >\(shop.machine.path("place"))")
      shop.machine.environment["XDG_RUNTIME_DIR"] = disk
      try shop.okit("edit", "books[0]")
      let place = try Files.text(shop.machine.path("place"))
      #expect(place.hasPrefix(form == .plain ? disk : "/dev/shm/okit-"), "\(place)")
    }
  }

  @Test func aFolderOfOthersIsNotUsed() throws {
    let shop = try FormedShop(.plain)
    let folder = try shop.machine.runtimeFolder() + "/okit"
    try Files.makeFolder(folder)
    try Files.setMode(0o755, folder)
    let output = try shop.editText("books[0]", "touch \(shop.machine.path("ran"))", status: 78)
    #expect(output.errors.contains("\(folder) is not a folder that only you can use"))
    try Files.remove(folder)
    try Files.link(folder, to: shop.machine.path("home"))
    try shop.editText("books[0]", "touch \(shop.machine.path("ran"))", status: 78)
    #expect(!Files.exists(shop.machine.path("ran")))
  }

  @Test func editorsDoNotGetPasswords() throws {
    let shop = try FormedShop(.plain)
    try shop.machine.useEditor("env >\(shop.machine.path("variables"))")
    try shop.okit("edit", "books[0]", with: ["OKIT_PASSWORD": "secret", "OKIT_PASSPHRASE_FILE": "/nowhere"])
    #expect(try !Files.text(shop.machine.path("variables")).contains("OKIT_PASS"))
  }
}
