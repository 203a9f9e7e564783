import OKit

/// The shop with all its books, the default model.
@objcMembers
final class Shop: ModelEncrypted, Codable {
  var id: String!
  var name: String?
  /// In the order of the shelves.
  var books: [Book] = []
  var genres: [Genre] = Genre.all
  /// Who wrote the books, where the directory is not at hand.
  var authors: [Author]?
  /// What the shopkeeper has to remember, recorded or scanned.
  var note: ModelData?
}

/// How a book is bound.
enum BookType: String, Codable {
  case paperback, hardcover, electronic
}

/// What a book is written in.
enum Language: String, Codable {
  case english = "en"
  case german = "de"
  case japanese = "ja"
}

@objcMembers
final class Book: ModelEntity, Codable {
  var id: String!
  var title: String = ""
  var language: Language = .english
  var type: BookType = .paperback
  /// In cents.
  var price: Int = 0
  var stock = Stock()
  /// When it was published.
  var date: Date = Date()
  /// An author of the directory.
  var author = ModelRef()
  /// Further authors of the directory.
  var authors: [ModelRef]?
  var genre = ModelRef()
  /// Small enough for a list.
  var icon: ModelInlineImage?
  /// What the shopkeeper says of it.
  var comment: String = ""

  var isOnShelf: Bool { stock.copies > 0 }

  func sell() {
    guard stock.copies > 0 else { return }
    stock.copies -= 1
    invalidate()
  }
}

/// Nothing refers to a stock, so it has no id.
@objcMembers
final class Stock: ModelEntity, Codable {
  /// How many are on the shelf.
  var copies: Int = 0
  /// When that few are left, more are ordered.
  var reorderAt: Int = 1
  /// When they came in.
  var deliveries: [Delivery] = []
}

/// Nothing refers to a delivery, so it has no id.
@objcMembers
final class Delivery: ModelEntity, Codable {
  var date: Date = Date()
}

@objcMembers
final class Genre: ModelEntity, Codable {
  var id: String!
  var name: String = ""

  convenience init(id: String, name: String) {
    self.init()
    self.id = id
    self.name = name
  }

  static let all = [
    Genre(id: "FANTASY", name: "Fantasy"), Genre(id: "SCIENCE_FICTION", name: "Science Fiction"),
    Genre(id: "WESTERNS", name: "Westerns"), Genre(id: "ROMANCE", name: "Romance"),
    Genre(id: "THRILLER", name: "Thriller"), Genre(id: "MYSTERY", name: "Mystery"),
  ]
}

/// The people of the shop: authors, and reading groups with their guests.
@objcMembers
final class Directory: ModelEncrypted, Codable {
  var id: String!
  var authors: [Author] = []
  var groups: [Group] = []
}

@objcMembers
final class Author: ModelEntity, Codable {
  var id: String!
  var firstName: String = ""
  var lastName: String = ""

  var name: String { lastName.isEmpty ? firstName : "\(firstName) \(lastName)" }
}

enum GroupStatus: String, Codable {
  case open, full, archived
}

@objcMembers
final class Group: ModelEntity, Codable {
  var id: String!
  var name: String = ""
  /// As CSS writes it.
  var color: String = "#000000"
  var status: GroupStatus = .open
  /// Guests who write themselves.
  var authors: [Author] = []
}

enum Bookshop {
  static func start() {
    Model.register(Shop.self)
    Model.register(Directory.self, name: "directory")
    Model.register(ModelSettings.self, name: "settings")
  }
}
