import Bindings
import JSONDocument

/// The models of a bookshop, with references, a partial, definitions and a language.
struct Shop: EvaluationContext {
  struct NoModel: Error, Equatable {
    let name: String
  }

  static let shop = #"""
    {"id": "SHOP", "name": "Corner", "genres": [
       {"id": "FANTASY", "name": "Fantasy"}, {"id": "SF", "name": "Science Fiction"}],
     "authors": [{"id": "A1", "name": "Le Guin"}, {"id": "A2", "name": "Lem"}],
     "shelves": {"top": {"id": "S1", "name": "Top", "count": 3}, "low": {"id": "S2", "name": "Low"}},
     "counts": {"a.b": "dotted", "a": {"b": "inner"}},
     "books": [
       {"id": "B1", "name": "the Dispossessed", "price": 12.30, "copies": 1, "marked": false, "date": 595929600,
        "genre": {"id": "R1", "refKey": "SF"}, "tags": ["utopia", "novel"],
        "dates": [{"date": 0}, {"date": 86400.5}]},
       {"id": "B2", "name": "Solaris", "price": 0.1, "copies": 12, "marked": true, "comment": "sea",
        "genre": {"id": "R2", "refKey": ""}, "tags": ["novel"]},
       {"id": "B3", "name": "Kindred", "price": 0.2, "copies": 0, "genre": {"id": "R3", "refKey": "GONE"}, "tags": []}
     ]}
    """#

  let documents: [String: JSONDocument]
  let group: JSONDocument
  /// True if there are definitions.
  var isDefined = true

  init() throws {
    group = try JSONDocument(
      parsing: #"{"id": "G1X", "name": "Readers", "authors": [{"id": "A3", "name": "Ann"}]}"#)
    documents = [
      "default": try JSONDocument(parsing: Self.shop),
      "directory": try JSONDocument(
        parsing: #"{"authors": [{"id": "A4", "name": "Gaiman"}], "groups": [{"id": "G1", "name": "Readers"}]}"#),
      "settings": try JSONDocument(
        parsing: #"{"timeouts": [{"id": "5", "name": "5 minutes"}], "protectionTimeout": {"id": "T", "refKey": "5"}}"#),
    ]
  }

  func root(ofModel name: String?) throws -> JSONValue {
    guard let document = documents[name ?? "default"] else { throw NoModel(name: name ?? "") }
    return document.root
  }

  func entity(_ id: String, near value: JSONValue?) -> JSONValue? {
    for document in documents.sorted(by: { $0.key < $1.key }).map(\.value) + [group] {
      var found: JSONValue?
      document.forEachObject { if found == nil, $0["id"]?.hasString(equalTo: id) == true { found = $0 } }
      if let found { return found }
    }
    return nil
  }

  func partial(_ property: String, of standIn: JSONValue) -> PartialValue {
    property == "group" && standIn["id"]?.hasString(equalTo: "G1") == true ? .entity(group.root) : .none
  }

  func standIn(of root: JSONValue) -> JSONValue? { root == group.root ? entity("G1", near: nil) : nil }

  func modelName(of value: JSONValue) -> String? {
    documents.first { $0.value === value.document }?.key ?? "directory"
  }

  func propertyNames(of object: JSONValue) -> [String]? {
    guard isDefined, object.parent?.key.map({ $0 == "books" }) == true else { return nil }
    return ["id", "name", "price", "copies", "marked", "date", "genre", "tags", "dates", "comment", "icon"]
  }

  func type(of value: JSONValue) -> BindingType? {
    guard isDefined else { return nil }
    switch value.key?.string {
    case "date": return .date
    case "shelves", "counts": return .dictionary
    default: return .other
    }
  }

  func comparedType(at slot: BindingSlot) throws -> ComparedType? {
    let (key, object): (String?, JSONValue?) =
      switch slot {
      case .value(let value): (value.key?.string, value.parent)
      case .member(let key, let object): (key, object)
      default: (nil, nil)
      }
    guard isDefined, object?.parent?.key.map({ $0 == "books" }) == true else { return nil }
    return switch key {
    case "price": .number
    case "date": .date
    case "name", "comment": .text
    case "marked": .bool
    case "genre": .reference
    case "tags": .container
    case "copies": .enumeration([.init(name: "dozen", raw: try JSONDocument(parsing: "12").root)])
    default: .unknown
    }
  }

  func localized(_ text: String) -> String? {
    ["EUR": "€", "piece": "Stück", "pieces": "Stücke", "Price:": "Preis:", "empty": "", "Solaris": "Sonne"][text]
  }

  func call(
    _ function: String, on value: BindingValue, of entity: JSONValue?, parameter: BindingValue?
  ) -> BindingValue? {
    guard function == "describe" else { return nil }
    return .text("\(entity?["id"]?.string ?? "-"):\(value.json):\(parameter?.text ?? "-")")
  }

  /// 2019-11-21T08:00:00Z and a day.
  var now: Double { 596_016_000 + 3_661 }
}
