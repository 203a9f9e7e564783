import OKitModels
import OKitStorage

/// The check for models whose files are missing.
extension CheckRun {
  /// Reports missing models that satisfy `isReported`. Also reports a damaged record of models, because without it missing models are unknown.
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
    // A missing model may contain the target of a reference or use an attachment.
    if !missing.isEmpty { knowsAllModels = false }
    for name in missing.sorted() where isReported(name) {
      findings.append(
        Finding(.missingModel, model: name, file: ModelFiles.mainPath(of: name), ModelName.missingFile))
    }
  }
}
