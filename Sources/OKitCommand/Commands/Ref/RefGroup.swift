import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

struct RefGroup: Command {
  static let configuration = CommandConfiguration(
    "ref",
    abstract: "Follow references in both directions.",
    discussion: """
      A reference is an object with a refKey, the id of an entity in any model. okit searches the reference's own \
      model first, then the other models in the order of their names, then partials.
      """,
    examples: [
      Example("okit get 'books[0]/author/ref/name'", "follow a reference in a path"),
      Example("okit ref who FANTASY", "list what refers to an entity"),
    ],
    subcommands: [RefListCommand.self, RefResolveCommand.self, RefWhoCommand.self, RefGraphCommand.self])
}

extension EntityDescription {
  func write(to writer: inout JSONWriter) {
    writer.member("model", model.description)
    writer.member("path", path)
    writer.member("class", className)
    writer.member("id", id)
    writer.member("name", name)
  }
}

extension References.Listing {
  /// Warns about the models that the output does not include.
  func warnOfUnread(_ session: Session) {
    for warning in unread.warnings(isOmission: true) { session.observer.warned(of: warning) }
  }

  func write(to writer: inout JSONWriter) {
    writer.array("references") { writer in
      for reference in references {
        writer.object { writer in
          writer.member("model", reference.source.model.description)
          writer.member("path", reference.source.path)
          writer.member("id", reference.source.id)
          writer.member("owner", reference.owner.path)
          writer.member("refKey", reference.key)
          if let target = reference.target {
            writer.object("target") { target.write(to: &$0) }
          } else {
            writer.member("target", JSONText("null"))
          }
        }
      }
    }
    writer.array("unread", of: unread.errors.map(\.name.description))
  }
}
