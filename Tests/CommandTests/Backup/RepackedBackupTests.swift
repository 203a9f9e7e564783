import TestSupport
import Testing

/// Backups and zips that other tools have repacked.
@Suite struct RepackedBackupTests {
  /// The shop with a backup that was unpacked to a folder.
  private func unpacked() throws -> (shop: Bookshop, folder: String, password: String) {
    let shop = try Bookshop()
    let password = try shop.password()
    let zip = try shop.okit("backup", "create", "b", "--format", "zip", "--password-file", password).line
    let folder = shop.machine.path("unpacked")
    try shop.machine.run("7z", "x", "-bso0", "-bsp0", "-popen sesame", "-o" + folder, zip)
    return (shop, folder, password)
  }

  /// The entries in the order of a backup, as tools name them that pack a folder from outside or from inside.
  private static let orders = [
    "okit-backup.json okit.json model data SHA256SUMS",
    "./okit-backup.json ./okit.json ./model ./data ./SHA256SUMS",
  ]

  @Test(arguments: orders) func aSealedArchiveWithEntriesOfFoldersIsRead(_ names: String) throws {
    let (shop, folder, _) = try unpacked()
    let path = shop.machine.path("repacked.tar.zst.age")
    try shop.machine.shell("tar c \(names) | zstd -qc | age -r \(shop.recipient) > '\(path)'", in: folder)
    try shop.okit("backup", "verify", path)
    try shop.okit("backup", "restore", path, "--yes")
    try shop.okit("check")
  }

  @Test(arguments: orders) func aZipWithEntriesOfFoldersIsRead(_ names: String) throws {
    let (shop, folder, password) = try unpacked()
    let path = shop.machine.path("repacked.zip")
    try shop.machine.shell(
      "bsdtar --format zip --options zip:encryption=aes256 --passphrase 'open sesame' -cf '\(path)' \(names)",
      in: folder)
    try shop.okit("backup", "verify", path, "--password-file", password)
    try shop.okit("backup", "restore", path, "--yes", "--password-file", password)
    try shop.okit("check")
  }

  @Test func aReorderedZipGetsAHint() throws {
    let (shop, folder, password) = try unpacked()
    let path = shop.machine.path("sorted.zip")
    try shop.machine.run("7z", "a", "-bso0", "-bsp0", "-tzip", "-mem=AES256", "-popen sesame", path, ".", in: folder)
    let output = try shop.okit("backup", "restore", path, "--yes", "--password-file", password, status: 65)
    #expect(output.errors.contains("'okit-backup.json' is not the first entry\nokit: hint: unpack it"))
    try shop.okit("backup", "verify", folder)
    try shop.okit("backup", "restore", folder, "--yes")
    try shop.okit("check")
  }

  @Test(arguments: [
    (
      "SHA256SUMS data model okit.json okit-backup.json",
      "use the folder instead; the order of files does not matter there"
    ),
    (
      "okit-backup.json okit.json model SHA256SUMS data",
      "use the folder instead; the order of files does not matter there"
    ),
    ("../unpacked/okit-backup.json ../unpacked/data", "use its folder 'unpacked' instead"),
  ])
  func aReorderedSealedArchiveGetsAHint(_ names: String, _ hint: String) throws {
    let (shop, folder, password) = try unpacked()
    let path = shop.machine.path("other.tar.zst.age")
    try shop.machine.shell(
      "tar c --transform 's,^[.][.]/,,' \(names) 2>/dev/null | zstd -qc | age -r \(shop.recipient) > '\(path)'",
      in: folder)
    let output = try shop.okit("backup", "verify", path, status: 65)
    #expect(output.errors.contains("okit: hint: unpack it") && output.errors.contains(hint), "\(output.errors)")
    guard names.hasPrefix("..") else { return }
    let zip = shop.machine.path("other.zip")
    try shop.machine.run(
      "7z", "a", "-bso0", "-bsp0", "-tzip", "-mem=AES256", "-popen sesame", zip, "unpacked", in: shop.machine.folder)
    let zipped = try shop.okit("backup", "verify", zip, "--password-file", password, status: 65)
    #expect(zipped.errors.contains("hint: unpack it and use its folder 'unpacked' instead"), "\(zipped.errors)")
  }

  @Test func anUnknownFolderInABackupIsRefused() throws {
    let (shop, folder, _) = try unpacked()
    for place in ["okit-backup.json other", "other okit-backup.json"] {
      try Files.makeFolder(folder + "/other")
      let path = shop.machine.path("x.tar.zst.age")
      try shop.machine.shell(
        "tar c \(place) okit.json model data SHA256SUMS | zstd -qc | age -r \(shop.recipient) > '\(path)'", in: folder)
      let output = try shop.okit("backup", "verify", path, status: 65)
      #expect(output.errors.contains("'other' is a folder without files in the manifest"))
    }
  }

  /// bsdtar prefixes names with `./`, and fills up its last block if it writes to a pipe.
  @Test(arguments: ["file", "pipe"]) func aZipThatBsdtarMadeIsImported(_ way: String) throws {
    let shop = try Bookshop()
    let path = shop.machine.path("app.zip")
    try shop.machine.shell(
      way == "file"
        ? "bsdtar -c -f '\(path)' --format zip ." : "bsdtar -c -f - --format zip . | cat > '\(path)'", in: shop.data)
    let names = try shop.machine.run("bsdtar", "-tf", path).lines
    #expect(names.contains("./default.json"))
    if way == "pipe" {
      #expect(try Files.size(path) % 512 == 0)
      #expect(try Files.read(path).suffix(100).allSatisfy { $0 == 0 })
    }
    let root = shop.machine.path("new")
    try shop.machine.okit("init", root)
    try shop.machine.okit("key", "import", shop.frameworkKey, "-C", root)
    try shop.machine.okit("import", path, in: root)
    #expect(try FileTree(root + "/okit/data").differences(from: FileTree(shop.data)) == [])
    try Files.write(Files.read(path) + [1], to: path)
    try shop.machine.okit("import", path, "--replace", "--yes", status: 65, in: root)
    try Files.write(Files.read(path).dropLast() + [UInt8](repeating: 0, count: 70_000), to: path)
    try shop.machine.okit("import", path, "--replace", "--yes", status: 65, in: root)
  }
}
