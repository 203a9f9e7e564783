import TestSupport
import Testing

/// The example with three versions of an app and the migrations between them.
@Suite struct BookshopMigrationTests {
  private static let folder = Fixture.example

  @Test func theScriptMigratesAndRollsBack() throws {
    let machine = try Machine()
    let work = machine.path("work")
    try Files.makeFolder(work)
    let output = try machine.run(Self.folder + "/migrate", Machine.okit, with: ["BOOKSHOP_WORK": work])
    #expect(output.lines.last == "The result is the same as the original, byte for byte.", "\(output.errors)")
    #expect(try FileTree(work + "/shop/okit/data").entries == FileTree(Self.folder + "/data").entries)
    // The question and its answers.
    #expect(
      output.text.contains(
        """
        $ okit migrate apply -C shop
        okit: error: Book.name was removed and title was added: was it renamed?
        okit: hint: use --rename Book.name=title, or --allow-loss Book.name
        [status 78]
        """))
    try expectVersion3(machine, work)
  }

  /// Expects the data that version 3 defines.
  private func expectVersion3(_ machine: Machine, _ work: String) throws {
    let variables = ["XDG_CONFIG_HOME": work + "/config"]
    let root = work + "/migrated"
    func get(_ path: String) throws -> String { try machine.okit("get", path, with: variables, in: root).line }

    let paths = [
      "books[0]/title": "The Dispossessed", "books[1]/type": "hardcover", "books[1]/price": "850",
      "books[3]/language": "en", "books[3]/comment": "", "books[3]/stock/reorderAt": "1",
      "books[2]/stock": #"{"copies":0,"reorderAt":0,"deliveries":[{"date":600000002}]}"#,
      "authors[2]/firstName": "村上春樹", "authors[2]/lastName": "", "directory:groups[0]/status": "full",
      "directory:groups[1]/status": "open", "directory:groups[1]/authors[0]/lastName": "1",
    ]
    for (path, value) in paths { #expect(try get(path) == value, "\(path)") }

    func decrypted(_ model: String) throws -> String {
      try machine.okit("decrypt", model, "--stdout", with: variables, in: root).text
    }
    #expect(try decrypted("directory") == Self.directory)
    #expect(
      try decrypted("default").hasPrefix(
        #"""
        {"books":[{"title":"The Dispossessed","id":"907A70C3-1012-4037-B64C-E4228C38FB29","author":{"id":"7F150524-34B9-45DF-9E77-69B10F4205B4",\#
        "refKey":"92276658-1E27-41C0-8A6A-63EC24EDE6A4"},"genre":{"refKey":"SCIENCE_FICTION","id":"C6F87718-6D76-407E-881E-D162AE2EB154"},\#
        "price":999,"date":462567262.25,"type":"paperback","icon":{"format":"image\/png","id":"EC66A787-95E7-41D1-B731-AF10506BF2EF",\#
        "quality":0.5,"scale":2,"template":false,"label":"The Dispossessed","size":74,"data":"iVBORw0KGgo
        """#))
    // The directory is now encrypted, and its groups and the icons have no files any more.
    let directory = try Files.read(root + "/okit/data/directory.json")
    #expect(directory.starts(with: "age-encryption.org/v1\n".utf8))
    #expect(
      try !Files.exists(root + "/okit/data/directory") || Files.byteNames(in: root + "/okit/data/directory").isEmpty)
    #expect(try !Files.exists(root + "/okit/data/_image") || Files.byteNames(in: root + "/okit/data/_image").isEmpty)
    #expect(try Files.names(in: root + "/okit/data/_data") == ["119A72D1-74C9-4F6A-8C01-1CDD9474031B.raw"])
  }

  private static let directory =
    #"""
    {"authors":[{"id":"B774EB52-48DB-40AF-B215-8370D269A9A5","firstName":"Ursula","lastName":"K. Le Guin"},\#
    {"id":"58D5563D-AB2C-431E-A315-128862C33A4F","firstName":"Stanisław","lastName":"Lem"}],"id":"AE658F33-FE3B-490B-93F4-48B3A5AA3C81",\#
    "groups":[{"authors":[{"id":"5AFFB229-7631-4992-B0CE-583505C6AF07","firstName":"Guest","lastName":"0"}],\#
    "id":"7E62AA0A-1DF9-4D78-9C65-39382B0537E6","status":"full","name":"Group 0","color":"#0000FF"},\#
    {"authors":[{"id":"49952399-C4AA-4AC1-B7DC-76FB0F17A300","firstName":"Guest","lastName":"1"}],\#
    "id":"65DC9F50-3F63-4F83-BD05-61E6211C70CF","status":"open","name":"Group 1","color":"#00FF00"}]}
    """#

  @Test func theMigrationsAgreeWithThoseThatNewWrites() throws {
    let machine = try Machine()
    let (app, root) = (machine.path("app"), machine.path("shop"))
    try Files.makeFolder(app)
    func become(_ version: String) throws {
      try Files.write(Files.read("\(Self.folder)/\(version)/Bookshop.swift"), to: app + "/Bookshop.swift")
    }
    /// Expects the new file to agree with the example's file, which has more steps, and replaces it with that.
    func expectAgreement(_ path: String, _ steps: Int) throws {
      let written = try machine.run("jq", ".", "\(root)/okit/migrations/\(path)").text
      let example = "\(Self.folder)/migrations/\(path)"
      #expect(try machine.run("jq", ".steps |= .[:\(steps)]", example).text == written, "\(path)")
      #expect(try machine.run("jq", ".steps | length", example).line != "\(steps)")
      try Files.write(Files.read(example), to: "\(root)/okit/migrations/\(path)")
    }
    try become("model")
    try machine.okit("init", "shop", "--data", Self.folder + "/data", "--definitions", app)
    try become("versions/2")
    try machine.okit("migrate", "new", "titles", "--rename", "Book.name=title", "--allow-loss", "Book.marked", in: root)
    try expectAgreement("0001-titles.json", 1)
    try become("versions/3")
    try machine.okit("migrate", "new", "names-and-stock", in: root)
    try expectAgreement("0002-names-and-stock.json", 0)
  }

  @Test func aPlanHasEveryQuestionWithItsAnswers() throws {
    let machine = try Machine()
    let (app, root) = (machine.path("app"), machine.path("shop"))
    try Files.makeFolder(app)
    try Files.write(Files.read(Self.folder + "/model/Bookshop.swift"), to: app + "/Bookshop.swift")
    try machine.okit("init", "shop", "--data", Self.folder + "/data", "--definitions", app)
    try machine.okit("key", "import", Self.folder + "/cryptinfo.json", in: root)
    try Files.write(Files.read(Self.folder + "/versions/2/Bookshop.swift"), to: app + "/Bookshop.swift")
    let output = try machine.okit("migrate", "plan", status: 78, in: root)
    #expect(
      output.errors == """
        okit: warning: Book.name was removed and title was added: was it renamed?
        okit: hint: use --rename Book.name=title, or --allow-loss Book.name
        okit: warning: 4 values of Book.marked would be dropped (true, false, false, …)
        okit: hint: use --allow-loss Book.marked
        okit: error: 1 value of Group.status would be dropped ("closed")
        okit: hint: use --allow-loss Group.status to drop it

        """)
  }
}
