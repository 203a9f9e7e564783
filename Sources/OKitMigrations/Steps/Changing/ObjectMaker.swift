import JSONDocument
import OKitModels
import OKitStorage

/// Objects that a step makes.
struct ObjectMaker {
  let model: MigratingModel
  let name: StepName

  /// An object of a class with `given`, and all else that a new one has.
  ///
  /// Throws an error of kind `configuration` where only the app can make one.
  func json(of className: String, given: JSONValue) throws -> String {
    do {
      let json = try model.firstData(by: model.snapshot).json(of: className, given: given)
      return String(decoding: json, as: UTF8.self)
    } catch let error as OKitError {
      throw name.error(
        .configuration, "cannot create an object of class \(className): \(error.message)", remedy: error.remedy)
    }
  }
}
