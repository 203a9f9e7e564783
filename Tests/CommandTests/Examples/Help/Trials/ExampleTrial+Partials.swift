import TestSupport
import Testing

extension ExampleTrial {
  /// `partial`.
  static let partials = [
    ExampleTrial("okit partial list", says: ["directory:groups[0]", "Group 1", "okit/data/directory/", "present"]),
    ExampleTrial(
      "okit partial list directory --json",
      check: { scene, output in
        let paths = try scene.machine.run("jq", "-r", ".partials[].path", input: output.bytes)
        #expect(paths.lines == ["directory:groups[0]", "directory:groups[1]"])
      }),
    ExampleTrial(
      "okit partial resolve directory:.",
      check: { scene, output in
        let states = try scene.machine.run("jq", "-r", ".groups[].group.status", input: output.bytes)
        #expect(states.lines == ["closed", "open"])
      }),
    ExampleTrial(
      "okit partial resolve 'directory:groups[0]'",
      check: { scene, output in
        try #expect(scene.machine.run("jq", "-r", ".group.status", input: output.bytes).line == "closed")
      }),
    ExampleTrial(
      "okit partial inline 'directory:groups[0]'", isWarned: true,
      check: { scene, _ in
        try #expect(scene.shop.jq(".groups[0].status", scene.shop.data + "/directory.json") == "closed")
      }),
    ExampleTrial(
      "okit partial extract 'directory:groups[0]'",
      prepare: { try $0.shop.okit("partial", "inline", "directory:groups[0]") }, says: ["okit/data/directory/"],
      check: { scene, output in
        try #expect(scene.shop.jq(".status", "\(scene.shop.root)/\(output.line)") == "closed")
        try scene.shop.okit("check")
      }),
    ExampleTrial(
      "okit partial extract 'directory:groups[0]' --keep name,color",
      prepare: { try $0.shop.okit("partial", "inline", "directory:groups[0]") }, says: ["okit/data/directory/"],
      check: { scene, _ in
        try #expect(
          scene.shop.jq(".groups[0] | keys_unsorted | sort | join(\" \")", scene.shop.data + "/directory.json")
            == "color id name")
        try scene.shop.okit("check")
      }),
    ExampleTrial(
      "okit partial sync --dry-run", prepare: { try $0.renameStandIn() }, says: ["directory:groups[0]"],
      check: { scene, _ in try #expect(scene.value("directory:groups[0]/group/name") == "Group 0") }),
    ExampleTrial(
      "okit partial sync --from model 'directory:groups[0]'", prepare: { try $0.renameStandIn() },
      check: { scene, _ in try #expect(scene.value("directory:groups[0]/group/name") == "Monday") }),
  ]
}
