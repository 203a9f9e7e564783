import OKit

final class Club: Model, Codable {
  var id: String!
  var members: [Member] = []
}

final class Member: ModelEntity, Codable {
  var id: String!
  var email: String = ""
  var password: String = ""
  var phone: String?
}

final class Store: Model, Codable {
  var id: String!
  var orders: [Order] = []
  var branches: [Branch] = []
}

enum Delivery: String, Codable {
  case pickup, parcel, courier
}

final class Order: ModelEntity, Codable {
  var id: String!
  var delivery: Delivery = .parcel
  var branch = ModelRef()
  var street: String?
  var city: String?
  var postcode: String?
  var phone: String?
  var day: Date?
}

final class Branch: ModelEntity, Codable {
  var id: String!
  var name: String = ""
}

enum Forms {
  static func start() {
    Model.register(Club.self, name: "club")
    Model.register(Store.self, name: "store")
  }
}
