import TestSupport
import Testing

/// A copy of the repository's documentation and of everything that its commands use.
struct Clone {
  let machine: Machine
  let root: String
  /// The pages whose commands are run.
  let pages: [String]
  var readme: String { root + "/README.md" }
  var scripts: String { root + "/docs/scripts.md" }

  init() throws {
    machine = try Machine()
    let root = machine.path("clone")
    self.root = root
    try Files.makeFolder(root)
    for name in ["README.md", "docs", "Scripts", "Examples"] {
      try machine.run("cp", "-r", "\(Fixture.project)/\(name)", root)
    }
    pages = try ["\(root)/README.md"] + Files.names(in: root + "/docs").map { "\(root)/docs/\($0)" }
  }

  /// Runs the commands of the pages.
  @discardableResult
  func recordSession(_ options: String..., status: Int32 = 0) throws -> Output {
    let arguments = [root + "/Scripts/record-session"] + options + [Machine.okit]
    let output = try machine.launch(arguments, [], [:], root)
    output.check(.status(status), arguments, #_sourceLocation)
    return output
  }
}
