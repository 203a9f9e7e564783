import Testing

@testable import OKitModels
@testable import OKitStorage

@Suite struct EntityIndexTests {
  private func place(_ node: Int) -> EntityIndex.Place { EntityIndex.Place(document: 0, node: UInt32(node)) }

  @Test func entitiesOfAnIDKeepTheirOrder() {
    var index = EntityIndex()
    #expect(Array(index.places(of: EntityID("A"))) == [] && !index.contains(EntityID("A")))
    for node in 0..<5000 { index.add(EntityID("\(node % 1250)"), at: place(node)) }
    #expect(Array(index.places(of: EntityID("7"))) == [7, 1257, 2507, 3757].map(place))
    #expect(Array(index.places(of: EntityID("1250"))) == [])
    let duplicates = index.duplicates()
    #expect(duplicates.count == 3750)
    #expect(duplicates.allSatisfy { $0.place.node % 1250 == $0.first.node && $0.first.node < 1250 })
  }

  @Test(.timeLimit(.minutes(1)))
  func theFirstOfManyEntitiesIsFoundWithoutTheOthers() {
    var index = EntityIndex()
    for node in 0..<100_000 { index.add(EntityID("A"), at: place(node)) }
    for _ in 0..<100_000 { _ = index.places(of: EntityID("A")).first { _ in true } }
    #expect(index.places(of: EntityID("A")).first { _ in true } == place(0))
  }
}
