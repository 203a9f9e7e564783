import TestSupport
import Testing

/// A sample of the damage tests of the library, through the command as it was built.
@Suite struct DamageTests {
  /// Changes of a file.
  private enum Damage: CaseIterable {
    case flip, cut, double

    func applied(to bytes: [UInt8], at index: Int) -> [UInt8] {
      var bytes = bytes
      switch self {
      case .flip: bytes[index] ^= 0x10
      case .cut: bytes.removeSubrange(index...)
      case .double: bytes.insert(bytes[index], at: index)
      }
      return bytes
    }
  }

  @Test(arguments: ["age", "okit-cbc"]) func aDamagedModelIsRefused(cipher: String) throws {
    let shop = try Bookshop()
    if cipher == "age" { try shop.okit("encrypt", "default", "--cipher", "age") }
    let path = shop.data + "/default.json"
    let whole = try Files.read(path)
    var generator = SeededGenerator(seed: Effort.seed)
    var tries = 0
    for damage in Damage.allCases {
      for _ in 0..<(Effort.isWhole ? 60 : 4) {
        tries += 1
        let index = Int.random(in: 0..<whole.count, using: &generator)
        try Files.write(damage.applied(to: whole, at: index), to: path)
        let before = try shop.tree()
        for line in [
          ["get", "books[0]/name"], ["decrypt", "default"], ["export", "default", "-o", shop.machine.path("out")],
        ] {
          try expectRefusal(shop, line, "\(damage) at \(index)")
        }
        let check = try shop.machine.shell("\"$okit\" check default; echo $?", in: shop.root)
        #expect(check.lines.last == "1", "\(damage) at \(index): \(check.text)")
        #expect(try shop.tree().differences(from: before) == [], "\(damage) at \(index)")
        try expectHonestBackup(shop, "\(damage) at \(index)")
      }
    }
    Effort.report("a damaged \(cipher) model through the command: \(tries) damages, five commands each")
  }

  private func expectRefusal(_ shop: Bookshop, _ line: [String], _ comment: Comment) throws {
    let words = line.map { "'\($0)'" }.joined(separator: " ")
    let output = try shop.machine.shell("\"$okit\" \(words); echo $?", in: shop.root)
    #expect(["65", "77"].contains(output.lines.last), "\(comment), \(line[0]): \(output.text)\(output.errors)")
    #expect(output.lines.count == 1, "\(comment), \(line[0]) prints \(output.text)")
    #expect(output.errors.hasPrefix("okit: error: "), "\(comment), \(line[0])")
  }

  /// Expects no backup, or one that keeps the damaged file unchanged and reports it.
  private func expectHonestBackup(_ shop: Bookshop, _ comment: Comment) throws {
    let output = try shop.machine.shell(
      "\"$okit\" backup create made -r \(shop.recipient) >/dev/null; echo $?", in: shop.root)
    if output.lines.last == "0" {
      #expect(output.errors.contains("the backup contains it unchanged"), "\(comment)")
      try shop.okit("backup", "delete", "made", "--yes")
    } else {
      #expect(["65", "77"].contains(output.lines.last), "\(comment): \(output.text)\(output.errors)")
    }
  }
}
