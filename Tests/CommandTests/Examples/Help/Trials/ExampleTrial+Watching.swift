import Glibc
import TestSupport
import Testing

extension ExampleTrial {
  /// `watch`, until Ctrl-C is pressed or the expected change was reported.
  static let watching = [
    ExampleTrial(
      "okit watch", end: .signal(SIGINT),
      person: { scene, terminal in
        try see("directory:authors[0]/name", scene, terminal) {
          try $0.shop.okit("set", "directory:authors[0]/name", "Le Guin")
        }
      }, says: [#""Ursula K. Le Guin" -> "Le Guin""#]),
    ExampleTrial(
      "okit watch books.@count 'books[*]/price'", end: .signal(SIGINT),
      person: { scene, terminal in
        try see("books.@count 4 -> 5", scene, terminal) { try $0.shop.okit("add", "books", #"{"price": 6}"#) }
      }, says: ["books.@count 4 -> 5"]),
    ExampleTrial(
      "okit watch --json | jq -r .path", end: .signal(SIGINT),
      person: { scene, terminal in
        try see("\ndirectory:authors[0]/name\r\n", scene, terminal) {
          try $0.shop.okit("set", "directory:authors[0]/name", "Le Guin")
        }
      }, says: ["directory:authors[0]/name\r\n"]),
    ExampleTrial(
      "okit watch -q --exec 'okit -q backup create --password-file ~/.backup-password'", end: .signal(SIGINT),
      prepare: { try $0.machine.write(ExampleScene.password + "\n", "home/.backup-password") },
      person: { scene, terminal in
        try repeatChange(scene) { try finishedBackup(scene) != nil }
        terminal.type("\u{3}", ending: "")
      },
      check: { scene, _ in
        let backup = try #require(try finishedBackup(scene))
        try scene.shop.okit(
          "backup", "verify", "\(scene.shop.backups)/\(backup)", "--password-file",
          scene.machine.path("home/.backup-password"))
      }),
    ExampleTrial(
      "okit watch --once -q; make",
      prepare: { try $0.write("all:\n\t@touch made\n", "Makefile") },
      person: { scene, _ in try repeatChange(scene) { Files.exists(scene.shop.root + "/made") } },
      check: { scene, _ in #expect(Files.exists(scene.shop.root + "/made")) }),
  ]

  /// A finished backup; one that is being written has another name.
  private static func finishedBackup(_ scene: ExampleScene) throws -> String? {
    guard Files.exists(scene.shop.backups) else { return nil }
    return try Files.names(in: scene.shop.backups).first { !$0.hasPrefix(".") && $0.hasSuffix(".tar.zst.age") }
  }

  /// Makes a change while the shop is watched, waits until it is reported, and ends the watch.
  private static func see(
    _ text: String, _ scene: ExampleScene, _ terminal: Terminal, after change: (ExampleScene) throws -> Void
  ) throws {
    try terminal.wait(for: "watching ")
    try change(scene)
    try terminal.wait(for: text)
    terminal.type("\u{3}", ending: "")
  }

  /// Repeats a change until it is noticed: with -q nothing shows when the watch begins.
  private static func repeatChange(_ scene: ExampleScene, until isNoticed: () throws -> Bool) throws {
    for number in 0..<1000 {
      if try isNoticed() { return }
      try scene.shop.okit("set", "books[0]/copies", "\(number)")
      usleep(100_000)
    }
    Issue.record("no change was noticed")
  }
}
