import TestSupport
import Testing

/// Every command on a workspace with many models, images and partials: 10,000, 100,000 and 10,000 in a whole campaign.
@Suite struct ManyFilesTests {
  @Test func everyCommandWorksInBoundedMemory() throws {
    let small = Warehouse.Stock(models: 200, images: 500, partials: 50)
    let stock = Effort.isWhole ? Warehouse.Stock(models: 10_000, images: 100_000, partials: 10_000) : small
    let warehouse = try Warehouse(stock)
    let machine = warehouse.machine
    machine.limits.openFiles = 32
    // For each file a name, a size, a checksum, a time and a line of the journal, but not its content.
    let bound = Warehouse.base + stock.files * 4096
    let last = Warehouse.name(stock.models - 1)
    let password = try machine.write("open sesame\n", "password")
    let out = machine.path("out")

    try warehouse.okit("init", "--data", warehouse.source, within: bound)
    let recipient = try warehouse.okit("key", "generate", within: bound).line
    #expect(try warehouse.okit("key", "list", within: bound).text.contains(recipient))
    warehouse.expectSound(try warehouse.okit("check", within: bound))
    try warehouse.expectSource(in: warehouse.data)

    try warehouse.okit("encrypt", "--all", within: bound)
    try warehouse.expectEncrypted()
    warehouse.expectSound(try warehouse.okit("check", within: bound))
    try warehouse.okit("rekey", within: bound)
    try warehouse.expectEncrypted()
    let status = try warehouse.okit("status", "--json", within: bound)
    let filter = "(.models | length), ([.models[] | select(.access == \"opens\")] | length), .attachments.count"
    #expect(
      try machine.run("jq", filter, input: status.bytes).lines == [
        "\(stock.models)", "\(stock.models)", "\(stock.images)",
      ])
    #expect(try warehouse.okit("get", "\(last):name", within: bound).line == "model \(stock.models - 1)")
    try warehouse.okit("get", "absent:name", within: bound, status: 66)

    try warehouse.okit("backup", "create", "sealed", "-r", recipient, within: bound)
    try warehouse.okit("backup", "create", "stored", "-r", recipient, "--as-stored", within: bound)
    try warehouse.okit("backup", "create", "zipped", "--format", "zip", "--password-file", password, within: bound)
    try warehouse.okit("backup", "create", "folder", "--format", "directory", within: bound)
    // The data, okit.json and applied.json.
    let files = stock.files + 2
    for name in ["sealed", "stored", "zipped", "folder"] {
      let shown = try warehouse.okit("backup", "show", name, "--json", "--password-file", password, within: bound)
      #expect(try machine.run("jq", ".files | length", input: shown.bytes).line == "\(files)")
      let proof = try warehouse.okit("backup", "verify", name, "--password-file", password, within: bound)
      #expect(proof.errors.contains("\(files) files"))
      try warehouse.spoil(Warehouse.name(0), last)
      try warehouse.okit("backup", "restore", name, "--password-file", password, "--yes", within: bound)
      try warehouse.expectEncrypted()
      try warehouse.okit("export", "-o", out, within: bound)
      try warehouse.expectSource(in: out)
      try Files.remove(out)
      try warehouse.removeKept()
    }
    try warehouse.spoil(Warehouse.name(0), last)
    try warehouse.okit("backup", "restore", "sealed", Warehouse.name(0), last, "--yes", within: bound)
    try warehouse.removeKept()

    // Half of the models are deleted and imported again.
    for number in stride(from: 0, to: stock.models, by: 2) {
      try Files.remove("\(warehouse.data)/\(Warehouse.name(number)).json")
      try Files.remove("\(warehouse.data)/\(Warehouse.name(number))")
    }
    let sealed = warehouse.backups + "/sealed.tar.zst.age"
    try warehouse.okit("import", sealed, within: bound, status: 73)
    try warehouse.okit("import", sealed, "--merge", within: bound)
    warehouse.expectSound(try warehouse.okit("check", within: bound))
    try warehouse.spoil(Warehouse.name(0), last)
    try warehouse.okit("import", sealed, "--replace", "--yes", within: bound)
    try warehouse.okit("decrypt", "--all", within: bound)
    try warehouse.expectSource(in: warehouse.data)
    try warehouse.okit("export", within: bound)
    try warehouse.expectSource(in: warehouse.root + "/okit/export")
    #expect(try warehouse.okit("export", "--clear", within: bound).errors.contains("\(stock.files) files"))

    let again = machine.path("again")
    let identity = try machine.run("find", machine.path("config"), "-name", "identity.txt").line
    try warehouse.okit("init", again, "--from", sealed, "-i", identity, within: bound)
    try warehouse.okit("export", "-C", again, "-o", out, within: bound)
    try warehouse.expectSource(in: out)

    let names = try warehouse.backupNames
    #expect(names.count == 5)
    let deletion = try warehouse.okit(["backup", "delete", "--yes"] + names, within: bound)
    #expect(deletion.errors.split(separator: "\n").count == 5)
    #expect(try Files.byteNames(in: warehouse.backups) == [])
    try warehouse.expectNoLitter()
  }
}
