import Foundation
import TestSupport
import Testing

/// The Bookshop with one thing wrong at a time, in every form: `check` reports exactly that, and `check --fix` changes only what is necessary.
@Suite struct DamageTableTests {
  /// Each damage in one of the forms in turn, or in all of them.
  static let trials = ShopDamage.all.enumerated().flatMap { number, damage in
    Effort.inTurn(number, of: FormedShop.Form.allCases).map { ($0, damage) }
  }

  @Test(arguments: trials)
  func damageIsFoundAndRepaired(form: FormedShop.Form, damage: ShopDamage) throws {
    let formed = try FormedShop(form)
    for change in damage.changes { try formed.apply(change) }
    let damaged = try formed.shop.tree()
    let findings = try entries(damage.findings, formed)
    let expectedStatus: Int32 = findings.isEmpty ? 0 : 1

    #expect(try report(formed, ["check"], expectedStatus).findings.sorted() == findings)
    let dry = try report(formed, ["check", "--fix", "--dry-run"], expectedStatus)
    #expect(dry.findings.sorted() == findings)
    #expect(try formed.shop.tree().differences(from: damaged) == [])

    let old = try texts(formed, of: damage.repairs)
    let fix = try report(formed, ["check", "--fix"], damage.left.isEmpty ? 0 : 1)
    let left = try entries(damage.left, formed)
    #expect(fix.findings.sorted() == left)
    let repaired = findings.filter { finding in !damage.left.contains { finding.matches($0) } }
    #expect(fix.repaired?.map(\.withoutPath).sorted() == repaired.map(\.withoutPath).sorted())
    #expect(dry.repairable?.map(\.withoutPath).sorted() == fix.repaired?.map(\.withoutPath).sorted())
    try expectOnly(damage.repairs, formed, damaged, old)
    #expect(try report(formed, ["check"], damage.left.isEmpty ? 0 : 1).findings.sorted() == left)
    let again = try report(formed, ["check", "--fix"], damage.left.isEmpty ? 0 : 1)
    #expect(again.repaired == [])
  }

  private func report(_ formed: FormedShop, _ words: [String], _ status: Int32) throws -> CheckReport {
    let output = try formed.shop.okit(words + ["--json"], status: status)
    let report = try JSONDecoder().decode(CheckReport.self, from: Data(output.bytes))
    #expect(report.knowsAllModels)
    return report
  }

  private func entries(_ found: [ShopDamage.Found], _ formed: FormedShop) throws -> [CheckReport.Entry] {
    try found.map { found in
      var entry = CheckReport.Entry(
        kind: found.kind, model: found.model, path: found.path, file: "okit/data/" + found.file)
      if let marker = found.at {
        let (line, column) = try Self.place(of: marker, in: formed.text(found.file))
        (entry.line, entry.column) = (line, column)
      }
      return entry
    }.sorted()
  }

  /// Line and column of ▸ in `marker`, which occurs in the text once if ▸ is removed.
  private static func place(of marker: String, in text: String) throws -> (Int, Int) {
    let sides = marker.components(separatedBy: "▸")
    let parts = text.components(separatedBy: sides.joined())
    try #require(sides.count == 2 && parts.count == 2, "\(marker) is there \(parts.count - 1) times")
    let lines = (parts[0] + sides[0]).components(separatedBy: "\n")
    return (lines.count, lines[lines.count - 1].unicodeScalars.count + 1)
  }

  /// The texts of the documents that `repairs` edit.
  private func texts(_ formed: FormedShop, of repairs: [ShopDamage.Change]) throws -> [String: String] {
    var texts: [String: String] = [:]
    for case .edit(let file, _, _) in repairs { texts[file] = try formed.text(file) }
    return texts
  }

  /// Expects `repairs` to be the only differences between the damaged workspace and this one.
  private func expectOnly(
    _ repairs: [ShopDamage.Change], _ formed: FormedShop, _ damaged: FileTree, _ old: [String: String]
  ) throws {
    let tree = try formed.shop.tree()
    var expected: [String: String] = [:]
    var changed: Set<String> = []
    for repair in repairs {
      switch repair {
      case .edit(let file, let from, let to):
        expected[file] = try FormedShop.replacing(from, with: to, in: expected[file] ?? old[file] ?? "")
        changed.insert("okit/data/\(file)")
      case .write(let file, let text):
        expected[file] = text
        changed.insert("okit/data/\(file)")
      case .setAside(let file):
        let orphans = try #require(tree.paths.first { $0.hasPrefix("okit/backup/orphans-") })
        #expect(orphans.wholeMatch(of: /okit\/backup\/orphans-\d{8}T\d{6}Z/) != nil)
        #expect(tree["\(orphans)/\(file)"] == damaged["okit/data/\(file)"])
        let folder = String(file.prefix { $0 != "/" })
        changed.formUnion(["okit/data/\(file)", orphans, "\(orphans)/\(folder)", "\(orphans)/\(file)"])
        if damaged["okit/backup"] == nil { changed.insert("okit/backup") }
      case .lengthen, .convert, .remove: Issue.record("no repair does this")
      }
    }
    let paths = Set(tree.paths).union(damaged.paths).filter { tree[$0] != damaged[$0] }
    #expect(paths == changed)
    for (file, text) in expected {
      let found = try formed.text(file)
      #expect(found == text.withIDs(of: found), "\(file)")
      if !text.contains("\n"), !file.contains("/") {
        let model = String(file.dropLast(".json".count))
        #expect(try formed.shop.okit("get", ".", "-m", model).line == found)
      }
    }
  }
}

extension String {
  /// The text with each `UUID` replaced by the id that `other` has there.
  fileprivate func withIDs(of other: String) -> String {
    var text = self
    while let place = text.range(of: "UUID") {
      let start = other.utf8.index(
        other.startIndex, offsetBy: text.utf8.distance(from: text.startIndex, to: place.lowerBound),
        limitedBy: other.endIndex)
      let id = String((start.map { other[$0...] } ?? "").prefix(36))
      guard id.wholeMatch(of: /[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}/) != nil else { return text }
      text.replaceSubrange(place, with: id)
    }
    return text
  }
}

extension FormedShop {
  fileprivate func apply(_ change: ShopDamage.Change) throws {
    switch change {
    case .edit(let file, let old, let new): try edit(file, old, new)
    case .write(let file, let text):
      try Files.makeFolder(path(String(file.prefix { $0 != "/" })))
      try write(text.utf8, file)
    case .lengthen(let file):
      // A byte in the middle, so that an image keeps its end.
      var bytes = try plain(file)
      bytes.insert(0, at: 40)
      try write(bytes, file)
    case .convert(let file): try write(plain(file), file, as: form.other)
    case .remove(let file): try Files.remove(path(file))
    case .setAside: Issue.record("no damage does this")
    }
  }
}
