import OKitModels
import OKitStorage

/// Models that lost their file.
extension CheckRun {
  /// Reports those of the missing models that are to be reported, and a damaged record of models, because then missing models go unnoticed.
  func checkMissingModels(_ isReported: (ModelName) -> Bool) throws {
    do {
      missing = Set(try workspace.missingModels(kinds))
    } catch let error as OKitError where error.kind == .configuration {
      // Without the record, missing models and their references are unknown.
      knowsAllModels = false
      findings.append(
        Finding(
          .malformed, file: AppliedDefinitions.path, line: error.place?.line, column: error.place?.column, error.detail)
      )
      return
    }
    // A missing model may hold the target of a reference or name an attachment.
    if !missing.isEmpty { knowsAllModels = false }
    for name in missing.sorted() where isReported(name) {
      findings.append(
        Finding(.missingModel, model: name, file: ModelFiles.mainPath(of: name), ModelName.missingFile))
    }
  }
}
