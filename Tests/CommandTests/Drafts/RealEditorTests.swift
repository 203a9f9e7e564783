import TestSupport
import Testing

/// The editors that people use: only the edited bytes differ.
@Suite struct RealEditorTests {
  @Test(arguments: [FormedShop.Form.plain, .age]) func edChangesOnlyThePrice(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    try shop.expectChange(#""price":9.99"#, #""price":10.50"#) {
      let commands = Array("/price\": 9.99/s/9.99/10.50/\nw\nq\n".utf8)
      let output = try shop.machine.okit(
        "edit", "books[0]", input: commands, with: ["EDITOR": "ed"], in: shop.root)
      #expect(output.text == "")
      #expect(output.errors.hasSuffix("edited default:books[0]/price\n"))
    }
    #expect(try shop.texts() == [])
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func vimChangesOnlyTheName(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    try shop.expectChange(#""name":"Solaris""#, #""name":"Solaris – 2""#) {
      try shop.machine.okit(
        "edit", "books[1]", with: ["EDITOR": "vim -es -n -i NONE -u NONE -c '%s/Solaris/& – 2/' -c wq"], in: shop.root)
    }
    #expect(try shop.texts() == [])
  }

  @Test func nanoChangesOnlyTheCopies() throws {
    let shop = try FormedShop(.plain)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    try shop.expectChange(#""copies":3"#, #""copies":14"#) {
      let terminal = try Terminal(
        shop.machine, ["okit", "edit", "books[0]"], in: shop.root, with: ["EDITOR": "nano --ignorercfiles"])
      try terminal.wait(for: "default-books-0.jsonc")
      terminal.type("\u{1C}", ending: "")
      try terminal.wait(for: "Search (to replace)")
      terminal.type("\"copies\": 3", ending: "\r")
      try terminal.wait(for: "Replace with:")
      terminal.type("\"copies\": 14", ending: "\r")
      try terminal.wait(for: "this instance?")
      terminal.type("A", ending: "")
      try terminal.wait(for: "Replaced 1 occurrence")
      terminal.type("\u{18}", ending: "")
      try terminal.wait(for: "modified buffer?")
      terminal.type("Y", ending: "")
      try terminal.wait(for: "File Name to Write")
      terminal.type("", ending: "\r")
      #expect(try terminal.end() == .status(0))
    }
    #expect(try shop.texts() == [])
  }

  @Test func vimOpensAgainWithTheErrorAboveTheLine() throws {
    let shop = try FormedShop(.age)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    try shop.expectChange(#""price":9.99"#, #""price":7"#) {
      let terminal = try Terminal(
        shop.machine, ["okit", "edit", "books[0]"], in: shop.root,
        with: ["VISUAL": "vim -n -i NONE -u NONE --cmd 'set shortmess+=F'"])
      try terminal.wait(for: "default:books[0]")
      terminal.type(":%s/9.99/\"cheap\"/ | wq", ending: "\r")
      try terminal.wait(for: "okit: error: invalid value for 'price'")
      terminal.type(":%s/\"cheap\"/7/ | wq", ending: "\r")
      #expect(try terminal.end() == .status(0))
    }
    #expect(try shop.texts() == [])
  }

  /// `:cq` is the way to leave vim without the edit.
  @Test func vimCancelsWithAFailure() throws {
    let shop = try FormedShop(.plain)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    let before = try shop.shop.tree()
    let output = try shop.machine.okit(
      "edit", "books[1]", status: 1, with: ["EDITOR": "vim -es -n -i NONE -u NONE -c cq"], in: shop.root)
    #expect(output.errors.contains("failed, so nothing was changed"))
    #expect(try shop.shop.tree().differences(from: before) == [])
    #expect(try shop.texts() == [])
  }
}
