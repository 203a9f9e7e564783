import TestSupport
import Testing

/// Zips of a data folder, made by an app or by hand, with the folder at any depth.
@Suite struct ImportLayoutTests {
  @Test func aDataFolderBesideAConfigurationIsImported() throws {
    let siege = try Siege()
    for prefix in ["", "okit/", "device/okit/"] {
      var backup = ForgedBackup()
      backup.isBare = true
      backup.add(.init(name: "data/deep/down/below/x.raw", bytes: [1, 2, 3]))
      for index in backup.files.indices { backup.files[index].name = prefix + backup.files[index].name }
      let zip = try backup.write(.zip, to: siege.machine.folder, recipient: siege.recipient)
      let output = try siege.machine.okit(siege.arguments(.importAll, zip), in: siege.root)
      #expect(output.text == "one\ntwo\n")
      let tree = try FileTree(siege.root + "/okit/data")
      #expect(tree["one.json"] == .file(backup.files[1].bytes))
      #expect(tree["two.json"] == .file(backup.files[2].bytes))
      #expect(tree["deep/down/below/x.raw"] == .file([1, 2, 3]))
      #expect(tree["_data/BELL.raw"] == .file(backup.files[3].bytes))
      #expect(tree["okit.json"] == nil)
      try Files.remove(siege.root + "/okit/data/deep")
    }
  }
}
