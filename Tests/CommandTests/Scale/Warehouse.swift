import Foundation
import TestSupport

/// A data folder of any size, the same in every run, and a workspace made from it on a machine of its own.
///
/// The data folder stays unchanged for comparisons.
final class Warehouse: CommandWorkspace {
  /// The numbers and sizes of the files in a warehouse.
  struct Stock {
    var models = 1
    var images = 0
    var partials = 0
    /// The minimum size of the model `large` in bytes; 0 for no such model.
    var largeModel = 0
    /// The size of an attachment of the first model in bytes; 0 for none.
    var largeAttachment = 0

    /// The number of files in the data folder.
    var files: Int { models + images + partials + (largeModel > 0 ? 1 : 0) + (largeAttachment > 0 ? 1 : 0) }
  }

  let machine: Machine
  let stock: Stock
  /// The data folder from which the workspace was made.
  let source: String
  let root: String

  init(_ stock: Stock) throws {
    self.stock = stock
    machine = try Machine()
    machine.limits = .init(processorSeconds: 3600, addressSpace: 64 << 30)
    source = machine.path("source")
    root = machine.path("warehouse")
    try Files.makeFolder(root)
    try Files.makeFolder(source)
    if stock.images > 0 { try Files.makeFolder(source + "/_image") }
    if stock.largeAttachment > 0 { try Files.makeFolder(source + "/_data") }
    for number in 0..<stock.models { try write(model: number) }
    if stock.largeModel > 0 { try writeLargeModel() }
  }

  static func name(_ number: Int) -> String { "model\(number)" }

  private func write(model number: Int) throws {
    var text = #"{"id": "M\#(number)", "name": "model \#(number)", "things": ["#
    var things: [String] = []
    var parts: [String] = []
    // Each model has its share of the images and partials.
    for image in stride(from: number, to: stock.images, by: stock.models) {
      var bytes = SampleAttachment.pngSignature + Array("image \(image)".utf8)
      bytes += [UInt8](repeating: UInt8(truncatingIfNeeded: image), count: image % 200)
      try Files.write(bytes, to: "\(source)/_image/I\(image).png")
      things.append(SampleAttachment.json("I\(image)", "image/png", size: bytes.count))
    }
    let partials = Array(stride(from: number, to: stock.partials, by: stock.models))
    if !partials.isEmpty { try Files.makeFolder("\(source)/\(Self.name(number))") }
    for partial in partials {
      let path = "\(source)/\(Self.name(number))/P\(partial).json"
      try Files.write(#"{"id": "E\#(partial)", "text": "partial \#(partial)"}"#, to: path)
      parts.append(#"{"id": "P\#(partial)"}"#)
    }
    if number == 0, stock.largeAttachment > 0 {
      try writeLargeAttachment()
      things.append(SampleAttachment.json("LARGE", "", size: stock.largeAttachment))
    }
    text += things.joined(separator: ",\n") + "],\n\"parts\": [" + parts.joined(separator: ", ") + "]}\n"
    try Files.write(text, to: "\(source)/\(Self.name(number)).json")
  }

  private func writeLargeModel() throws {
    var generator = SeededGenerator(seed: 1)
    try write("\(source)/large.json") { write in
      var count = 0
      var size = 0
      try write(Array(#"{"id": "LARGE-MODEL", "books": ["#.utf8))
      while size < stock.largeModel {
        var piece = ""
        for _ in 0..<10_000 {
          piece += count == 0 ? "\n" : ",\n"
          let digits = "\(String(generator.next(), radix: 16))\(String(generator.next(), radix: 16))"
          piece += #"{"id": "B\#(count)", "name": "book \#(count)", "price": \#(count % 97), "text": "\#(digits)"}"#
          count += 1
        }
        size += piece.utf8.count
        try write(Array(piece.utf8))
      }
      try write(Array("]}\n".utf8))
    }
  }

  private func writeLargeAttachment() throws {
    var generator = SeededGenerator(seed: 2)
    try write("\(source)/_data/LARGE.raw") { write in
      var left = stock.largeAttachment
      while left > 0 {
        var piece: [UInt64] = []
        for _ in 0..<min(1 << 17, (left + 7) / 8) { piece.append(generator.next()) }
        try write(Array(piece.withUnsafeBytes { $0.prefix(left) }))
        left -= min(left, piece.count * 8)
      }
    }
  }

  private func write(_ path: String, _ body: (([UInt8]) throws -> Void) throws -> Void) throws {
    try Files.write([], to: path)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try body { try file.write(contentsOf: $0) }
    try file.close()
  }
}
