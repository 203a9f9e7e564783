import Definitions
import JSONDocument
import OKitModels
import Rules
import XcodeFiles

/// The texts that rows accept.
extension StoryboardRules {
  /// The keyboard for a kind of text, as `keyboardType` in storyboards.
  private enum Keyboard: String {
    case emailAddress, url = "URL", numberPad, asciiNumberPad = "ASCIICapableNumberPad", decimalPad, phonePad
    case ascii = "alphabet"

    /// The format of texts; nil if a pattern describes them.
    var format: TextFormat? {
      switch self {
      case .emailAddress: .email
      case .url: .uri
      default: nil
      }
    }

    /// The texts that can be typed, among them the empty one.
    var pattern: String? {
      switch self {
      case .emailAddress, .url: nil
      case .numberPad, .asciiNumberPad: "^[0-9]*$"
      case .decimalPad: "^[0-9]*[.,]?[0-9]*$"
      case .phonePad: "^[-0-9+*#,;() ]*$"
      case .ascii: "^[ -~]*$"
      }
    }

    /// True if it has digits and no minus sign.
    var isForNumbers: Bool { [.numberPad, .asciiNumberPad, .decimalPad].contains(self) }
  }

  mutating func takeKeyboard(_ field: Field) {
    guard let keyboard = field.row.control?.keyboard.flatMap(Keyboard.init) else { return }
    switch field.type {
    case .string, .url:
      if let pattern = keyboard.pattern {
        take(field, .init("pattern", JSONText.quote(pattern)))
      } else if let format = keyboard.format {
        let json = JSONText.quote(format.rawValue)
        if field.attributes.flag("required") == true || field.type == .url { return take(field, .init("format", json)) }
        // The row can also be left empty, and then the app stores an empty text.
        take(field, .init("if", #"{"minLength": 1}"#), .init("then", "{\"format\": \(json)}"))
      }
    case .integer, .float, .double, .decimal:
      if keyboard.isForNumbers { take(field, .init("minimum", "0")) }
    default: break
    }
  }

  /// A row of a class of the app can say that a value must be there.
  mutating func takeRequired(_ field: Field) {
    if field.type == .string { take(field, .init("minLength", "1")) }
    guard field.property.type.isOptional else { return }
    draft.take(
      RuleAddition(
        className: field.owner.definition.name, property: nil,
        [.init("required", "[\(JSONText.quote(field.property.key))]")]), at: field.place)
  }

  /// A list that asks for the name of a new entity accepts no empty one.
  mutating func takeNewName(_ visit: ScreenVisit, _ element: ScreenContext) {
    guard let name = visit.attributes.plainText("addName"), visit.attributes.flag("add") != false else { return }
    let place = visit.place(of: "addName")
    // New elements can have a class that derives from that of the list.
    let type = visit.attributes.plainText("type").flatMap { types.classes.definitions.classes[$0] }
    let definition = type ?? element.definition
    guard let property = definition.properties.first(where: { $0.name.isExactly(name) }) else {
      return draft.skip("addName: \(definition.name) has no stored property '\(name)'", at: place)
    }
    guard property.type.unwrapped.rawType == .string else {
      return draft.skip("addName: \(definition.name).\(property.name) is \(property.type), not a text", at: place)
    }
    draft.take(
      RuleAddition(className: definition.name, property: property.key, [.init("minLength", "1")]), at: place)
  }
}

extension ScreenVisit {
  /// Returns the place of an attribute of the screen.
  func place(of attribute: String) -> StoryboardPlace {
    StoryboardPlace(file: file.name, line: attributes.attribute(attribute)?.line ?? screen.line)
  }
}
