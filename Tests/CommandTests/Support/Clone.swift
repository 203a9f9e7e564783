import Testing

/// A copy of what the repository tells its readers, in which that can be changed.
struct Clone {
  let machine: Machine
  let root: String
  var readme: String { root + "/README.md" }

  init() throws {
    machine = try Machine()
    root = machine.path("clone")
    try Files.makeFolder(root)
    for name in ["README.md", "Scripts", "Examples"] {
      try machine.run("cp", "-r", "\(Fixture.project)/\(name)", root)
    }
  }

  /// Runs what the README tells its readers to type.
  @discardableResult
  func recordSession(_ options: String..., status: Int32 = 0) throws -> Output {
    let arguments = [root + "/Scripts/record-session"] + options + [Machine.okit]
    let output = try machine.launch(arguments, [], [:], root)
    output.check(.status(status), arguments, #_sourceLocation)
    return output
  }
}
