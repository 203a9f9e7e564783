import Bindings
import CommandKit
import JSONDocument
import OKitModels

/// A line of JSON with a value and its place: model, path, id and value. `okit set --from` reads such lines.
struct ValueLine {
  let value: BoundValue
  let place: (model: ModelName, path: String)
  /// Printed instead of an absent value.
  var substitute: String?

  func write(to console: Console) throws {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("model", place.model.description)
      // A computed value has no path of its own.
      writer.member("path", value.isStored ? place.path : nil)
      writer.member("id", value.entity?["id"]?.string)
      writer.member("value", json)
    }
    try console.writeEscaped(json: writer.bytes + [UInt8(ascii: "\n")])
  }

  /// The value, or the substitute if it is missing; a stored null stays null.
  private var json: (any JSONWritable)? {
    if case .absent = value.content { substitute } else { value.content }
  }
}
