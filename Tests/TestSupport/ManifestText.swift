/// The manifest of a forged backup; each field can be any text.
package struct ManifestText {
  /// The members in order, as JSON text; nil leaves one out.
  package var version: String? = "1"
  package var created: String? = #""2026-11-21T07:50:14Z""#
  package var workspace: String? = "\"\(ForgedBackup.id)\""
  package var content: String? = #""decrypted""#
  package var models: String? = #"[{"name":"one","form":"json"},{"name":"two","form":"json"}]"#
  /// The list of files, if it differs from that of the entries.
  package var files: String??
  /// The whole text, in place of all members.
  package var whole: String?

  package func text(_ entries: [ForgedBackup.Entry]) -> String {
    if let whole { return whole }
    let listed = Self.list(entries.map { ($0.name, $0.declared ?? $0.bytes.count) })
    let members: [(String, String?)] = [
      ("version", version), ("created", created), ("workspace", workspace), ("content", content), ("models", models),
      ("files", files ?? listed),
    ]
    return "{" + members.compactMap { name, value in value.map { "\"\(name)\":\($0)" } }.joined(separator: ",") + "}"
  }

  /// The list of these files as JSON.
  package static func list(_ files: [(path: String, size: Int)]) -> String {
    let texts = files.map { #"{"path":\#(quoted($0.path)),"size":\#($0.size),"form":"json"}"# }
    return "[" + texts.joined(separator: ",") + "]"
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
