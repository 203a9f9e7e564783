import CommandKit
import Forms
import JSONDocument
import OKitEditing

/// Writes a form as JSON.
struct FormOutput {
  private let console: Console

  init(_ console: Console) { self.console = console }

  func write(_ state: FormState) throws {
    try console.writeJSON { writer in
      writer.member("title", state.title)
      writer.member("description", state.description)
      writer.array("sections") { writer in
        for section in state.sections {
          writer.object { writer in
            writer.member("header", section.header)
            writer.member("footer", section.footer)
            writer.member("visible", section.isVisible)
            writer.array("fields") { writer in
              for field in section.fields { writer.object { Self.write(field, to: &$0) } }
            }
          }
        }
      }
    }
  }

  private static func write(_ field: FormState.Field, to writer: inout JSONWriter) {
    writer.member("name", field.name)
    writer.member("kind", field.kind.rawValue)
    writer.member("title", field.title)
    writer.member("hint", field.hint)
    writer.member("placeholder", field.placeholder)
    writer.member("path", field.path)
    writer.member("visible", field.isVisible)
    writer.member("enabled", field.isEnabled)
    writer.member("required", field.isRequired)
    // A text that nobody should see is not printed.
    if field.kind != .secure, field.kind != .note { writer.member("value", field.json.map { JSONText($0) }) }
    writer.member("shown", field.shown)
    writer.member("minimum", field.limits.minimum)
    writer.member("maximum", field.limits.maximum)
    writer.member("step", field.limits.step)
    writer.member("maximumCount", field.limits.maximumCount)
    writer.member("function", field.function)
    guard let choices = field.choices else { return }
    writer.array("choices") { writer in
      for choice in choices {
        writer.object { writer in
          writer.member("value", choice.text)
          writer.member("label", choice.label)
          writer.member("chosen", choice.isChosen)
        }
      }
    }
  }
}
