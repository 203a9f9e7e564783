@testable import OKitStorage

/// The manifest of a backup made by hand; each field can be any text.
struct ManifestText {
  /// The members in order, as JSON text; nil where one is left out.
  var version: String? = "1"
  var created: String? = #""2026-11-21T07:50:14Z""#
  var workspace: String? = "\"\(ForgedBackup.id)\""
  var content: String? = #""decrypted""#
  var models: String? = #"[{"name":"one","form":"json"},{"name":"two","form":"json"}]"#
  /// What it says of the files, where it is not what they are.
  var files: String??
  /// The whole text, where it is none of this.
  var whole: String?

  func text(_ entries: [ForgedBackup.Entry]) -> String {
    if let whole { return whole }
    let listed = entries.map { entry in
      #"{"path":\#(Self.quoted(entry.name)),"size":\#(entry.declared ?? entry.bytes.count),"form":"json"}"#
    }
    let members: [(String, String?)] = [
      ("version", version), ("created", created), ("workspace", workspace), ("content", content), ("models", models),
      ("files", files ?? "[\(listed.joined(separator: ","))]"),
    ]
    return "{" + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
  }

  private static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20:
        "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"" + characters.joined() + "\""
  }
}
