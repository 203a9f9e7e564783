package import Bindings
import Definitions
package import JSONDocument

/// Values of bindings that no model stores: texts and dates in the reader's language, and computed properties of the framework.
extension StoredValues {
  package func localized(_ text: String) throws -> String? { try store.localization.text(text) }

  package func formatted(_ seconds: Double, as style: BindingDateStyle) throws -> String {
    try store.localization.text(of: seconds, as: style, now: now)
  }

  package func computed(_ property: String, of object: JSONValue) throws -> BindingValue? {
    guard property == FrameworkClasses.darkMode, try store.isSettings(object) else { return nil }
    return .bool(FrameworkSettings.isDark(object))
  }
}
