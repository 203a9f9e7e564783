import Foundation
import JSONDocument

@testable import OKitModels
@testable import OKitStorage

extension Fuzzer {
  /// Strings files: an error names the file and points into it; parsed files are the same when they are read again in Foundation's binary format.
  static let strings = Fuzzer(
    name: "strings",
    seeds: {
      let texts = ["key": "text", "é": "ü€😀", "empty": "", "twice": "key"]
      return Seeds.texts(
        #""key" = "text"; /* c */ plain.key-1 = 'x'; alone; // line"# + "\n" + #""e\U00e9\341\Ud83d\Ude00\n" = "\\";"#,
        "<?xml version=\"1.0\"?><!DOCTYPE plist><plist><dict><key>a&amp;</key><string>&#233;<![CDATA[<]]></string></dict></plist>",
        "\u{feff}a = b;")
        + [
          [0xff, 0xfe, 0x61, 0, 0x3b, 0],
          Array(try PropertyListSerialization.data(fromPropertyList: texts, format: .binary, options: 0)),
        ]
    }
  ) { input in
    do {
      let texts = try StringsFile(parsing: input, path: "file").texts
      // Foundation compares keys by UTF-16 units, Swift by canonical equivalence.
      let keys = Dictionary(texts.map { ($0.key.text, $0.value) }) { first, _ in first }
      guard keys.count == texts.count else { return }
      let binary = mustNotThrow("writing texts") {
        try PropertyListSerialization.data(fromPropertyList: keys, format: .binary, options: 0)
      }
      let again = mustNotThrow("reading texts again") { try StringsFile(parsing: Array(binary), path: "file").texts }
      require(again == texts, "texts are the same in their binary form")
    } catch let error as OKitError {
      require(error.message.hasPrefix("file"), "an error names the file")
      require(error.kind == .malformed, "an error is of what the file says")
      guard let place = error.place else { return }
      require(place.line > 0 && place.column > 0, "a place counts from 1")
      require(place.line <= input.count { $0 == 10 } + 1, "a place lies in the file")
    }
  }
}
