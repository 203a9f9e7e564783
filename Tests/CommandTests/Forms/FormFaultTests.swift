import Glibc
import TestSupport
import Testing

/// Whatever happens while a form is filled in, the answers of the person are not lost, and nothing is stored by half.
@Suite struct FormFaultTests {
  /// A shop with a form of two fields of its first book.
  private func shop(_ form: FormedShop.Form) throws -> FormedShop {
    let shop = try FormedShop(form)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    try Files.makeFolder(shop.root + "/okit/forms")
    try Files.write(#"{"fields": ["price", "copies"]}"#, to: shop.root + "/okit/forms/f.json")
    return shop
  }

  private func ask(_ shop: FormedShop, _ options: String..., in root: String? = nil) throws -> Terminal {
    try Terminal(
      shop.machine, ["okit", "edit", "books[0]", "--form", "f", "--ask"] + options, in: root ?? shop.root,
      with: ["TERM": "dumb"])
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func aConflictKeepsTheAnswersAndTheOtherChange(
    _ form: FormedShop.Form
  ) throws {
    let shop = try shop(form)
    var terminal = try ask(shop)
    try terminal.answer(("price [9.99]: ", "1"), ("copies [3]: ", ""))
    try terminal.wait(for: "Store these values? [yes/no] ")
    // Nothing is locked while the person thinks.
    try shop.okit("set", "books[0]/copies", "7", "--wait", "0")
    terminal.type("y")
    #expect(try terminal.end() == .status(75))
    #expect(terminal.transcript.contains("'default:books[0]/copies' changed while the form was filled in"))
    let kept = try #require(shop.texts().first)
    #expect(terminal.transcript.replacing("\r\n", with: "").contains(kept))
    #expect(try shop.okit("get", "books[0]/price", "books[0]/copies").lines == ["9.99", "7"])
    terminal = try ask(shop, "--continue")
    try terminal.wait(for: "copies was changed since the answers were given")
    try terminal.answer(
      ("price [1]: ", ""), ("copies [7]: ", ""), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(try shop.okit("get", "books[0]/price", "books[0]/copies").lines == ["1", "7"])
    #expect(try shop.texts() == [])
  }

  @Test func anEntityThatIsGoneKeepsTheAnswers() throws {
    let shop = try shop(.plain)
    let terminal = try ask(shop)
    try terminal.answer(("price [9.99]: ", "1"))
    try terminal.wait(for: "copies [3]: ")
    try shop.okit("remove", "books[0]", "-q", "--force", "--yes")
    terminal.type("")
    // The second book is the first one now.
    let before = try shop.shop.tree()
    try terminal.answer(("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(75), "\(terminal.transcript)")
    #expect(terminal.transcript.contains("'default:books[0]/id' changed while the form was filled in"))
    #expect(try shop.shop.tree().differences(from: before) == [])
    #expect(try shop.texts().count == 1)
  }

  @Test func anotherFormOfTheSameEntityWaitsForNobody() throws {
    let shop = try shop(.plain)
    let terminal = try ask(shop)
    try terminal.wait(for: "price [9.99]: ")
    let other = try ask(shop)
    #expect(try other.end() == .status(75))
    #expect(other.transcript.contains("another okit is editing default:books[0]"))
    terminal.type("\u{4}", ending: "")
    #expect(try terminal.end() == .status(1))
  }

  @Test func theAnswersOfAnEncryptedModelAreNotOnADisk() throws {
    let shop = try shop(.age)
    try Files.write(#"{"fields": ["name", "comment"]}"#, to: shop.root + "/okit/forms/f.json")
    let terminal = try ask(shop)
    try terminal.answer(("name [The Dispossessed]: ", "Unwritten Words"))
    try terminal.wait(for: "comment")
    let text = try #require(shop.texts().first)
    #expect(try text.hasPrefix(shop.machine.runtimeFolder()))
    #expect(try Files.text(text).contains("Unwritten Words"))
    for secret in ["The Dispossessed", "Unwritten Words"] {
      for folder in [shop.root, shop.machine.path("home"), shop.machine.path("config")] {
        #expect(try shop.machine.launch(["grep", "-rlF", secret, folder], [], [:], nil).text == "", "\(secret)")
      }
    }
    terminal.type("")
    try terminal.answer(("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try shop.texts() == [])
    #expect(try shop.okit("get", "books[0]/name").line == "Unwritten Words")
    #expect(try shop.machine.launch(["grep", "-rlF", "Unwritten Words", shop.root], [], [:], nil).text == "")
  }

  /// Kills okit at random moments after the last answer: the values are stored, or the answers are offered.
  @Test(arguments: [FormedShop.Form.plain, .age]) func aKillAtAnyMomentLosesNothing(_ form: FormedShop.Form) throws {
    let shop = try shop(form)
    var generator = SeededGenerator(seed: Effort.seed)
    for number in 0..<(Effort.isWhole ? 100 : 5) {
      let price = "\(number + 100)"
      let terminal = try ask(shop, "--discard")
      try terminal.answer(("price [", price), ("copies [", ""), ("Store these values? [yes/no] ", "y"))
      usleep(UInt32.random(in: 0...(form == .plain ? 15_000 : 40_000), using: &generator))
      terminal.child.send(SIGKILL)
      _ = try terminal.end()
      if try shop.okit("get", "books[0]/price").line != price {
        let next = try ask(shop, "--continue")
        try next.answer(("price [\(price)]: ", ""), ("copies [", ""), ("Store these values? [yes/no] ", "y"))
        #expect(try next.end() == .status(0), "kill \(number), seed \(Effort.seed)")
      }
      #expect(try shop.okit("get", "books[0]/price").line == price, "kill \(number), seed \(Effort.seed)")
    }
    // The next change removes what the last kill left behind.
    try shop.okit("set", "books[0]/price", "1")
    #expect(try shop.okit("check").text == "")
  }

  @Test(.needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"))
  func aFullDiskKeepsTheAnswersAsRoot() throws {
    let shop = try shop(.age)
    let disk = try SmallDisk(shop.machine, megabytes: 8)
    let root = try disk.copy(shop.root)
    var terminal = try ask(shop, in: root)
    try terminal.answer(("price [9.99]: ", "1"), ("copies [3]: ", ""))
    try terminal.wait(for: "Store these values? [yes/no] ")
    try disk.fill(leaving: 0)
    terminal.type("y")
    #expect(try terminal.end() == .status(74))
    #expect(try shop.texts().count == 1)
    try disk.clear()
    terminal = try ask(shop, "--continue", in: root)
    try terminal.answer(("price [1]: ", ""), ("copies [3]: ", ""), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try shop.machine.okit("get", "books[0]/price", in: root).line == "1")
  }

  @Test func withoutATerminalThereIsAHint() throws {
    let scene = try FormScene()
    try scene.define(fields: #""name""#)
    let before = try scene.tree()
    for options in [[], ["--no-input"]] {
      let output = try scene.okit(["edit", "items[0]", "--form", "f", "--ask"] + options, status: 64)
      #expect(
        output.errors
          == "okit: error: --ask needs a terminal\nokit: hint: use --answers to give the values in a file\n")
    }
    #expect(try scene.tree().differences(from: before) == [])
    #expect(try scene.kept() == [])
  }
}
