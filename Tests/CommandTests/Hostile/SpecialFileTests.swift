import Glibc
import TestSupport
import Testing

/// Special files and folders in place of files: no hang, no endless reading, one line of error, and no change.
@Suite struct SpecialFileTests {
  enum Thing: String, CaseIterable, Sendable {
    case folder, fifo, socket, device, linkToDevice, linkToNothing, linkToItself, linkToSecret, empty, mark, zeros

    func make(_ path: String, _ machine: Machine) throws {
      switch self {
      case .folder: try Files.makeFolder(path)
      case .fifo: try machine.run("mkfifo", path)
      case .socket:
        try machine.run("python3", "-c", "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", path)
      case .device: try machine.run("mknod", path, "c", "1", "5")
      case .linkToDevice: try machine.run("ln", "-s", "/dev/zero", path)
      case .linkToNothing: try machine.run("ln", "-s", "nowhere", path)
      case .linkToItself: try machine.run("ln", "-s", path, path)
      case .linkToSecret: try machine.run("ln", "-s", machine.path("outside/secret.json"), path)
      case .empty: try Files.write([], to: path)
      case .mark: try Files.write([0xef, 0xbb, 0xbf], to: path)
      case .zeros: try Files.write([UInt8](repeating: 0, count: 100_000), to: path)
      }
    }
  }

  static let places = [
    "okit/data/alpha.json", "okit/okit.json", "okit/.lock", "okit/.journal", "okit/data/alpha/alpha-part-0.json",
    "okit/data/_image/alpha-0.png", "okit/data/alpha", "okit/data/_image", "okit/model", "okit/backup", "okit/export",
    "IDENTITY",
    "BACKUP", "okit/data",
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let thing: Thing
    let place: String
    var testDescription: String { "\(thing) as \(place)" }
  }

  static let cases = places.flatMap { place in
    Thing.allCases.compactMap { thing in
      thing == .device && geteuid() != 0
        || thing == .folder && (place.hasSuffix("okit/data") || place.hasSuffix("okit/model"))
        ? nil : Case(thing: thing, place: place)
    }
  }

  @Test(arguments: Effort.sample(30, of: cases)) func aSpecialFileIsNotOpened(_ trap: Case) throws {
    let shelf = try Shelf()
    let machine = shelf.machine
    try Files.makeFolder(machine.path("outside"))
    try machine.write(#"{"id":"alpha-part-0","text":"outsider"}"#, "outside/secret.json")
    let places = ["IDENTITY": shelf.identity, "BACKUP": machine.path("trap.tar.zst.age")]
    let path = places[trap.place] ?? "\(shelf.root)/\(trap.place)"
    try Files.remove(path)
    try trap.thing.make(path, machine)
    let outside = try FileTree(machine.path("outside"))
    let before = try FileTree(shelf.root).without { $0 == "okit/.lock" }
    let made = machine.path("made")
    let commands: [[String]] = [
      ["status"], ["get", "alpha:generation"], ["check"], ["encrypt", "gamma", "-n"], ["decrypt", "alpha", "-n"],
      ["rekey", "-n"],
      ["backup", "create", "b", "-o", made, "-r", shelf.recipient],
      ["backup", "create", "d", "-o", made, "--format", "directory"], ["export", "-o", made + "/export"],
      ["backup", "restore", machine.path("trap.tar.zst.age"), "--yes", "-n"],
      ["import", machine.path("trap.tar.zst.age"), "--merge", "-n"], ["backup", "list"], ["key", "list"],
      ["key", "add", shelf.recipient],
    ]
    for words in commands {
      try Files.makeFolder(made)
      let output = try machine.launch(
        ["timeout", "-k", "1", "60", Machine.okit] + words + ["--wait", "0"], [], [:], shelf.root)
      let place = "\(trap.testDescription): \(words)"
      guard case .status(let status) = output.end, [0, 1, 65, 66, 73, 74, 75, 77, 78].contains(status) else {
        Issue.record("\(place): \(output.end) \(output.errors)")
        continue
      }
      let lines = output.errors.split(separator: "\n")
      #expect(
        lines.filter { $0.hasPrefix("okit: error: ") }.count == (status > 1 ? 1 : 0), "\(place): \(output.errors)")
      #expect(!output.errors.contains(".okit-") && !output.text.contains("outsider"), "\(place): \(output.errors)")
      // Nothing from outside is in the backup, and nothing is written outside.
      #expect(try machine.files(below: [made], with: ["outsider"]) == [], "\(place)")
      try Files.remove(made)
    }
    #expect(try FileTree(machine.path("outside")).differences(from: outside) == [])
    let after = try FileTree(shelf.root).without { $0 == "okit/.lock" }
    #expect(
      after.differences(from: before).filter { $0 != "okit/.journal is missing" } == [], "\(trap.testDescription)")
  }
}
