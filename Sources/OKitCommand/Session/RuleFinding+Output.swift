import JSONDocument
import OKitModels
import Rules

extension RuleFinding {
  /// Writes the members of an object that describes the violation.
  func write(to writer: inout JSONWriter) {
    writer.member("model", model.description)
    writer.member("path", path)
    writer.member("id", id)
    writer.member("rule", rule)
    writer.member("keyword", keyword)
    writer.member("severity", severity.rawValue)
    writer.member("message", message)
  }
}
