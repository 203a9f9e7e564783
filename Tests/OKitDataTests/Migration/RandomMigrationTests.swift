import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct RandomMigrationTests {
  @Test(arguments: 0..<24)
  func randomMigrationsKeepTheRestAndRollBack(_ seed: Int) throws {
    var generator = SeededGenerator(seed: Effort.seed &+ UInt64(seed))
    var (lost, count) = (0, 0)
    for round in 0..<(Effort.isWhole ? 40 : 1) {
      let form = StoredForm.allCases[(seed + round) % 3]
      let shop = RandomShop(using: &generator)
      let place = "seed \(Effort.seed), \(seed), round \(round), \(form)\n\(shop.old)\n\(shop.new)"
      let scene = try SampleShop.bookScene(form, shop.old, shop.files)
      try scene.define(SampleShop.resolved(shop.new, form))
      let (bytes, old) = (try scene.bytes(), try scene.contents())
      do {
        let outcome = try Migration(scene.workspace(), answers: shop.answers)
          .apply()
        lost += outcome.plan.models.flatMap(\.changes).reduce(0) { $0 + $1.lost }
        count += outcome.plan.models.flatMap(\.changes).reduce(0) { $0 + $1.count }
      } catch {
        Issue.record("\(place): \(error)")
        continue
      }
      let new = try scene.contents()
      try #require(new.mapValues(\.form) == old.mapValues(\.form), "\(place)")
      for path in ["shop.json", "shop/G1.json", "shop/G2.json"] {
        let documents = try [old, new].map { try JSONDocument(parsing: #require($0[path]).text) }
        try compare(documents[0].root, documents[1].root, shop, in: nil, place)
      }
      #expect(try scene.findings() == [], "\(place)")
      #expect(try MigrationStatus(of: scene.workspace()).isInAgreement, "\(place)")
      if try scene.bytes() != bytes, try scene.history.events.count == 1 {
        _ = try scene.rollback().run()
        #expect(try scene.bytes() == bytes, "\(place)")
      }
    }
    Effort.report("random migrations: \(count) changes, \(lost) values lost, seed \(seed)")
  }

  /// Expects all values without a changed property to keep their text, and all keys their order. Books are class 0, notes class 1.
  private func compare(
    _ old: JSONValue, _ new: JSONValue, _ shop: RandomShop, in place: Int?, _ text: String
  ) throws {
    switch old.kind {
    case .array:
      let (olds, news) = (Array(old.elements), Array(new.elements))
      try #require(olds.count == news.count, "\(text)")
      for (old, new) in zip(olds, news) { try compare(old, new, shop, in: place, text) }
    case .object:
      let id = old["id"]?.string ?? ""
      let inner = id.hasPrefix("B") ? (id.contains("-") ? 1 : 0) : nil
      guard let inner else {
        try #require(old.members.map { $0.key.string } == new.members.map { $0.key.string }, "\(text)")
        for (key, value) in old.members { try compare(value, #require(new[key.string]), shop, in: nil, text) }
        return
      }
      try compare(old, new, shop.changes[inner], shop, text)
    default: try #require(old.rawText == new.rawText, "\(text)")
    }
  }

  private func compare(
    _ old: JSONValue, _ new: JSONValue, _ change: RandomShop.Change, _ shop: RandomShop, _ text: String
  ) throws {
    var rest = new.members.map { ($0.key.string, $0.value) }[...]
    for (key, value) in old.members {
      let property = change.properties.first { key == $0.old.name }
      if let property {
        guard let now = property.new else { continue }
        // A required property cannot be null, and gets its default.
        if value.isNull, !now.isOptional { continue }
        let next = rest.first
        if now.type == property.old.type, !value.isNull {
          try #require(next?.0 == now.name && next?.1.rawText == value.rawText, "\(key.string): \(text)")
        }
        if next?.0 == now.name { rest.removeFirst() }
      } else {
        let next = try #require(rest.first, "\(text)")
        rest.removeFirst()
        try #require(next.0 == key.string, "\(text)")
        if key == "notes" {
          try compare(value, next.1, shop, in: 1, text)
        } else {
          try #require(next.1.rawText == value.rawText, "\(text)")
        }
      }
    }
    // New properties come last.
    let names = Set(change.added.map(\.name) + change.properties.compactMap { $0.new?.name })
    try #require(rest.allSatisfy { names.contains($0.0) }, "\(text)")
    for property in change.added + change.properties.compactMap(\.new) where !property.isOptional {
      try #require(new[property.name].map { !$0.isNull } ?? false, "\(property.name): \(text)")
    }
  }
}
