import Bindings
import Forms
import JSONDocument
package import OKitModels
import OKitStorage
import Rules

extension FormRequest {
  /// The form of the app's settings, which are the model with the framework's class ModelSettings.
  ///
  /// Throws an error of kind `notFound` if there are none, and the errors of reading definitions.
  package static func settings(in workspace: Workspace) throws -> FormRequest {
    let model = try SettingsEdit(workspace).all().model
    return FormRequest(
      DraftRequest(try Binding(parsing: BoundValue.Step.text(of: [], model: model.description))), .settings)
  }
}

extension Form {
  /// The fields of the settings. Switching encryption converts models, which is more than a change of a value.
  static func settings() throws -> Form {
    let text = #"""
      {"title": "Settings", "fields": [
        {"path": "themeName", "hint": "The name of the theme; the app uses the dark one for 'dark'."},
        {"path": "protection", "kind": "switch", "hint": "Lock the app's key when the app is left."},
        {"path": "protectionTimeout", "kind": "choice", "rules": {"x-okit-candidates": "timeouts"},
         "enabled": "protection=true"},
        {"path": "encryption", "readOnly": true, "kind": "switch",
         "hint": "'okit settings set encryption' converts all models."}]}
      """#
    do {
      return try FormParser(RuleSource(path: "the form of the settings", document: JSONDocument(parsing: text))).form()
    } catch let error as RuleError {
      throw OKitError(error)
    }
  }
}
