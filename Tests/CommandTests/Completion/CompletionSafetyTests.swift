import TestSupport
import Testing

/// Completion prints no errors, prompts for nothing, runs no programs, changes nothing and waits for no lock.
@Suite struct CompletionSafetyTests {
  private func complete(
    _ shop: Bookshop, _ words: String..., with variables: [String: String] = [:]
  ) throws -> [String] {
    let output = try shop.machine.okit(["complete", "fish", "--"] + words, with: variables, in: shop.root)
    #expect(output.errors == "")
    return output.lines
  }

  @Test func lockedModelsAreCompletedFromTheirDefinitions() throws {
    let shop = try Bookshop(keys: false)
    #expect(try complete(shop, "get", "b") == ["words"])
    #expect(try complete(shop, "get", "@").allSatisfy { !$0.contains("Fantasy") })
    try shop.define()
    #expect(try complete(shop, "get", "b") == ["words", "books/\t[Book]"])
    #expect(try complete(shop, "get", "books[7]/na") == ["words", "books[7]/name\tString"])
  }

  @Test func completionAsksForNoPassphrase() throws {
    let shop = try CompletionSourceTests.shop()
    try shop.okit("encrypt", "default", "--cipher", "age")
    #expect(try complete(shop, "get", "books/0") == ["words", "books/0/\tThe Dispossessed"])
    let word = try shop.password("open sesame")
    let identity = shop.machine.path("protected.txt")
    try shop.okit("key", "generate", "-o", identity, "--passphrase", "--new-passphrase-file", word)
    let ran = shop.machine.path("ran")
    let variables = ["OKIT_PASSPHRASE_COMMAND": "touch '\(ran)'; echo open sesame", "OKIT_IDENTITY": identity]
    #expect(try complete(shop, "get", "books/0", with: variables) == ["words"])
    #expect(try complete(shop, "get", "-i", identity, "--passphrase-command", "touch '\(ran)'", "books/0") == ["words"])
    #expect(!Files.exists(ran))
    // The same on a terminal.
    let terminal = try Terminal(
      shop.machine, ["okit", "complete", "fish", "--", "get", "-i", identity, "books/0"], in: shop.root)
    #expect(try terminal.end() == .status(0))
    #expect(terminal.transcript == "words\r\n")
  }

  @Test func completionChangesNothing() throws {
    let shop = try CompletionSourceTests.shop()
    let before = try shop.tree()
    for words in [
      ["get", ""], ["get", "@"], ["ref", "who", ""], ["backup", "show", ""], ["migrate", "accept", ""],
      ["migrate", "plan", "--rename", ""], ["model", "create", "x", "y:"],
    ] {
      try shop.okit(["complete", "fish", "--"] + words)
    }
    #expect(try shop.tree() == before)
  }

  @Test func completionDoesNotWaitForTheLock() throws {
    let shop = try CompletionSourceTests.shop()
    let lock = shop.root + "/okit/.lock"
    let start = ContinuousClock.now
    let output = try shop.machine.run(
      "flock", "-x", lock, Machine.okit, "complete", "fish", "--", "get", "directory:groups/0/group/st", in: shop.root)
    #expect(output.text.contains("directory:groups/0/group/status"))
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  @Test func completionIgnoresErrors() throws {
    let shop = try CompletionSourceTests.shop()
    try Files.write("{", to: shop.data + "/broken.json")
    try shop.machine.run("mkfifo", shop.data + "/pipe.json")
    #expect(try complete(shop, "get", "@FAN") == ["words", "@FANTASY/\tFantasy"])
    #expect(try complete(shop, "get", "broken:") == ["words"])
    #expect(try complete(shop, "get", "pipe:") == ["words"])
    for path in [
      "books[", "books[0", "a[b]]/", "((", "@", "$", "#x", "../", "x,,", "books/price/round2/", "\\u{", ":", ">",
    ] {
      #expect(try complete(shop, "get", path).first == "words")
    }
    try Files.write("class {", to: shop.machine.path("Broken.swift"))
    let text = try shop.jq(".definitions = [\"\(shop.machine.path("Broken.swift"))\"]", shop.configuration)
    try Files.write(text, to: shop.configuration)
    #expect(try complete(shop, "get", "na") == ["words", "name\tstring"])
    try Files.write("{", to: shop.configuration)
    #expect(try complete(shop, "get", "na") == ["words"])
    #expect(try complete(shop, "model", "show", "") == ["words"])
  }

  /// Only the beginning of a large model is read.
  @Test func largeModelsAreCompleted() throws {
    let shop = try Bookshop(keys: false)
    let books = (0..<120_000).map {
      #"{"id":"B\#($0)","name":"Book \#($0)","pages":\#($0),"tags":["one","two","three"]}"#
    }
    try Files.write("{\"books\":[\(books.joined(separator: ",\n"))],\"end\":1}", to: shop.data + "/large.json")
    #expect(
      try complete(shop, "get", "large:books[5]/p") == [
        "words", "large:books[5]/pages\tnumber", "large:books[5]/parent/\tModelEntity",
      ])
    #expect(try complete(shop, "get", "large:books/-") == ["words", "large:books/-1/\tthe last element"])
    #expect(try complete(shop, "get", "@B11").contains("@B11/\tBook 11"))
  }
}
