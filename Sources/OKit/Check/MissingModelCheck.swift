/// Models that lost their file.
extension CheckRun {
  /// Reports those of the missing models that are to be reported, and a damaged record of models; it is the only thing that knows of them.
  func checkMissingModels(_ isReported: (ModelName) -> Bool) throws {
    do {
      missing = Set(try workspace.missingModels(kinds))
    } catch let error as OKitError where error.kind == .configuration {
      // Which models are missing is not known then, nor what they name.
      knowsAllModels = false
      findings.append(
        Finding(
          .malformed, file: AppliedDefinitions.path, line: error.place?.line, column: error.place?.column, error.detail)
      )
      return
    }
    // What a missing model names, or has that references lead to, is not known.
    if !missing.isEmpty { knowsAllModels = false }
    for name in missing.sorted() where isReported(name) {
      findings.append(
        Finding(.missingModel, model: name, file: ModelFiles.mainPath(of: name), ModelName.missingFile))
    }
  }
}

extension ModelName {
  /// What is wrong with a model that lost its file, in one line.
  static let missingFile =
    "its file is missing; restore the model from a backup, or delete it with 'okit model delete' if it is no longer needed"
}
