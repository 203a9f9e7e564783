import TestSupport

extension Bookshop {
  /// Decrypts and unpacks a sealed backup with `age` and `zstd`.
  func opened(_ backup: String) throws -> TarFile {
    TarFile(try machine.shell("age -d -i '\(identity)' '\(backup)' | zstd -dc").bytes)
  }

  /// Seals a tar archive for the workspace's recipient; returns its path.
  func sealed(_ tar: TarFile, _ name: String) throws -> String {
    let path = machine.path(name)
    try ForgedBackup.seal(tar.bytes, to: path, recipient: recipient)
    return path
  }

  /// Makes manifest and checksums of an archive agree with its entries, as an attacker would.
  func lied(_ tar: TarFile) throws -> TarFile {
    var tar = tar
    let manifest = tar.index("okit-backup.json")
    let known = try machine.run("jq", "-r", ".files[].path", input: tar.entries[manifest].bytes).lines
    for entry in tar.entries.dropFirst().dropLast() where !known.contains(entry.name) {
      tar.entries[manifest].bytes = try machine.run(
        "jq", "--arg", "path", entry.name, "--argjson", "size", "\(entry.bytes.count)",
        #".files += [{path: $path, size: $size, form: "json"}]"#, input: tar.entries[manifest].bytes
      ).bytes
    }
    let sums = try tar.entries.dropLast().map { entry in
      try machine.run("sha256sum", input: entry.bytes).text.prefix(64) + "  \(entry.name)\n"
    }
    tar.entries[tar.index("SHA256SUMS")].bytes = Array(sums.joined().utf8)
    return tar
  }
}
