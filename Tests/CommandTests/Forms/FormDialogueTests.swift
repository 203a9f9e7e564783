import Glibc
import TestSupport
import Testing

/// A person fills in forms in a terminal.
@Suite struct FormDialogueTests {
  /// The form that the class of the Bookshop's books gives, from the first field to the last one.
  @Test(arguments: ["dumb", "xterm"]) func aBookIsEditedFieldByField(terminal kind: String) throws {
    let shop = try FormedShop(.plain)
    shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
    let before = try shop.text("default.json")
    let terminal = try Terminal(
      shop.machine, ["okit", "edit", "books[0]", "--ask"], in: shop.root, with: ["TERM": kind])
    try terminal.answer(
      ("name [The Dispossessed]: ", "?"), ("-.\r\nname [The Dispossessed]: ", "\\-"),
      ("type [", "hard"), ("price [9.99]: ", "cheap"), ("type Double\r\nprice [9.99]: ", "<"),
      ("type [hardcover]: ", "3"), ("price [9.99]: ", "12.50"), ("copies [3]: ", ""), ("date [", ""), ("marked [", ""),
      ("author [", "lem"), ("search\r\nauthors: ", ""), ("genre [", "Horror"), ("icon [", ""), ("comment", "two words"))
    try terminal.wait(for: "- name: The Dispossessed")
    try terminal.wait(for: "+ name: -")
    try terminal.wait(for: "+ type: electronic")
    try terminal.wait(for: "- price: 9.99")
    try terminal.wait(for: "+ price: 12.50")
    try terminal.wait(for: "+ author: Stanisław Lem")
    try terminal.answer(("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    let after = try shop.okit(
      "get", "books[0]/name", "books[0]/type", "books[0]/price", "books[0]/author/ref/name", "books[0]/genre/ref/name",
      "books[0]/comment", "books[0]/copies")
    #expect(after.lines == ["-", "2", "12.50", "Stanisław Lem", "Horror", "two words", "3"])
    #expect(try shop.okit("check").text == "")
    try shop.okit("undo")
    #expect(try shop.text("default.json") == before)
    #expect(try shop.texts() == [])
  }

  /// A person who knows the form does not wait for its questions.
  @Test(arguments: ["dumb", "xterm"]) func answersCanBeTypedAhead(terminal kind: String) throws {
    let scene = try FormScene()
    try scene.define(fields: #""note", "phone", "name""#)
    let terminal = try scene.ask(terminal: kind)
    try terminal.wait(for: "note: ")
    terminal.type("first\n1234\nLamp 2\ny")
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(try scene.stored(".items[0] | [.note, .phone, .name]") == #"["first","1234","Lamp 2"]"#)
  }

  @Test func theTabKeyCompletesAName() throws {
    let scene = try FormScene()
    try scene.define(fields: #""owner", "kind""#)
    let terminal = try scene.ask(terminal: "xterm")
    try terminal.wait(for: "owner [Ann]: ")
    terminal.type("b\t")
    try terminal.wait(for: "kind [small]: ")
    terminal.type("MED\t")
    try terminal.answer(("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0] | [.owner.refKey, .kind]") == #"["P2","medium"]"#)
  }

  @Test(arguments: ["dumb", "xterm"]) func commandsAndEscapes(terminal kind: String) throws {
    let scene = try FormScene()
    try scene.define(fields: #""note", {"path": "phone", "hint": "With the area."}, "name""#)
    let terminal = try scene.ask(terminal: kind)
    try terminal.answer(
      ("note: ", "\\?"), ("phone: ", "?"), ("and -.\r\nphone: ", "\\<"), ("name [Lamp]: ", "<"), ("phone [<]: ", "<"),
      ("note [?]: ", "<"), ("note [?]: ", ""), ("phone [<]: ", "-"), ("name [Lamp]: ", "  two  blanks "),
      ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0] | [.note, .phone, .name]") == #"["?",null,"  two  blanks "]"#)
  }

  @Test func severalLines() throws {
    let scene = try FormScene()
    try scene.define(fields: #"{"path": "note", "kind": "multiline"}"#)
    var terminal = try scene.ask()
    try terminal.answer(
      ("  > ", "\\-"), ("  > ", ""), ("  > ", "-"), ("  > ", "?"), ("  > ", "<"), ("  > ", "\\?"), ("  > ", ".."),
      ("  > ", "."), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0].note") == #""-\n\n-\n?\n<\n\\?\n.""#)
    terminal = try scene.ask()
    try terminal.answer(("  | -", ""))
    #expect(try terminal.end() == .status(0))
    #expect(terminal.transcript.contains("nothing was entered, so nothing was changed"))
    terminal = try scene.ask()
    try terminal.answer(("  > ", "-"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0].note") == "null")
  }

  @Test(arguments: ["dumb", "xterm"]) func aSecretIsNeitherShownNorKept(terminal kind: String) throws {
    let scene = try FormScene()
    try scene.define(
      fields: #"{"path": "secret", "kind": "secure", "rules": {"minLength": 8, "pattern": "[0-9]"}}, "note""#)
    var terminal = try scene.ask(terminal: kind)
    // A text that is typed before its prompt is discarded.
    try terminal.answer(
      ("secret: ", "hushhush"), ("secret, again: ", "hush"), ("differ\r\nsecret: ", "short"),
      ("secret, again: ", "short"), ("minLength\r\nsecret: ", "hushhush"), ("secret, again: ", "hushhush"),
      ("pattern\r\nsecret: ", "hushhush1"), ("secret, again: ", "hushhush1"), ("note: ", "visible"))
    try terminal.wait(for: "Store these values? [yes/no] ")
    let kept = try #require(scene.kept().first)
    #expect(try Files.text(kept) == #"{"note":"visible"}"#)
    let folder = try scene.machine.runtimeFolder()
    for file in Files.files(below: folder) { #expect(try !Files.text("\(folder)/\(file)").contains("hush"), "\(file)") }
    terminal.type("y")
    #expect(try terminal.end() == .status(0))
    #expect(!terminal.transcript.contains("hush") && !terminal.transcript.contains("short\""))
    #expect(terminal.transcript.contains("+ secret: ••••"))
    #expect(try scene.stored(".items[0].secret") == #""hushhush1""#)
    // It is shown nowhere afterwards.
    terminal = try scene.ask(terminal: kind)
    try terminal.answer(("secret [••••]: ", ""), ("note [visible]: ", ""))
    #expect(try terminal.end() == .status(0))
    #expect(try !scene.printed(".").contains("hush"))
    let refused = try scene.fill(#"{"secret": "loudloud"}"#, status: 65)
    #expect(!refused.errors.contains("loud"))
  }

  @Test func aSecretCanLookLikeACommand() throws {
    let scene = try FormScene()
    try scene.define(fields: #"{"path": "secret", "kind": "secure"}"#)
    var terminal = try scene.ask()
    try terminal.answer(("secret: ", "\\-"), ("again: ", "\\-"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0].secret") == #""-""#)
    terminal = try scene.ask()
    try terminal.answer(("secret [••••]: ", "-"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0].secret") == "null")
  }

  @Test func longListsAreSearched() throws {
    let people = (1...40).map { #"{"id":"P\#($0)","name":"Person \#($0)"}"# }.joined(separator: ",")
    let scene = try FormScene(
      FormScene.classes, ["box": #"{"id":"BOX","items":[{"id":"I1"}],"people":[\#(people)]}"#])
    try scene.define(fields: #"{"path": "owner", "rules": {"x-okit-candidates": "/people"}}, "helpers""#)
    let terminal = try scene.ask()
    try terminal.answer(
      ("owner: 40 values; type a part of a name to search", "person"), ("25 more; type more of the name", "son 4"),
      ("  2  Person 40", "2"))
    try terminal.answer(("helpers", "Person 7, Person 12"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(try scene.stored(".items[0].owner.refKey") == #""P40""#)
    #expect(try scene.stored("[.items[0].helpers[].refKey]") == #"["P7","P12"]"#)
  }

  @Test func choicesAreReplaced() throws {
    let scene = try FormScene()
    try scene.define(fields: #""helpers""#)
    var terminal = try scene.ask()
    try terminal.answer(
      ("helpers [Ann, Bob]: ", "zed"), ("no choice contains 'zed'", "2 3"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored("[.items[0].helpers[].refKey]") == #"["P2","P3"]"#)
    #expect(try Files.text(scene.data + "/box.json").contains(#"{"refKey":"P2","id":"R3"}"#), "it keeps its bytes")
    terminal = try scene.ask()
    try terminal.answer(("helpers [Bob, Cid]: ", "-"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0].helpers") == "[]")
  }

  @Test func listsAreTyped() throws {
    let scene = try FormScene()
    try scene.define(fields: #"{"path": "words", "rules": {"uniqueItems": true}}"#)
    let terminal = try scene.ask()
    try terminal.answer(
      ("words: ", "?"), ("as a JSON array", "red, red"), ("error: ", "red, green"),
      ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(try scene.stored(".items[0].words") == #"["red","green"]"#)
  }

  @Test func theProposalOfAListIsTakenAsItIs() throws {
    let scene = try FormScene()
    try scene.define(fields: #"{"path": "words", "default": ["x, y", "z"]}"#)
    let terminal = try scene.ask()
    try terminal.answer((#"words [["x, y","z"]]: "#, ""), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(try scene.stored(".items[0].words") == #"["x, y","z"]"#)
  }

  // MARK: - The end

  @Test(arguments: ["dumb", "xterm"]) func decliningChangesNothing(terminal kind: String) throws {
    let scene = try FormScene()
    try scene.define(fields: #""name""#)
    let before = try scene.tree()
    let terminal = try scene.ask(terminal: kind)
    try terminal.answer(("name [Lamp]: ", "Shelf"), ("Store these values? [yes/no] ", "n"))
    #expect(try terminal.end() == .status(1))
    #expect(terminal.transcript.contains("canceled: nothing was changed"))
    #expect(try scene.tree().differences(from: before) == [])
    #expect(try scene.kept() == [])
  }

  @Test func aDryRunStoresNothing() throws {
    let scene = try FormScene()
    try scene.define(fields: #""name""#)
    let before = try scene.tree()
    let terminal = try scene.ask("items[0]", "-n")
    try terminal.answer(("name [Lamp]: ", "Shelf"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(terminal.transcript.contains("would have edited box:items[0]/name"))
    #expect(try scene.tree().differences(from: before) == [])
    #expect(try scene.kept().count == 1)
    let continued = try scene.ask("items[0]", "--continue")
    try continued.answer(("name [Shelf]: ", ""), ("Store these values? [yes/no] ", "y"))
    #expect(try continued.end() == .status(0), "\(continued.transcript)")
    #expect(try scene.stored(".items[0].name") == #""Shelf""#)
    #expect(try scene.kept() == [])
  }

  /// Notes stand where the form has them, and a footer below its fields.
  @Test func sectionsAreShownInTheirOrder() throws {
    let scene = try FormScene()
    try scene.define(
      #"""
      {"sections": [{"header": "One", "footer": "End of one.", "fields": ["name", {"path": "count", "readOnly": true, "title": "In stock"}, "price"]},
      {"header": "Two", "footer": "End of two.", "fields": ["note"]}]}
      """#)
    let terminal = try scene.ask()
    try terminal.answer(
      ("name [Lamp]: ", "Shelf"), ("price [1.50]: ", ""), ("note: ", "x"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    var rest = terminal.transcript[...]
    for text in [
      "One", "name [Lamp]", "In stock: 2", "price [1.50]", "End of one.", "Two", "note: ", "End of two.",
      "- name: Lamp", "+ name: Shelf",
    ] {
      let range = try #require(rest.firstRange(of: text), "\(text) in \(terminal.transcript)")
      rest = rest[range.upperBound...]
    }
  }

  /// A terminal without line editing leaves the Tab in the text.
  @Test func tabCompletesOnADumbTerminal() throws {
    let scene = try FormScene()
    try scene.define(
      fields: #"{"path": "name", "kind": "suggestions", "rules": {"enum": ["alpha", "beta", "below"]}}, "kind""#)
    let terminal = try scene.ask()
    try terminal.answer(
      ("name [Lamp]: ", "be\t"), ("name [Lamp]: ", "al\t"), ("kind [small]: ", "me\t"),
      ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(terminal.transcript.contains("below"))
    #expect(try scene.stored(".items[0] | [.name, .kind]") == #"["alpha","medium"]"#)
  }

  @Test func aPictureThatCannotBeReadIsRefusedAtOnce() throws {
    let scene = try FormScene()
    try scene.define(fields: #"{"path": "photos", "kind": "pictures"}"#)
    let terminal = try scene.ask()
    try terminal.answer(
      ("photos: ", scene.machine.path("a.png")), ("another: ", "/nowhere.png"),
      ("another: ", scene.machine.path("b.png")), ("another: ", ""), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(terminal.transcript.contains("error: ") && terminal.transcript.contains("/nowhere.png"))
    #expect(try scene.attachments() == 2)
  }

  /// Values that exist only in the form are not stored.
  @Test func theSummaryHasWhatIsStored() throws {
    let scene = try FormScene()
    try scene.define(
      fields: #"{"name": "more", "kind": "switch"}, {"path": "kind", "visible": "more=true"}, "name""#)
    let terminal = try scene.ask()
    try terminal.answer(
      ("more: ", "yes"), ("kind [small]: ", "large"), ("name [Lamp]: ", ""), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(terminal.transcript.contains("- kind: small\r\n+ kind: large") && !terminal.transcript.contains("+ more"))
  }

  /// Ctrl-C and Ctrl-D.
  @Test(arguments: [("dumb", "\u{3}"), ("xterm", "\u{3}"), ("dumb", "\u{4}"), ("xterm", "\u{4}")])
  func leavingKeepsTheAnswers(_ kind: String, _ key: String) throws {
    let scene = try FormScene()
    try scene.define(fields: #""name", "note""#)
    let before = try scene.tree()
    var terminal = try scene.ask(terminal: kind)
    try terminal.answer(("name [Lamp]: ", "Shelf"))
    try terminal.wait(for: "note: ")
    usleep(200_000)
    terminal.type(key, ending: "")
    #expect(try terminal.end() == (key == "\u{3}" ? .signal(SIGINT) : .status(1)), "\(terminal.transcript)")
    let kept = try #require(scene.kept().first)
    #expect(try Files.text(kept) == #"{"name":"Shelf"}"#)
    #expect(terminal.transcript.contains("the answers are kept in \(kept)"))
    #expect(try scene.tree().differences(from: before) == [])
    // The next form offers them; declining twice leaves them.
    terminal = try scene.ask(terminal: kind)
    try terminal.answer(("Continue with these answers? [y/N] ", "n"), ("Discard them and start again? [y/N] ", "n"))
    #expect(try terminal.end() == .status(1))
    #expect(try scene.kept() == [kept])
    terminal = try scene.ask("items[0]", "--continue", terminal: kind)
    try terminal.answer(("name [Shelf]: ", ""), ("note: ", "oak"), ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0] | [.name, .note]") == #"["Shelf","oak"]"#)
    #expect(try scene.kept() == [])
    terminal = try scene.ask("items[0]", "--continue", terminal: kind)
    #expect(try terminal.end() == .status(66))
    #expect(terminal.transcript.contains("no unfinished form of 'box:items[0]'"))
  }

  @Test func discardStartsAgain() throws {
    let scene = try FormScene()
    try scene.define(fields: #""name", "note""#)
    var terminal = try scene.ask()
    try terminal.answer(("name [Lamp]: ", "Shelf"), ("note: ", "\u{4}"))
    #expect(try terminal.end() == .status(1))
    #expect(try scene.kept().count == 1)
    terminal = try scene.ask("items[0]", "--discard")
    try terminal.answer(("name [Lamp]: ", ""), ("note: ", ""))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.kept() == [])
  }

  @Test func leavingBeforeTheFirstAnswerKeepsNothing() throws {
    let scene = try FormScene()
    try scene.define(fields: #""name""#)
    let terminal = try scene.ask()
    try terminal.wait(for: "name [Lamp]: ")
    terminal.type("\u{4}", ending: "")
    #expect(try terminal.end() == .status(1))
    #expect(try scene.kept() == [])
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGHUP]) func theAnswersSurviveASignal(_ signal: Int32) throws {
    let scene = try FormScene()
    try scene.define(fields: #""name", "note""#)
    var terminal = try scene.ask()
    try terminal.answer(("name [Lamp]: ", "Shelf"))
    try terminal.wait(for: "note: ")
    terminal.child.send(signal)
    #expect(try terminal.end() == .signal(signal))
    terminal = try scene.ask()
    try terminal.answer(
      ("a form of box:items[0] was not finished", ""), ("Discard them and start again? [y/N] ", "n"))
    #expect(try terminal.end() == .status(1))
    terminal = try scene.ask()
    try terminal.answer(
      ("Continue with these answers? [y/N] ", "y"), ("name [Shelf]: ", ""), ("note: ", "oak"),
      ("Store these values? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    #expect(try scene.stored(".items[0] | [.name, .note]") == #"["Shelf","oak"]"#)
  }

  // MARK: - Examples

  @Test func theSignUpExample() throws {
    let scene = try FormScene.examples()
    let terminal = try scene.ask(["add", "club:members", "--ask", "--form", "sign-up"])
    try terminal.answer(
      ("Email (such as ann@example.com): ", "ann@"), ("is not an e-mail address", ""),
      // The second address waits for a valid one.
      ("Password: ", "correct horse"), ("again: ", "correct horse"), ("Phone: ", "12"),
      ("must be like +## ### ######", ""),
      ("error: Email: a value is required", "ann@example.com"), ("Email again (required): ", "bob@example.com"),
      ("the two addresses differ", "ann@example.com"), ("Password [••••]: ", ""), ("Phone: ", "49 301 234567"),
      ("Sign up now? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    #expect(
      try scene.stored(".members | map(del(.id))", in: "club")
        == #"[{"email":"ann@example.com","password":"correct horse","phone":"+49 301 234567"}]"#)
  }

  @Test func changingTheFirstAddressDisablesTheSecondOne() throws {
    let scene = try FormScene.examples()
    let before = try scene.tree()
    for (answers, message) in [
      (#"{"email": "a@example.com", "repeated": "b@example.com", "password": "12345678"}"#, "the two addresses differ"),
      (#"{"email": "a.example.com", "repeated": "a.example.com", "password": "12345678"}"#, "is not an e-mail address"),
      (#"{"email": "a@example.com", "repeated": "a@example.com", "password": "1234567"}"#, "the text is not valid"),
      (#"{"email": "a@example.com", "password": "12345678"}"#, "'repeated': a value is required"),
      (#"{"email": "a@example.com", "repeated": "a@example.com"}"#, "'password': a value is required"),
    ] {
      let output = try scene.machine.okit(
        ["add", "club:members", "--form", "sign-up", "--answers", "-"], status: 65, input: Array(answers.utf8),
        in: scene.root)
      #expect(output.errors.contains(message), "\(output.errors)")
      #expect(try scene.tree().differences(from: before) == [])
    }
  }

  @Test func theShippingExample() throws {
    let scene = try FormScene.examples()
    let add = ["add", "store:orders", "--ask", "--form", "shipping"]
    var terminal = try scene.ask(add)
    try terminal.answer(
      ("How [parcel]: ", "pickup"), ("Branch", "nord"), ("Send it? [yes/no] ", "n"))
    #expect(try terminal.end() == .status(1))
    #expect(!terminal.transcript.contains("Street"))
    terminal = try scene.ask(add)
    try terminal.answer(
      ("How [parcel]: ", "pickup"), ("Branch", "nord"), ("Send it? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0))
    terminal = try scene.ask(add)
    try terminal.answer(
      ("How [parcel]: ", "courier"), ("Street (required): ", "Lane 1"), ("City (required): ", "Rome"),
      ("Postcode (required): ", "00100"), ("Phone (required): ", "123"), ("Day (required): ", "yesterday"),
      ("error: ", "<"), ("Phone [123]: ", "<"), ("Postcode [00100]: ", "<"), ("City [Rome]: ", "<"),
      ("Street [Lane 1]: ", "<"), ("How [courier]: ", "parcel"),
      ("Street [Lane 1]: ", ""), ("City [Rome]: ", ""), ("Postcode [00100]: ", ""), ("Send it? [yes/no] ", "y"))
    #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
    // What was answered in a section that is hidden at the end is not stored.
    #expect(
      try scene.stored(".orders | map(del(.id, .branch.id))", in: "store")
        == #"[{"branch":{"refKey":"B2"},"delivery":"pickup"},"#
        + #"{"branch":{},"city":"Rome","delivery":"parcel","postcode":"00100","street":"Lane 1"}]"#)
    #expect(terminal.transcript.contains("phone was not stored, because it is hidden or not enabled"))
  }
}
