import Testing

@testable import Definitions

@Suite struct NameTests {
  @Test(arguments: [
    ("books", "book"), ("copies", "copy"), ("entries", "entry"), ("boxes", "box"), ("classes", "class"),
    ("people", "person"), ("children", "child"), ("addresses", "address"), ("address", "address"),
    ("status", "status"),
    ("statuses", "status"), ("houses", "house"), ("movies", "movie"), ("news", "news"), ("series", "series"),
    ("shelves", "shelf"), ("branches", "branch"), ("heroes", "hero"), ("openOrders", "openOrder"), ("Copies", "Copy"),
    ("contactPeople", "contactPerson"), ("fish", "fish"), ("analysis", "analysis"), ("ids", "id"), ("", ""),
    ("s", "s"),
    ("images", "image"), ("prices", "price"), ("days", "day"), ("keys", "key"),
  ])
  func pluralsBecomeSingular(_ plural: String, _ singular: String) {
    #expect(EnglishSingular.of(plural) == singular)
  }

  @Test func namesAreSplitIntoWords() {
    #expect(NameWords.split("openOrders2") == ["open", "Orders2"])
    #expect(NameWords.split("created_at-last time") == ["created", "at", "last", "time"])
    #expect(NameWords.split("imageURL") == ["image", "URL"])
    #expect(NameWords.split("") == [])
  }

  @Test(arguments: [
    ("price-list", "priceList", "PriceList"), ("class", "class", "Class"), ("a", "a", "A"),
    ("2nd", "property2nd", "Class2nd"),
    ("", "property", "Class"), ("größe", "größe", "Größe"), ("type", "type", "ClassType"), ("_", "property", "Class"),
    ("🎉", "property", "Class"),
  ])
  func namesBecomeIdentifiers(_ key: String, _ property: String, _ type: String) {
    #expect(SwiftIdentifier.property(for: key) == property)
    #expect(SwiftIdentifier.type(for: key) == type)
  }

  @Test func keywordsAreInBackticks() {
    #expect(SwiftIdentifier.quoted("default") == "`default`")
    #expect(SwiftIdentifier.quoted("name") == "name")
  }
}
