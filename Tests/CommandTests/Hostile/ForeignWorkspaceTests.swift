import Glibc
import TestSupport
import Testing

/// Workspaces of other users can be read, but get none of the caller's secrets or files.
@Suite struct ForeignWorkspaceTests {
  private static let owner: uid_t = 1234

  /// A shop that belongs to another user, without a lock file.
  private func foreignShop(_ form: FormedShop.Form = .plain) throws -> FormedShop {
    let formed = try FormedShop(form)
    try Files.remove(formed.shop.root + "/okit/.lock")
    try give(formed.shop)
    return formed
  }

  private func give(_ shop: Bookshop, to user: uid_t = owner) throws {
    try shop.machine.run("chown", "-R", "-h", "\(user):\(user)", shop.root)
  }

  private static let writes = [
    ["set", "books[0]/name", "x"], ["add", "genres", "{}"], ["remove", "books[0]"], ["encrypt", "--all"],
    ["rekey"], ["key", "add", LockoutTests.stranger], ["key", "generate", "-o", "../new.txt"], ["export"],
    ["export", "--clear"], ["backup", "create", "b", "--format", "directory"], ["model", "create", "m", "a:Int"],
    ["settings", "set", "darkMode", "on"], ["check", "--fix"], ["attachment", "gc"],
  ]

  @Test(.needsRoot("gives files away"), arguments: FormedShop.Form.allCases)
  func anotherUsersWorkspaceIsReadOnlyAsRoot(_ form: FormedShop.Form) throws {
    let formed = try foreignShop(form)
    let shop = formed.shop
    let before = try FileTree(shop.root)
    for words in Self.writes {
      let output = try shop.okit(words, status: 78)
      #expect(
        output.errors.hasPrefix(
          "okit: error: \(shop.root) belongs to another user (id \(Self.owner)) and is read-only\n"),
        "\(words): \(output.errors)")
      #expect(output.bytes == [], "\(words)")
    }
    // Reading, and a backup to another folder, leave no trace, not even a lock file.
    let out = shop.machine.path("out")
    try Files.makeFolder(out)
    for words in [
      ["status"], ["get", "books[0]/name"], ["check"], ["ref", "list"],
      ["backup", "create", "b", "-o", out, "-r", try shop.recipient],
      ["backup", "create", "c", "-o", out, "--format", "directory"], ["export", "-o", out + "/export"],
      ["key", "list"],
    ] {
      try shop.okit(words)
    }
    try shop.okit("backup", "verify", out + "/b.tar.zst.age")
    #expect(try FileTree(shop.root) == before)
    #expect(!Files.exists(shop.machine.path("new.txt")))
  }

  @Test(.needsRoot("gives files away"))
  func theUserOfSudoIsTrustedAsRoot() throws {
    let shop = try foreignShop().shop
    let set = ["set", "books[0]/name", "x"]
    try shop.okit(set, status: 78)
    // Root acts for the user who called sudo, and for nobody else.
    try shop.machine.okit(set, with: ["SUDO_UID": "\(Self.owner)"], in: shop.root)
    try give(shop)
    for user in ["1", "", "x", "-1", "\(Self.owner) "] {
      try shop.machine.okit(set, status: 78, with: ["SUDO_UID": user], in: shop.root)
    }
    // The suggested command works.
    let errors = try shop.okit(set, status: 78).errors
    let line = try #require(errors.split(separator: "\n").last?.split(separator: "run this if you trust it: ").last)
    try shop.machine.shell(String(line))
    try shop.okit(set)
    try give(shop)
    try shop.machine.trust("/elsewhere")
    #expect(try shop.okit(set, status: 78).errors.contains("add \"\(shop.root)\" to safe.folder in "))
    for folder in [shop.machine.folder, "*"] {
      try shop.machine.trust(folder)
      try shop.okit(set)
      try give(shop)
    }
    // Invalid settings grant nothing.
    for text in ["{", #"{"safe": {"folder": ["x"]}}"#, #"{"safe": []}"#] {
      try shop.machine.write(text, "config/okit/config.json")
      #expect(try shop.okit(set, status: 78).errors.contains("config.json:1:"))
    }
    try shop.machine.trust("*")
    chmod(shop.machine.path("config/okit/config.json"), 0o666)
    #expect(
      try shop.okit(set, status: 78).errors.contains(
        "others can write to \(shop.machine.path("config/okit/config.json"))"))
  }

  /// The settings of the machine, in a namespace with another /etc.
  @Test(.needsRoot("mounts a folder over /etc"))
  func safeFoldersOfTheMachineAreTrustedAsRoot() throws {
    let shop = try foreignShop().shop
    let etc = shop.machine.path("etc")
    try Files.makeFolder(etc)
    try Files.makeFolder(etc + "/okit")
    try Files.write(#"{"safe": {"folder": ["\#(shop.root)"]}}"#, to: etc + "/okit/config.json", mode: 0o644)
    let line = "mount --bind '\(etc)' /etc && exec \"$okit\" -C '\(shop.root)' set 'books[0]/name' x"
    try shop.okit("set", "books[0]/name", "x", status: 78)
    try shop.machine.run("unshare", "-m", "sh", "-c", line, with: ["okit": Machine.okit])
    #expect(try shop.okit("get", "books[0]/name").line == "x")
  }

  /// Hooks in another user's workspace do not run, and do not prevent a backup.
  @Test(.needsRoot("gives files away"))
  func hooksOfOthersAreLeftAloneAsRoot() throws {
    let shop = try foreignShop().shop
    let mark = shop.machine.path("mark")
    try shop.hook("before-backup", "touch '\(mark)'")
    try give(shop)
    try shop.okit("backup", "create", "b", "-o", shop.machine.folder, "--format", "directory")
    #expect(!Files.exists(mark))
    // In a trusted workspace, programs of another user are an error.
    try shop.machine.trust(shop.root)
    let errors = try shop.okit("backup", "create", "c", "--format", "directory", status: 78).errors
    #expect(errors.contains("belongs to another user"))
  }

  /// A clone belongs to the user who made it, so only the links in it are a danger.
  @Test func linksInACloneAreNotFollowed() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    let secret = try shop.machine.write(#"{"id":"S","token":"private"}"#, "secret.json")
    try shop.machine.run("ln", "-s", secret, shop.data + "/stolen.json")
    let refusal =
      "\(shop.data)/stolen.json is a symbolic link out of the workspace, to \(secret), which is not followed"
    for words in [
      ["get", "stolen:token"], ["encrypt", "stolen"], ["set", "stolen:token", "x"],
      ["export", "-o", shop.machine.path("out")],
    ] {
      #expect(try shop.okit(words, status: 65).errors.hasPrefix("okit: error: \(refusal)\n"), "\(words)")
    }
    let backup = try shop.okit("backup", "create", "b", "--format", "directory")
    #expect(backup.errors.contains("okit: warning: \(refusal); the backup does not contain it"))
    let sealed = try shop.okit("backup", "create", "c", "-r", shop.recipient)
    #expect(sealed.errors.contains("the backup does not contain it"))
    #expect(try shop.machine.files(below: [shop.backups], with: ["private"]) == [])
    #expect(try Files.text(secret).contains("private") && shop.okit("check", status: 1).text.contains("stolen.json"))
    // A link to a file that is named as safe is followed.
    try shop.machine.trust(secret)
    #expect(try shop.okit("get", "stolen:token").line == "private")
    try shop.okit("set", "stolen:token", "x")
    #expect(try Files.text(secret).contains(#""x""#))
  }

  @Test(arguments: ["", "data", "model", "backup", "export"]) func linkedFoldersInACloneAreNotFollowed(_ name: String)
    throws
  {
    let shop = try FormedShop(.plain).shop
    let (outside, link) = (shop.machine.path("outside"), name.isEmpty ? "okit" : "okit/\(name)")
    try Files.makeFolder("\(shop.root)/\(link)")
    try shop.machine.run("mv", "\(shop.root)/\(link)", outside)
    try shop.machine.run("ln", "-s", outside, "\(shop.root)/\(link)")
    let before = try FileTree(shop.root)
    for words in [
      ["status"], ["get", "books[0]/name"], ["backup", "create", "b", "--format", "directory"],
      ["set", "books[0]/name", "x"],
    ] {
      let errors = try shop.okit(words, status: 78).errors
      #expect(
        errors.hasPrefix(
          "okit: error: the symbolic link \(link) leads out of the workspace \(shop.root), to \(outside)\n"
        ),
        "\(errors)")
    }
    #expect(try FileTree(shop.root) == before)
    try shop.machine.trust(outside)
    try shop.okit("set", "books[0]/name", "x")
  }

  /// Files that a note in a clone names are kept, whatever their names.
  @Test func stagingNotesInACloneRemoveNothing() throws {
    let shop = try FormedShop(.plain).shop
    let victim = shop.machine.path(".okit-0123456789abcdef")
    try Files.write("mine", to: victim)
    for text in [victim, "0 0\n" + victim, "2049 12\n" + victim] {
      try Files.write(text, to: shop.root + "/okit/.okit-0000000000000001.outside")
      try shop.okit("set", "books[0]/name", "x")
      #expect(try Files.text(victim) == "mine")
    }
  }
}
