import OKitData

// Uses the library on the Bookshop's data, as copied from a device: swift run Library BOOKSHOP NEW-FOLDER

guard CommandLine.arguments.count == 3 else { fatalError("usage: Library BOOKSHOP NEW-FOLDER") }
let (bookshop, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])

/// The part of the app's class that this program needs.
struct Book: Codable {
  var name: String
  var price: Double
  var copies: Int
}

// Creates a workspace from a device's data folder. The app's key opens its encrypted model.
let keys = OpenWorkspace.Keys(appKey: bookshop + "/cryptinfo.json")
let shop = try OpenWorkspace.create(folder, copying: bookshop + "/data", definitions: [bookshop + "/model"], keys: keys)
for model in try shop.models.list() {
  print(model.name, model.className ?? "", model.isEncrypted ? "encrypted" : "plain")
}

// Typed values.
let books: [Book] = try shop.values("books[*]")
let first: String? = try shop.value("books[0]/author/ref/name")
print(
  "\(books.count) books, the first by \(first ?? "nobody"), worth",
  books.reduce(0) { $0 + $1.price * Double($1.copies) })

// Several edits in one step, all or none.
let summary = try shop.edit {
  try $0.set("books[0]/price", to: 12.5)
  try $0.set("books[0]/genre", to: "FANTASY")
  try $0.add(Book(name: "Emma", price: 7.5, copies: 2), to: "books")
}
print("changed", summary.paths.joined(separator: ", "))
print("problems:", try shop.check().count)

// Makes a backup with a password, and restores it after a mistake.
func password() -> SecretBytes { SecretBytes(copying: "correct horse battery staple".utf8) }
let backup = try shop.backups.create("monday", for: .password(password()))
try shop.models.delete("default")
print("verified:", try shop.backups.verify(backup) { password() }.joined(separator: ", "))
try shop.backups.restore("monday") { password() }
print(try shop.value("books[name=Emma]/price", as: Double.self) ?? 0)

// An unknown name is an error of the kind 'notFound'.
do {
  _ = try shop.value("books[0]/titel", as: String.self)
} catch let error as OKitError {
  print(error.kind, error.message)
}
