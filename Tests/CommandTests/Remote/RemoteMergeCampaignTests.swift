import Foundation
import TestSupport
import Testing

/// Two workspaces make random changes of two models, and exchange them. Nothing that only one of them changed is lost, and both have the same in the end.
@Suite struct RemoteMergeCampaignTests {
  @Test(arguments: 0..<(Effort.isWhole ? 40 : 3)) func randomChangesOfBothSidesAreMerged(_ seed: Int) throws {
    var campaign = try Campaign(SeededGenerator(seed: Effort.seed &+ UInt64(seed)))
    for round in 1...(Effort.isWhole ? 12 : 4) { try campaign.run("seed \(seed), round \(round)") }
    Effort.report("\(campaign.changes) changes, \(campaign.conflicts) conflicts, seed \(seed)")
  }

  /// A book with its values, and the list that it is in.
  private struct Book: Equatable {
    let price: Int
    let name: String
    let list: String
  }

  /// The changes that one side made in a round, by the ids of books.
  private struct Changes {
    var prices: [String: Int] = [:]
    var names: [String: String] = [:]
    var lists: [String: String] = [:]
    var removed: Set<String> = []
    var commands: [String] = []

    var touched: Set<String> { Set(prices.keys).union(names.keys).union(lists.keys) }
  }

  private struct Campaign {
    let shop: RemoteShop
    let other: RemoteShop
    var generator: SeededGenerator
    var number = 100
    var changes = 0
    var conflicts = 0

    init(_ generator: SeededGenerator) throws {
      self.generator = generator
      shop = try RemoteShop()
      other = try shop.other()
      func books(_ numbers: ClosedRange<Int>) -> String {
        "[" + numbers.map { #"{"id":"B\#($0)","name":"n\#($0)","price":\#($0)}"# }.joined(separator: ",") + "]"
      }
      shop.server["/api/shop.json"] = Array(
        """
        {"id":"SHOP","books":\(books(1...4)),"old":\(books(5...6)),\
        "groups":[{"id":"G1","name":"One"},{"id":"G2","name":"Two"}]}
        """.utf8)
      shop.server["/api/shop/G1.json"] = Array(#"{"id":"E1","name":"One","books":\#(books(7...8))}"#.utf8)
      shop.server["/api/shop/G2.json"] = Array(#"{"id":"E2","name":"Two","books":[]}"#.utf8)
      shop.server["/api/archive.json"] = Array(#"{"id":"ARCHIVE","books":[],"groups":[]}"#.utf8)
      for workspace in [shop, other] {
        try workspace.registerArchive("ModelHttp")
        try workspace.okit("remote", "pull")
      }
    }

    mutating func run(_ moment: String) throws {
      let before = try books(of: shop)
      let ours = try change(shop, before)
      let theirs = try change(other, before)
      let moment =
        "\(moment)\n\(ours.commands.joined(separator: "\n"))\n---\n\(theirs.commands.joined(separator: "\n"))"
      try other.okit("remote", "push")
      var output = try sync([])
      var isTheirs = false
      if output.end == .status(75) {
        conflicts += 1
        isTheirs = Bool.random(using: &generator)
        output = try sync([isTheirs ? "--theirs" : "--ours"])
      }
      try #require(output.end == .status(0), "\(moment)\n\(output.errors)")
      try other.okit("remote", "sync")
      let after = try books(of: shop)
      for (id, old) in before.merging(after, uniquingKeysWith: { old, _ in old }) {
        let book = after[id]
        let removals = [ours, theirs].count { $0.removed.contains(id) }
        if removals == 2 || removals == 1 && !(ours.removed.contains(id) ? theirs : ours).touched.contains(id) {
          #expect(book == nil, "\(id) is there again: \(moment)")
        }
        if removals == 1, (ours.removed.contains(id) ? theirs : ours).touched.contains(id) {
          #expect((book == nil) == (ours.removed.contains(id) != isTheirs), "\(id) was settled wrongly: \(moment)")
        }
        if removals > 0 { continue }
        let (price, name, list) = (
          expected(\.prices, id, old.price), expected(\.names, id, old.name), expected(\.lists, id, old.list)
        )
        #expect(book == Book(price: price, name: name, list: list), "\(id), which was \(old): \(moment)")
        func expected<Value: Equatable>(_ changes: KeyPath<Changes, [String: Value]>, _ id: String, _ old: Value)
          -> Value
        {
          let (own, their) = (ours[keyPath: changes][id] ?? old, theirs[keyPath: changes][id] ?? old)
          return own == old ? their : their == old ? own : isTheirs ? their : own
        }
      }
      let findings = try shop.machine.launch([Machine.okit, "check"], [], [:], shop.root).text
      #expect(!findings.contains("duplicate-id") && !findings.contains("orphan"), "\(findings) \(moment)")
      let paths = Files.files(below: shop.data).sorted()
      try #require(paths == Files.files(below: other.data).sorted(), "\(moment)")
      for path in paths {
        let bytes = try Files.read(shop.data + "/" + path)
        try #require(
          try Files.read(other.data + "/" + path) == bytes && shop.server["/api/" + path] == bytes, "\(moment)")
      }
    }

    private func sync(_ options: [String]) throws -> Output {
      try shop.machine.launch([Machine.okit, "remote", "sync"] + options, [], [:], shop.root)
    }

    /// Makes some changes on one side.
    private mutating func change(_ workspace: RemoteShop, _ before: [String: Book]) throws -> Changes {
      var done = Changes()
      var present = before
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        guard let id = present.keys.sorted().randomElement(using: &generator), let book = present[id] else { continue }
        number += 1
        func run(_ words: String...) throws -> Bool {
          let words = ["--no-input"] + words
          guard try workspace.machine.launch([Machine.okit] + words, [], [:], workspace.root).end == .status(0) else {
            return false
          }
          done.commands.append(words.joined(separator: " "))
          changes += 1
          return true
        }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...1: if try run("set", "@\(id)/price", "\(number)") { done.prices[id] = number }
        case 2...3: if try run("set", "@\(id)/name", "n\(number)") { done.names[id] = "n\(number)" }
        case 4...6:
          let list =
            ["books", "old", "archive", "E1", "E2"].filter { $0 != book.list }.randomElement(using: &generator)
            ?? "books"
          let place =
            list.hasPrefix("E") ? "@\(list)/books" : list == "archive" ? "archive:books" : "shop:\(list)"
          if try run("move", "@\(id)", place) {
            done.lists[id] = list == before[id]?.list ? nil : list
            present[id] = Book(price: book.price, name: book.name, list: list)
          }
        case 7:
          if try run("remove", "@\(id)") {
            done.removed.insert(id)
            present[id] = nil
          }
        case 8:
          let partials = Files.files(below: workspace.data).filter { $0.contains("/") }.sorted()
          let partial = partials.randomElement(using: &generator) ?? "shop/G1.json"
          let standIn = "@\(partial.split(separator: "/")[1].dropLast(5))"
          if Bool.random(using: &generator) {
            _ = try run("partial", "inline", standIn)
          } else {
            _ = try run("move", standIn, partial.hasPrefix("shop") ? "archive:groups" : "shop:groups")
          }
        default:
          let id = Bool.random(using: &generator) ? "E1" : "E2"
          _ = try run("partial", "extract", "@\(id)", "--keep", "name")
        }
      }
      return done
    }

    private func books(of workspace: RemoteShop) throws -> [String: Book] {
      let program = """
        [inputs | if has("groups")
          then (if .id == "SHOP" then {c: "books", b: .books}, {c: "old", b: .old} else {c: "archive", b: .books} end,
            (.groups[] | select(has("books")) | {c: .id, b: .books}))
          else {c: .id, b: .books} end | .c as $list | .b[] | [.id, .price, .name, $list]]
        """
      let files = Files.files(below: workspace.data).sorted().map { workspace.data + "/" + $0 }
      let output = try workspace.machine.launch(["jq", "-n", program] + files, [], [:], workspace.root)
      let rows = try #require(JSONSerialization.jsonObject(with: Data(output.bytes)) as? [[Any]])
      return try Dictionary(
        rows.map { row in
          (
            try #require(row[0] as? String),
            Book(
              price: try #require(row[1] as? Int), name: try #require(row[2] as? String),
              list: try #require(row[3] as? String))
          )
        }, uniquingKeysWith: { first, _ in first })
    }
  }
}
