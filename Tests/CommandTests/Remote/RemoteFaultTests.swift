import TestSupport
import Testing

/// Commands that exchange a model are killed, or find a full disk, at each of their system calls. The next one finishes what they began.
@Suite(.enabled(if: Strace.works, "strace cannot trace here"))
struct RemoteFaultTests {
  enum Fault: String, CaseIterable {
    case kill = "signal=SIGKILL"
    case fullDisk = "error=ENOSPC"
  }

  enum Work: CaseIterable {
    case sync, set, put

    /// True if the workspace has a local copy.
    var hasCopy: Bool { self == .sync }
  }

  @Test(arguments: Work.allCases, Fault.allCases)
  func theNextCommandFinishesWhatWasBegun(_ work: Work, _ fault: Fault) throws {
    let shop = try RemoteShop()
    let picture = try shop.machine.write("GIF89a picture", "p.gif")
    if work.hasCopy {
      try shop.okit("remote", "pull")
      try shop.okit("set", "books[0]/price", "9")
      try shop.okit("add", "groups", #"{"id":"G2","name":"Second"}"#)
      // The server has another change.
      let served = try #require(shop.server.text("/api/shop.json"))
      shop.server["/api/shop.json"] = Array(served.replacing("Two", with: "Zwei").utf8)
    }
    let command =
      switch work {
      case .sync: ["remote", "sync"]
      case .set: ["set", "books[0]/price", "9"]
      case .put: ["attachment", "put", "books[0]/photo", picture]
      }
    let files = shop.server.paths.map { ($0, shop.server[$0]) }
    let original = shop.machine.path("original")
    try shop.machine.run("cp", "-a", shop.root, original)
    let calls = "renameat2,rename,unlink,unlinkat,fsync,fdatasync,write,mkdir,openat"
    let trace = shop.machine.path("trace")
    let step = Effort.isWhole ? 1 : 9
    for count in stride(from: 1, to: 2000, by: step) {
      try shop.machine.run("rm", "-r", shop.root)
      try shop.machine.run("cp", "-a", original, shop.root)
      for path in shop.server.paths { shop.server[path] = nil }
      for (path, bytes) in files { shop.server[path] = bytes }
      let words = [
        "strace", "-f", "-qq", "-o", trace, "-e", "trace=\(calls)", "-e",
        "inject=\(calls):\(fault.rawValue):when=\(count)",
      ]
      let end = try shop.machine.launch(words + [Machine.okit] + command, [], [:], shop.root).end
      let happened = try fault == .kill ? end != .status(0) : Files.text(trace).contains("(INJECTED)")
      // The same command again finds what was begun, or has nothing to do.
      let output = try shop.machine.launch([Machine.okit] + command, [], [:], shop.root)
      let moment = "\(fault) at \(count), then \(output.errors)"
      #expect(output.end == .status(0), "\(moment)")
      try check(work, shop, moment)
      if !happened {
        #expect(count > 40)
        return Effort.report("\(work), \(fault): \(count / step) runs")
      }
    }
    Issue.record("the command does not end")
  }

  private func check(_ work: Work, _ shop: RemoteShop, _ moment: String) throws {
    let paths = shop.server.paths.sorted()
    switch work {
    case .sync:
      #expect(try shop.served("[.books[] | .name, .price]") == #"["One",9,"Zwei",2]"#, "\(moment)")
      #expect(shop.server["/api/shop.json"] == (try Files.read(shop.data + "/shop.json")), "\(moment)")
      #expect(
        paths == ["/api/_image/P1.png", "/api/shop.json", "/api/shop/G1.json", "/api/shop/G2.json"], "\(moment)")
    case .set: #expect(try shop.served(".books[0].price") == "9", "\(moment)")
    case .put:
      #expect(try shop.served(".books[0].photo.size") == "14", "\(moment)")
      // A picture that a killed command had sent first may stay, but none is missing.
      let id = try shop.served(".books[0].photo.id").filter { $0 != "\"" }
      #expect(shop.server["/api/_image/\(id).gif"] == Array("GIF89a picture".utf8), "\(moment)")
    }
    if !work.hasCopy {
      #expect(Files.files(below: shop.data) == [], "\(moment)")
      let left = Files.files(below: shop.root + "/okit/.remote").filter { $0 != ".gitignore" }
      #expect(left == [], "\(moment)")
    }
  }
}
