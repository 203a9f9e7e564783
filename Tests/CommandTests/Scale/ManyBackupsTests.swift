import TestSupport
import Testing

/// A workspace with many backups: a thousand in a whole campaign.
@Suite struct ManyBackupsTests {
  @Test func eachBackupIsListedVerifiedRestoredAndDeleted() throws {
    let count = Effort.isWhole ? 1000 : 20
    let warehouse = try Warehouse(.init(models: 3, images: 6))
    let machine = warehouse.machine
    let bound = Warehouse.base
    let password = try machine.write("open sesame\n", "password")
    try warehouse.okit("init", "--data", warehouse.source, within: bound)
    let recipient = try warehouse.okit("key", "generate", within: bound).line
    let ways = [
      ["-r", recipient], ["--format", "directory"], ["--format", "zip", "--password-file", password],
    ]
    let names = (0..<count).map { "backup\($0)" }
    for (number, name) in names.enumerated() {
      // Each backup has different content.
      try Files.write(#"{"number": \#(number)}"#, to: warehouse.data + "/model0.json")
      try machine.okit(["backup", "create", name] + ways[number % ways.count], in: warehouse.root)
    }

    let listed = try warehouse.okit("backup", "list", "--json", within: bound)
    let sizes = try machine.run("jq", "[.backups[] | select(.size > 500)] | length", input: listed.bytes)
    #expect(sizes.line == "\(count)")
    #expect(try machine.run("jq", "-r", ".backups[].name", input: listed.bytes).lines.sorted() == names.sorted())
    #expect(try warehouse.okit("status", within: bound).text.contains("backups      \(count), newest"))
    let proof = try warehouse.okit("backup", "verify", "--all", "--password-file", password, within: bound)
    // A line for each backup, and the summary.
    let states = proof.errors.split(separator: "\n")
    #expect(states.count == count + 1)
    #expect(states.last == "\(count) backups: \(count) intact")
    for number in [0, count / 2, count - 1] {
      let name = names[number]
      try warehouse.okit("backup", "show", name, "--password-file", password, within: bound)
      try warehouse.okit("backup", "restore", name, "--yes", "--password-file", password, within: bound)
      #expect(try warehouse.okit("get", "model0:number", within: bound).line == "\(number)")
    }
    try warehouse.okit("backup", "create", names[0], "-r", recipient, within: bound, status: 73)
    try warehouse.okit("backup", "show", "absent", within: bound, status: 66)

    // The warning names the backups with plain copies, now that the model is encrypted.
    let warning = try warehouse.okit("encrypt", "model1", within: bound).errors
    for number in stride(from: 1, to: count, by: ways.count) { #expect(warning.contains(names[number])) }

    let doomed = Array(names.dropFirst())
    let deletion = try warehouse.okit(["backup", "delete", "--yes"] + doomed, within: bound)
    #expect(deletion.errors.split(separator: "\n").count == count - 1)
    try warehouse.removeKept()
    #expect(try warehouse.backupNames == ["backup0.tar.zst.age"])
    try warehouse.expectNoLitter()
  }
}
