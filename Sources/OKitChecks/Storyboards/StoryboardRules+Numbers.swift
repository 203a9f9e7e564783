import Bindings
import Definitions
import JSONDocument
import OKitModels
import Rules

/// The bounds of sliders and steppers.
extension StoryboardRules {
  mutating func takeNumbers(_ field: Field) {
    guard field.type.isNumber else {
      return skip(field, "\(field.name) is \(field.property.type), which has no minimum and maximum; skipped")
    }
    let minimum = takeBound("minValuePath", "minimum", ">=", field.kind.defaultBounds?.minimum, field)
    takeBound("maxValuePath", "maximum", "<=", field.kind.defaultBounds?.maximum, field)
    takeStep(field, from: minimum)
  }

  /// Takes the bound in the attribute `name`. Returns its number if it is constant.
  @discardableResult
  private mutating func takeBound(
    _ name: String, _ keyword: String, _ sign: String, _ standard: String?, _ field: Field
  ) -> String? {
    switch field.attributes[name] {
    case nil:
      if let standard { take(field, .init(keyword, standard)) }
      return standard
    case .constant(let text)?:
      guard let number = NumberText.json(text) else {
        skip(field, "\(name): \(JSONText.quote(text)) is not a number; skipped")
        return nil
      }
      take(field, .init(keyword, number))
      return number
    case .path(let binding)?: takeCondition(name, sign, binding, field) { $0.isNumber }
    case .other(let reason)?: skip(field, "\(name): \(reason); skipped")
    }
    return nil
  }

  /// A stepper adds its step to the minimum, and JSON Schema counts multiples from zero.
  private mutating func takeStep(_ field: Field, from minimum: String?) {
    guard let attribute = field.attributes["stepValuePath"] else { return }
    guard case .constant(let text) = attribute, let step = NumberText.json(text) else {
      if case .other(let reason) = attribute { return skip(field, "stepValuePath: \(reason); skipped") }
      return skip(field, "stepValuePath of \(field.name) is not a constant number; skipped")
    }
    if step == "1", case .integer = field.type { return }
    guard let root = try? JSONDocument(parsing: step).root, root.double ?? 0 > 0, let divisor = DecimalDivisor(root)
    else {
      return skip(field, "stepValuePath: the step \(step) is not positive; skipped")
    }
    if let minimum, let start = try? JSONDocument(parsing: minimum).root, !divisor.divides(start) {
      return skip(
        field, "the steps of \(field.name) start from \(minimum), which is not a multiple of \(step); skipped")
    }
    take(field, .init("multipleOf", step))
  }

  /// Takes a bound that is another property of the same entity as a condition. Both must always have a value.
  mutating func takeCondition(
    _ name: String, _ sign: String, _ bound: Binding, _ field: Field, fits: (PropertyType) -> Bool
  ) {
    let reason: String
    do {
      guard case .property(let owner, let property) = try types.target(of: bound, from: field.context) else {
        return skip(field, "\(name): '\(bound)' leads to an entity; skipped")
      }
      if owner === field.owner, fits(property.type), !property.type.isOptional, !field.property.type.isOptional {
        let condition = "{\(field.property.name)}\(sign){\(property.name)}"
        if (try? BindingCondition(parsing: condition)) != nil {
          var writer = JSONWriter()
          writer.array { writer in writer.object { $0.member("predicate", condition) } }
          return draft.take(
            RuleAddition(
              className: owner.definition.name, property: nil, [.init("x-okit-predicates", writer.text)]),
            at: field.place)
        }
      }
      reason = "'\(bound)' depends on the data"
    } catch {
      reason = error.message
    }
    skip(field, "\(name): \(reason); skipped")
  }
}

extension PropertyType {
  /// True for numbers, whose bounds JSON Schema can state.
  var isNumber: Bool {
    switch self {
    case .integer, .float, .double, .decimal: true
    default: false
    }
  }
}

/// Numbers in the constants of bindings.
enum NumberText {
  /// Returns a number as JSON, with its digits; nil for any other text. Swift also accepts `.5` and `+1`.
  static func json(_ text: String) -> String? {
    if (try? JSONDocument(parsing: text).root)?.kind == .number { return text }
    guard let number = Double(text), number.isFinite else { return nil }
    return number.description.withoutSuffix(".0") ?? number.description
  }
}
