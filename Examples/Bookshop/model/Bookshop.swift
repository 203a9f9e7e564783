import OKit

/// The shop with all its books, the default model.
@objcMembers
final class Shop: ModelEncrypted, Codable {
  var id: String!
  var name: String?
  /// Sorted by shelf.
  var books: [Book] = []
  var genres: [Genre] = Genre.all
  /// The authors of the books, for use without the directory.
  var authors: [Author]?
  /// A recorded or scanned note of the shopkeeper.
  var note: ModelData?
}

/// How a book is bound.
enum BookType: String, Codable {
  case paperback = "0"
  case hardcover = "1"
  case electronic = "2"
}

@objcMembers
final class Book: ModelEntity, Codable {
  var id: String!
  var name: String = ""
  var type: BookType = .paperback
  /// In euros.
  var price: Double = 0
  /// The number of copies on the shelf.
  var copies: Int = 0
  /// When it was published.
  var date: Date = Date()
  /// The deliveries of further copies.
  var dates: [Delivery] = []
  var marked: Bool = false
  /// An author of the directory.
  var author = ModelRef()
  /// Further authors of the directory.
  var authors: [ModelRef]?
  var genre = ModelRef()
  /// A small image for lists.
  var icon: ModelImage?
  var comment: String?

  var isOnShelf: Bool { copies > 0 }

  func sell() {
    guard copies > 0 else { return }
    copies -= 1
    invalidate()
  }
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
final class Directory: Model, Codable {
  var id: String!
  var authors: [Author] = []
  var groups: [GroupPartial] = []
}

@objcMembers
final class Author: ModelEntity, Codable {
  var id: String!
  var name: String = ""
}

/// The properties for a list of groups. The group itself is loaded when it is opened.
@objcMembers
final class GroupPartial: ModelPartial, Codable {
  var id: String!
  var name: String = ""
  var color: String = "#000000"

  var group: Group {
    return retrieve(Group.self)
  }
}

enum GroupStatus: String, Codable {
  case open, closed
}

@objcMembers
final class Group: ModelEntity, Codable {
  var id: String!
  var name: String = ""
  /// A CSS color.
  var color: String = "#000000"
  var status: GroupStatus = .open
  /// Guests who are authors.
  var authors: [Author] = []
}

enum Bookshop {
  static func start() {
    Model.register(Shop.self)
    Model.register(Directory.self, name: "directory")
    Model.register(ModelSettings.self, name: "settings")
  }
}
